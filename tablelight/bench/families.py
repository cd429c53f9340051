"""``tablelight bench cards --families``: decks of invented families, taught from one picture of each card and read.

Families and fonts are split once into those that are learned from, those that choose constants, and those that only
judge. What is printed for the judging ones is what a stranger's deck may expect; every share has its 95 % interval
(Wilson 1927). Cards of the usual size and of others are counted apart.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tablelight.bench.card_verdicts import invented_deck, judged, tile
from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.cards.lessons import CardLesson
    from vision.cards.taught import TaughtDeck
    from vision.errors import TeachingError
    from vision.training.families.faces import FamilyDesign
    from vision.training.families.fonts import FontFile

_DRAWS = 6
_WAYS = ("at once", "by taps", "by corners")  # to teach a deck, each tried where the one before did not do
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
        typer.echo(f"refused {count:3} x {said}")
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
    from vision.training.cards.tables import InventedTable

    counts: Counts = Counter()
    refusals: Counter[str] = Counter()
    tiles: list[np.ndarray] = []
    for look in family_decks(split, decks, fonts):
        size = "usual size" if look.usual else "other sizes"
        name = f"{look.family.name}, {look.seed}"
        table, hand = InventedTable(np.random.default_rng([look.seed, 99]), look), np.random.default_rng(look.seed)
        lessons, draws = invented_deck(name, table, _DRAWS, hand)
        deck, refused = _taught(lessons)
        for error, shown in zip(refused, _WAYS, strict=False):
            typer.echo(f"{name} ({size}) is not taught {shown}: {error}", err=True)
            refusals[f"{size}, {shown}: {error.code}"] += 1
        for shown, verdict in _by_way(deck, refused):
            _add(counts, size, look.family.name, f"taught {shown}", verdict)
        if deck is None:
            continue
        reader = CardReader(deck)
        for entry, image in draws:
            for kind, verdict, at, words in judged(entry, reader.read(image).cards):
                _add(counts, size, look.family.name, kind, verdict)
                if verdict != "right":
                    tiles.append(tile(image, at, f"{verdict}: {words}", name))
    return counts, tiles, refusals


def _taught(lessons: "Sequence[CardLesson]") -> "tuple[TaughtDeck | None, list[TeachingError]]":
    """A deck as the page teaches it: from where cards are found; if some are not, from where they are tapped; and if
    some are not seen there, by their corners. With what was refused before."""
    from vision.cards.teaching import teach_cards
    from vision.errors import POINTED_AT, TeachingError

    refused: list[TeachingError] = []
    for unshown in ({"center_px": None, "top_left_px": None, "corners_px": ()}, {"corners_px": ()}, {}):
        named = [replace(each, cards=tuple(replace(one, **unshown) for one in each.cards)) for each in lessons]
        try:
            return teach_cards(named), refused
        except TeachingError as error:
            refused.append(error)
            if error.code not in POINTED_AT:
                break
    return None, refused


def _by_way(deck: "TaughtDeck | None", refused: "Sequence[TeachingError]") -> list[tuple[str, str]]:
    """Of each way to teach, whether the deck is taught by it or by one before."""
    return [(shown, "right" if deck and len(refused) <= nth else "missed") for nth, shown in enumerate(_WAYS)]


def _add(counts: Counts, size: str, family: str, kind: str, verdict: str) -> None:
    counts[size, kind, verdict] += 1
    if kind in [f"taught {shown}" for shown in _WAYS[:-1]]:
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
