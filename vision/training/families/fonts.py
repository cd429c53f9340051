"""Fonts of a folder, for the families of decks: which can be read, which belong together, which may only judge.

The repository carries none. Any folder with free fonts does: unpacked ``fonts-*`` packages of Debian, files of
``@fontsource`` made TTF. A number measured with them is repeated with the same files alone (``manifest``).
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.cards.painting import OWN_FONTS
from vision.training.families.split import Split, split_of_name

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TALL = 24  # px
# Constants: chosen by hand on 1,418 fonts of 119 Debian packages, looked at on a sheet.
_LIKE = 0.55  # how like a plain font's sign every other one must be, half of them
_MOST = 6  # of one group: a typeface of 40 weights is still one typeface
_NOT_TEXT = (
    "symbol",
    "emoji",
    "math",
    "icon",
    "dingbat",
    "braille",
    "ornament",
    "music",
    "barcode",
    "euterpe",
    "lilyp",
)
_MAKERS = ("gfs", "tex", "gyre", "urw", "adf", "the", "libre", "free")
_CLONES = (
    ("nimbussans", "heros", "freesans", "liberationsans", "arimo", "helvetica", "liberationsansnarrow"),
    ("nimbusroman", "termes", "freeserif", "liberationserif", "tinos", "times", "stix"),
    ("nimbusmonops", "nimbusmono", "cursor", "freemono", "liberationmono", "cousine", "courier"),
    ("dejavusans", "bitstreamverasans", "verdana", "dejavusanscondensed"),
    ("gothic", "adventor", "avantgarde"),
    ("p052", "pagella", "palladio"),
    ("c059", "schola", "century"),
    ("z003", "chorus", "chancery"),
    ("bookman", "bonum"),
    ("carlito", "lato"),
    ("computer", "cmu", "modern"),
)
"""Typefaces drawn after one and the same: which are which was told by name."""


@dataclass(frozen=True, slots=True)
class FontFile:
    """``group``: the typeface, with all that is drawn after it; ``split``: of the group."""

    path: Path
    name: str
    group: str
    split: Split


def fonts_of(folder: Path) -> list[FontFile]:
    """The fonts of a folder (TTF, OTF) whose capitals and digits can be read; not more than six of a typeface. Raises
    ValueError with a sentence where there are too few to judge by."""
    groups: dict[str, list[FontFile]] = defaultdict(list)
    for path in sorted((*folder.rglob("*.ttf"), *folder.rglob("*.otf")), key=lambda path: path.name):
        font = _text_font(path)
        if font is not None and font.name not in {other.name for other in groups[font.group]}:
            groups[font.group].append(font)
    found = [font for group in groups.values() for font in _spread(group)]
    if len({font.group for font in found}) < 40:
        raise ValueError(
            f"{folder} has fonts of {len(groups)} typefaces that can be read; 40 at least are needed. Unpack some of "
            "Debian's fonts-* packages there."
        )
    return found


def files_of(fonts: Iterable[FontFile], split: Split) -> tuple[str, ...]:
    """The files of a split, as decks are lettered in them."""
    return tuple(str(font.path) for font in fonts if font.split == split)


def manifest(fonts: Iterable[FontFile]) -> list[dict[str, str]]:
    """Names, groups and SHA-256 of the files, to be written beside what was measured with them."""
    return [
        {
            "file": font.path.name,
            "font": font.name,
            "group": font.group,
            "split": font.split,
            "sha256": hashlib.sha256(font.path.read_bytes()).hexdigest(),
        }
        for font in fonts
    ]


def group_of(family: str) -> str:
    """The typeface of a font's family name, without maker and weight; clones have one name."""
    words = [word for word in re.split(r"[^a-z0-9]+", family.lower()) if word and word not in _MAKERS]
    whole = "".join(words)
    for clones in _CLONES:
        if whole in clones or (words and words[0] in clones):
            return clones[0]
    return words[0] if words else family


def _spread(group: list[FontFile]) -> list[FontFile]:
    """At most six of a group, from thin to black as they are sorted."""
    if len(group) <= _MOST:
        return group
    return [group[round(k)] for k in np.linspace(0, len(group) - 1, _MOST)]


def _text_font(path: Path) -> FontFile | None:
    if any(word in path.name.lower() for word in _NOT_TEXT):
        return None
    try:
        font = ImageFont.truetype(str(path), 32)
        family, style = font.getname()
        legible = _likeness(font)
    except (OSError, ValueError):
        return None
    if not family or legible < _LIKE:
        return None
    group = group_of(family)
    return FontFile(path, f"{family} {style}", group, split_of_name(group))


def _likeness(font: ImageFont.FreeTypeFont) -> float:
    """How like plain signs a font's are (0 to 1), half of them at least; 0 where two are the same."""
    drawn = [_sign(font, letter) for letter in _LETTERS]
    if any(one is None for one in drawn) or len({one.tobytes() for one in drawn}) < len(drawn):
        return 0.0
    return float(np.median([max(float((one * other[k]).sum()) for other in _plain()) for k, one in enumerate(drawn)]))


_PLAIN: list[list[np.ndarray]] = []


def _plain() -> list[list[np.ndarray]]:
    if not _PLAIN:
        for file in OWN_FONTS[2:]:
            font = ImageFont.truetype(file, 32)
            _PLAIN.append([_sign(font, letter) for letter in _LETTERS])
    return _PLAIN


def _sign(font: ImageFont.FreeTypeFont, letter: str) -> np.ndarray | None:
    """A letter in a box of one size, of mean 0 and length 1; None where nothing is drawn."""
    canvas = Image.new("L", (128, 128))
    ImageDraw.Draw(canvas).text((32, 80), letter, fill=255, font=font, anchor="ls")
    shown = np.asarray(canvas)
    rows, columns = np.flatnonzero(shown.any(1)), np.flatnonzero(shown.any(0))
    if len(rows) < 4 or len(columns) < 2:
        return None
    tight = shown[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    small = cv2.resize(tight, (_TALL * 2 // 3, _TALL), interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean()
    length = float(np.linalg.norm(small))
    return small / length if length else None
