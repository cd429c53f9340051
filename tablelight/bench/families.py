"""``tablelight bench cards --families``: decks of invented families, taught from one picture of each card and read.

Families and fonts are split once into those that are learned from, those that choose constants, and those that only
judge. What is printed for the judging ones is what a stranger's deck may expect; every share has its 95 % interval
(Wilson 1927). Cards of the usual size and of others are counted apart.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tablelight.bench.card_verdicts import invented_deck, judged, labelled, tile
from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.cards.lessons import CardLesson, NamedCard
    from vision.cards.table_plane import Size
    from vision.cards.taught import TaughtDeck
    from vision.cards.teaching import FoundCards
    from vision.training.families.faces import FamilyDesign
    from vision.training.families.fonts import FontFile

_DRAWS, _CHANGES = 6, 10
"""Pictures of each deck: of cards laid anew each time, and of a row that changes card by card (``changing_row``)."""
_OF_ROW = "row: "
_WAYS = ("at once", "by taps", "by corners")  # to teach a deck: what a person had to do
_UNSEEN: dict[str, Any] = {"center_px": None, "top_left_px": None, "corners_px": ()}
_PLAINLY = 0.08  # of a card's height: by so much an outline is aside that a person mends it, five pixels of a phone
_VERDICTS = ("right", "asked", "missed", "silent")
Counts = Counter[tuple[str, str, str]]
"""How many of (table, row, verdict)."""


def bench_families(split: str, decks: int, fonts: Path | None, results: Path | None, sheet: Path | None) -> None:
    """Teach and read so many decks of a split's families, every other one of unusual size, and print what came out."""
    from vision.training.families.fonts import fonts_of
    from vision.training.families.split import SPLITS

    if split not in SPLITS or fonts is None:
        typer.echo(
            "Name a split (learned, chosen or judged) and a folder with fonts of very many typefaces: "
            "--split judged --fonts FOLDER. Debian's fonts-* packages, unpacked, will do.",
            err=True,
        )
        raise typer.Exit(1)
    try:
        found = fonts_of(fonts)
    except ValueError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    counts, tiles, refusals = _counted(split, decks, found)
    _print(counts)
    for said, count in refusals.most_common():
        typer.echo(f"not taught {count:3} x {said}")
    if results:
        results.write_text(json.dumps(_as_json(split, decks, counts, found), indent=1))
    if sheet and tiles:
        write_sheet(sheet, tiles, across=6)


