"""``tablelight bench pyramids``: read invented pyramids on their printed sheet.

Three numbers each: right (size and colour), asked, silently wrong. Colours are learned from each picture once it was
read, as a game learns them when table and game agree.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelight.bench.sheet_tally import SheetTally, check_split, enlarged

if TYPE_CHECKING:
    import numpy as np

    from vision.boards.readings import BoardReading, SpaceReading
    from vision.training.families.pyramids import InventedPyramids, PyramidPicture

_COUNTS = (2, 4, 8, 14, 22, 32, 44)


def pyramids(
    tables: Annotated[int, typer.Option(help="How many tables, seven pictures each.")] = 24,
    split: Annotated[str, typer.Option(help="Of which families: learned, chosen or judged.")] = "judged",
    seed: Annotated[int, typer.Option(help="Another seed, other tables.")] = 0,
    results: Annotated[Path | None, typer.Option(help="Where to write the numbers (JSON).")] = None,
    sheet: Annotated[Path | None, typer.Option(help="Where to draw what was asked or wrong (PNG).")] = None,
) -> None:
    """Read sheets with invented pyramids, and print how much was right, asked and silently wrong."""
    check_split(split)
    tally = SheetTally()
    for number, table in enumerate(_tables(split, tables, seed)):
        _read(table, tally, f"{table.family.name[9:]}, {number}")
    tally.tell({"split": split, "tables": tables, "seed": seed}, results, sheet)


def _tables(split: str, count: int, seed: int) -> "list[InventedPyramids]":
    from engine.games.spectra_icehouse.pieces import all_pieces
    from tablelight.setup.yards_plan import pyramid_inks, yards_plan
    from vision.training.families.pyramids import InventedPyramids, pyramid_families_of

    plan, families = yards_plan(), pyramid_families_of(split)  # type: ignore[arg-type]
    pieces = [piece for piece, many in all_pieces().items() for _ in range(many)]
    return [InventedPyramids(families[k % len(families)], seed + k, plan, pieces, pyramid_inks()) for k in range(count)]


def _read(table: "InventedPyramids", tally: SheetTally, name: str) -> None:
    from tablelight.setup.yards_plan import pyramid_inks
    from vision.boards.pyramid_reader import PyramidReader

    reader = PyramidReader(table.plan, pyramid_inks())
    for number, count in enumerate(_COUNTS):
        picture = table.picture(count)
        reading = reader.read(picture.image)
        if tally.is_clear(reading, hand=picture.hand) and not picture.hand:
            for place, row, verdict in _verdicts(picture, reading):
                tally.counts[row, verdict] += 1
                if place in picture.standing:
                    tally.counts["  in a table's first two pictures" if number < 2 else "  later", verdict] += 1
                    tally.counts[f"  {table.family.name}", verdict] += 1
                    tally.counts[f"  {picture.standing[place]}", verdict] += 1
                if verdict != "right" and tally.has_room:
                    tally.drawn.append(_drawn(table, picture, reading.spaces[place], place, f"{verdict} {name}"))
        if not picture.hand:
            reader.learn(picture.image, {table.plan.spaces[n].name: way for n, way in picture.standing.items()})


def _verdicts(picture: "PyramidPicture", reading: "BoardReading") -> list[tuple[int, str, str]]:
    """Of every place what it truly holds, and how it was read."""
    found = []
    for number, space in enumerate(reading.spaces):
        piece = picture.standing.get(number, "")
        row = "pyramids" if piece else "near a fallen one" if number in picture.touched else "free places"
        found.append((number, row, _verdict(space, piece)))
    return found


def _verdict(space: "SpaceReading", piece: str) -> str:
    from engine.inference.held import likeliest

    if space.status == "unclear":
        return "asked"
    if space.status == "empty" or not piece:
        return "right" if (space.status == "piece") == bool(piece) else "silent"
    ways = [way for way, _ in space.ways]
    chosen = [ways[n] for n in likeliest([{space.spot: way} for way in ways], {space.spot: space.chances})]
    return "right" if chosen == [piece] else "silent" if len(chosen) == 1 else "asked"


def _drawn(
    table: "InventedPyramids", picture: "PyramidPicture", space: "SpaceReading", number: int, words: str
) -> "np.ndarray":
    """The place, enlarged, with what was read of it."""
    best = " ".join(f"{way} {chance:.2f}" for way, chance in space.ways[:3])
    said = f"{picture.standing.get(number, 'free')}: {space.chance:.2f} {best}"
    return enlarged(table, picture.image, number, (said, words))
