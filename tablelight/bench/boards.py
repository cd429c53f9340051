"""``tablelight bench boards``: read invented pieces on the printed board; count spaces right, asked and silent.

Families of pieces and cameras are split once into those that are looked at, those that choose constants, and those that
only judge; every share has its 95 % interval (Wilson 1927). A table shows one or two pieces of each owner first, as a
game does whose position is known.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelight.bench.sheet_tally import SheetTally, check_split, enlarged

if TYPE_CHECKING:
    import numpy as np

    from vision.boards.readings import BoardReading
    from vision.training.families.pieces import BoardPicture, InventedBoard

_PICTURES = 6


def boards(
    tables: Annotated[int, typer.Option(help="How many tables, six pictures each.")] = 27,
    split: Annotated[str, typer.Option(help="Of which families: learned, chosen or judged.")] = "judged",
    board: Annotated[str, typer.Option(help="Which printed board: spectrum or sixchex.")] = "spectrum",
    seed: Annotated[int, typer.Option(help="Another seed, other tables.")] = 0,
    results: Annotated[Path | None, typer.Option(help="Where to write the numbers (JSON).")] = None,
    sheet: Annotated[Path | None, typer.Option(help="Where to draw what was asked or wrong (PNG).")] = None,
) -> None:
    """Read printed boards with invented pieces, and print how much was right, asked and silently wrong."""
    from tablelight.setup.board_plans import plan_of

    if plan_of(board) is None:
        typer.echo(f"No camera reads a board called '{board}'; name spectrum or sixchex.", err=True)
        raise typer.Exit(1)
    check_split(split)
    tally = SheetTally()
    for table in _tables(split, tables, seed, board):
        _read(table, tally, f"{table.family.name}, {seed}")
    tally.tell({"board": board, "split": split, "tables": tables, "seed": seed}, results, sheet)


def _tables(split: str, count: int, seed: int, board: str = "spectrum") -> "list[InventedBoard]":
    from tablelight.setup.board_plans import plan_of
    from vision.training.families.pieces import InventedBoard, piece_families_of

    plan = plan_of(board)
    assert plan is not None
    families = piece_families_of(split)  # type: ignore[arg-type]
    return [InventedBoard(families[k % len(families)], seed + k, plan) for k in range(count)]


def _read(table: "InventedBoard", tally: SheetTally, name: str) -> None:
    from vision.boards.reader import BoardReader

    reader = BoardReader(table.plan)
    reader.seats = table.owners
    lesson = table.lesson()
    reader.learn(lesson.image, {table.plan.spaces[n].name: owner for n, owner in lesson.standing.items()})
    for _ in range(_PICTURES):
        picture = table.picture()
        reading = reader.read(picture.image)
        if not tally.is_clear(reading, hand=picture.hand):
            continue
        for n, (row, verdict) in enumerate(_verdicts(picture, reading)):
            tally.counts[row, verdict] += 1
            if row != "touched":
                tally.counts[f"  {table.family.name}", verdict] += 1
            if verdict != "right" and row != "touched" and tally.has_room:
                tally.drawn.append(_tile(table, picture, reading, n, f"{verdict} {name}"))


def _verdicts(picture: "BoardPicture", reading: "BoardReading") -> list[tuple[str, str]]:
    """Of every space: what it truly holds, and how it was read."""
    found = []
    for n, space in enumerate(reading.spaces):
        owner = picture.standing.get(n)
        status = "empty" if owner is None else "piece"
        row = "touched" if n in picture.touched else "free spaces" if owner is None else "pieces"
        if space.status == status and space.owner == (-1 if owner is None else owner):
            verdict = "right"
        else:
            unsure = space.status == "unclear" or (space.status == status and space.owner == -1)
            verdict = "asked" if unsure else "silent"
        found.append((row, verdict))
    return found


def _tile(table: "InventedBoard", picture: "BoardPicture", reading: "BoardReading", n: int, words: str) -> "np.ndarray":
    """The space with what was read of it, enlarged."""
    from tablelight.perception.board_overlay import outlined

    space = reading.spaces[n]
    said = f"{space.spot} true {picture.standing.get(n, -1) + 1} {space.chance:.2f} {space.owner + 1}"
    return enlarged(table, outlined(picture.image, reading), n, (said, words))