def family_decks(split: str, decks: int, fonts: "list[FontFile]") -> "list[FamilyDesign]":
    """So many decks, family after family; every other round of families in another size than the usual one."""
    from vision.training.families.design import design_of
    from vision.training.families.families import families_of
    from vision.training.families.fonts import files_of

    families, files = families_of(split), files_of(fonts, split)
    count = len(families)
    return [design_of(families[k % count], k, files, usual=(k % count + k // count) % 2 == 0) for k in range(decks)]


def _counted(split: str, decks: int, fonts: "list[FontFile]") -> "tuple[Counts, list[np.ndarray], Counter[str]]":
    import numpy as np

    from vision.cards.reader import CardReader
    from vision.training.cards.changing_row import changing_row
    from vision.training.cards.tables import InventedTable

    counts: Counts = Counter()
    refusals: Counter[str] = Counter()
    tiles: list[np.ndarray] = []
    for look in family_decks(split, decks, fonts):
        size = "usual size" if look.usual else "other sizes"
        name = f"{look.family.name}, {look.seed}"
        table, hand = InventedTable(np.random.default_rng([look.seed, 99]), look), np.random.default_rng(look.seed)
        lessons, draws = invented_deck(name, table, _DRAWS, hand)
        teaching = taught_as_shown(lessons)
        for way, why in teaching.said:
            typer.echo(f"{name} ({size}) is not taught {_WAYS[way - 1]}: {why}", err=True)
        if teaching.way:
            refusals[f"{size}, {_WAYS[teaching.way - 1]}"] += 1
        for way, verdict in teaching.by_way():
            _add(counts, size, look.family.name, f"taught {way}", verdict)
        if teaching.deck is None:
            continue
        row = labelled(name, table, changing_row(table, _CHANGES, np.random.default_rng([look.seed, 11])))
        for of, pictures in (("", draws), (_OF_ROW, row)):
            reader = CardReader(teaching.deck)
            for entry, image in pictures:
                for kind, verdict, at, words in judged(entry, reader.read(image).cards):
                    _add(counts, size, look.family.name, of + kind, verdict)
                    if verdict != "right":
                        tiles.append(tile(image, at, f"{verdict}: {words}", name))
    return counts, tiles, refusals


@dataclass
class TeachingResult:
    """A deck as it was taught, or why it was not. ``way``: the most that a person had to do (its place in ``_WAYS``,
    or beyond where nothing helped); ``said``: what was said when it had to be done."""

    deck: "TaughtDeck | None" = None
    way: int = 0
    said: "list[tuple[int, str]]" = field(default_factory=list)

    def needed(self, way: int, why: str) -> None:
        self.way = max(self.way, way)
        self.said.append((way, why))

    def by_way(self) -> list[tuple[str, str]]:
        """Of each way to teach, whether the deck is taught by it or by one that asks less."""
        return [(way, "right" if self.deck and self.way <= nth else "missed") for nth, way in enumerate(_WAYS)]


def taught_as_shown(lessons: "Sequence[CardLesson]") -> TeachingResult:
    """A deck as the page teaches it to a person who sees the outlines of what it found: the cards of a picture in which
    some are not found are tapped, and the corners of one that is plainly not where it was found are shown, until all
    are. ``lessons``: their cards with the corners that the person would show."""
    from vision.cards.teaching import teach_cards
    from vision.errors import POINTED_AT, TeachingError

    out, shown, outlines, size_mm = TeachingResult(), [], [], None
    try:
        for lesson in lessons:
            named, found = _shown(lesson, size_mm, out)
            size_mm = found.size_mm
            shown.append(named)
            outlines.append(lesson.outlined(found.outlines))
        try:
            out.deck = teach_cards(shown)
        except TeachingError as error:
            if error.code not in POINTED_AT:
                raise
            out.deck = teach_cards(outlines)
    except TeachingError as error:
        out.needed(len(_WAYS), str(error))
    return out


def _shown(lesson: "CardLesson", size_mm: "Size | None", out: TeachingResult) -> "tuple[CardLesson, FoundCards]":
    """A picture as it is named in the end, and what is found in it. Raises TeachingError where nothing helps."""
    import numpy as np

    from vision.cards.teaching import find_cards
    from vision.errors import POINTED_AT, TeachingError

    named = replace(lesson, cards=tuple(replace(one, **_UNSEEN) for one in lesson.cards))
    try:
        found = find_cards(named, size_mm)
    except TeachingError as error:
        if error.code not in POINTED_AT:
            raise
        out.needed(1, str(error))
        named = replace(lesson, cards=tuple(replace(one, corners_px=()) for one in lesson.cards))
        found = find_cards(named, size_mm)
    for _ in lesson.cards:
        off = [_off(at, one) for one, at in zip(lesson.cards, found.outlines, strict=True)]
        worst = off.index(max(off))
        if off[worst] <= _PLAINLY:
            break
        out.needed(2, f"{lesson.name}: a card is outlined {off[worst]:.0%} of its height aside")
        named = named.corrected(worst, np.array(lesson.cards[worst].corners_px), found.outlines)
        found = find_cards(named, size_mm)
    return named, found


def _off(outline: "np.ndarray", card: "NamedCard") -> float:
    """How far an outline (4 x 2 px) lies from a card, at the corner where it is furthest, of the card's height; either
    way up."""
    import numpy as np

    corners = np.array(card.corners_px)
    height = float(np.linalg.norm(corners[3] - corners[0]))
    ways = (np.linalg.norm(np.roll(outline, turn, 0) - corners, axis=1).max() for turn in (0, 2))
    return float(min(ways)) / height


def _add(counts: Counts, size: str, family: str, kind: str, verdict: str) -> None:
    counts[size, kind, verdict] += 1
    if kind in [f"taught {shown}" for shown in _WAYS[:-1]] or kind.startswith(_OF_ROW):
        return
    deck = kind == f"taught {_WAYS[-1]}"
    counts[f"families, {size}", f"{family}: {'decks' if deck else 'read'}", verdict] += 1


def wilson(count: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927), 0 to 1 each."""
    if not total:
        return 0.0, 1.0
    z = 1.96
    share, room = count / total, z * z / total
    middle = (share + room / 2) / (1 + room)
    half = z * (share * (1 - share) / total + room / (4 * total)) ** 0.5 / (1 + room)
    return middle - half, middle + half


def _rows(counts: Counts) -> dict[str, dict[str, dict[str, int]]]:
    tables: dict[str, dict[str, dict[str, int]]] = {}
    for table, row in sorted({(table, row) for table, row, _ in counts}):
        tables.setdefault(table, {})[row] = {verdict: counts[table, row, verdict] for verdict in _VERDICTS}
    return tables


def _print(counts: Counts) -> None:
    for table, rows in _rows(counts).items():
        typer.echo(f"{table:34}" + "".join(f"{verdict:>26}" for verdict in _VERDICTS))
        for row, read in rows.items():
            typer.echo(f"  {row:32}" + "".join(share(read[verdict], sum(read.values())) for verdict in _VERDICTS))


def share(count: int, total: int) -> str:
    """A count with its share and that share's 95 % interval, in words."""
    low, high = wilson(count, total)
    return f"{count:5} {100 * count / max(total, 1):5.1f} % ({100 * low:4.1f}-{100 * high:5.1f})"


def _as_json(split: str, decks: int, counts: Counts, fonts: "list[FontFile]") -> dict[str, Any]:
    from vision.training.families.fonts import manifest

    own = [font for font in fonts if font.split == split]
    return {"split": split, "decks": decks, "counts": _rows(counts), "fonts": manifest(own)}
