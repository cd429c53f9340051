"""A deck of a family, drawn from a seed: what stands where, in which font, how large the cards are, how worn."""

from collections.abc import Sequence

import numpy as np

from vision.training.cards.painting import DARK, GRAY, TINT, WHITE, Lettering
from vision.training.families.faces import USUAL_MM, FamilyDesign
from vision.training.families.families import CardFamily

_OTHER_MM = (
    *((40.0, 60.0), (44.0, 67.0), (54.0, 86.0), (56.0, 87.0), (57.0, 89.0), (59.0, 91.0), (61.0, 103.0)),
    *((70.0, 110.0), (70.0, 120.0), (75.0, 110.0), (80.0, 120.0), (88.0, 126.0), (90.0, 130.0)),
)
"""Sizes that are sold: mini, business, bridge, poker, tarot, and what games have."""
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_SETS = (
    tuple(str(k) for k in range(1, 13)),
    tuple(str(k) for k in range(12)),
    ("A", *(str(k) for k in range(2, 10)), "J", "Q", "K"),
    tuple("ABCDEFGHIJKL"),
    tuple(str(k) for k in range(10, 22)),
    _ROMAN,
)
"""What stands for the twelve numbers."""
_WORDS = (
    ("SWAP", "SWAP CARDS", "DRAW 2", "REV DRAW", "DECK SWAP", "PASS RIGHT", "PASS LEFT"),
    ("Trade", "Trade hands", "Take two", "Turn back", "New deck", "Give right", "Give left"),
    ("change", "change all", "+2", "-2", "piles", "right", "left"),
    ("A<>B", "MIX", "PLUS", "MINUS", "STACK", "GO ON", "GO BACK"),
)
"""What is written on specials, a word a line: swaps of two hues, then the six others."""


def design_of(family: CardFamily, seed: int, fonts: Sequence[str], usual: bool) -> FamilyDesign:
    """The deck of a seed, lettered in these fonts; of the ``usual`` size, or of another."""
    rng = np.random.default_rng([seed, *family.name.encode()])
    ground = _ground(rng, family)
    ink, outline, index_ink, index_outline = _inks(rng, family, ground)
    font, weight = str(rng.choice(fonts)), int(rng.choice([400, 600, 800]))
    marks = str(rng.choice(["line", "line", "dot"]))
    other = str(rng.choice(fonts)) if rng.random() < 0.2 else font
    size = USUAL_MM if usual else _OTHER_MM[rng.integers(len(_OTHER_MM))]
    border = (int(rng.choice([WHITE, WHITE, DARK])), float(rng.uniform(2, 4.5))) if rng.random() < 0.45 else None
    extent = float(rng.uniform())
    return FamilyDesign(
        family,
        seed,
        size,
        float(rng.choice([0.0, 2.5, 3.5, 5.0])),
        border,
        ground,
        Lettering(font, weight, outline, int(rng.integers(1, 4)) + 2 * (outline == "hue"), marks),
        Lettering(other, weight, index_outline, 1, marks),
        ink,
        index_ink,
        _numbers(rng, family, border[1] if border else 0.0),
        _SETS[int(rng.choice(len(_SETS), p=[0.6, 0.1, 0.1, 0.08, 0.06, 0.06]))],
        _WORDS[rng.integers(len(_WORDS))],
        bool(rng.random() < 0.4),
        extent,
        bool(rng.random() < 0.2),
        bool(rng.random() < 0.25),
        str(rng.choice(["wheel", "stripes", "checks", "rings", "art", "words"])),
        float(max(rng.uniform(-0.5, 1.0), 0)),
    )


def _ground(rng: np.random.Generator, family: CardFamily) -> int | str:
    """The ink of most of a face."""
    if family.layout == "full":
        return "hue"
    return int(rng.choice([WHITE, WHITE, WHITE, DARK, GRAY, TINT]))


def _inks(
    rng: np.random.Generator, family: CardFamily, ground: int | str
) -> tuple[int | str, int | str | None, int | str, int | str | None]:
    """Inks and outlines of large numbers and of those in corners, so that a person reads them at a glance."""
    on_hue = family.layout in ("full", "disc", "oval", "stripe", "shield", "arch", "cross", "brush", "label")
    ink, outline = _readable(rng, family, "hue" if on_hue else ground)
    if family.layout == "lettering" or (family.layout in ("marks", "bands", "frame") and rng.random() < 0.3):
        ink, outline = "hue", (WHITE if ground == DARK else DARK) if rng.random() < 0.6 else None
    index_on_hue = family.layout in ("full", "bands", "frame", "corner", "side", "label")
    if family.layout == "outlined":
        outline = "hue"
    if not on_hue and not index_on_hue:
        return ink, outline, ink, outline
    index_ink, index_outline = _readable(rng, family, "hue" if index_on_hue else ground)
    return ink, outline, index_ink, index_outline


def _readable(rng: np.random.Generator, family: CardFamily, on: int | str) -> tuple[int, int | None]:
    """An ink that stands out from what it is printed on, outlined where it alone would not."""
    outlined = rng.random() < (0.7 if family.art in ("pattern", "photograph") else 0.25)
    if on == "hue":
        if rng.random() < 0.5:
            return WHITE, DARK if rng.random() < 0.8 else None
        return DARK, WHITE if outlined else None
    if on == DARK:
        return WHITE, DARK if outlined else None
    return DARK, WHITE if outlined else None


def _numbers(
    rng: np.random.Generator, family: CardFamily, border: float
) -> tuple[tuple[float, float, float, bool], ...]:
    """Where the number stands: large in the middle, in corners, twice, or some of these."""
    tall, small = float(rng.uniform(18, 38)), float(rng.uniform(6, 12))
    if family.layout in ("ring", "disc", "oval", "stripe", "shield", "arch", "brush", "label"):
        tall = min(tall, 26.0)
    if family.layout in ("cross", "honeycomb"):
        tall = min(tall, 18.0)
    x, y = border + 3.5 + small * 0.55, border + 3 + small * 0.55
    corners = [(x, y, small, False), (63 - x, 88 - y, small, True), (63 - x, y, small, False), (x, 88 - y, small, True)]
    kind = rng.choice(["middle", "two", "four", "corners", "twice", "aside"], p=[0.15, 0.4, 0.15, 0.1, 0.1, 0.1])
    middle = (31.5, 44.0, tall, False)
    if family.layout in ("lettering", "outlined") and kind == "corners":
        kind = "two"
    crowded = {"honeycomb": ("twice", "aside"), "brush": ("twice", "aside"), "sash": ("four",)}
    if kind in crowded.get(family.layout, ()):
        kind = "two"  # where the shape leaves no room
    if kind == "twice":
        return (31.5, 26.0, min(tall, 22), False), (31.5, 62.0, min(tall, 22), True)
    if kind == "aside":
        return (22.0, 24.0, min(tall, 26), False), corners[1]
    return {
        "middle": (middle,),
        "two": (middle, *corners[:2]),
        "four": (middle, *corners),
        "corners": tuple(corners[:2]),
    }[kind]
