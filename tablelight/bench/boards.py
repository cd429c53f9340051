"""``tablelight bench boards``: read invented pieces on the printed board; count spaces right, asked and silent.

Families of pieces and cameras are split once into those that are looked at, those that choose constants, and those that
only judge; every share has its 95 % interval (Wilson 1927). A table shows one or two pieces of each owner first, as a
game does whose position is known.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelight.bench.families import wilson
from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.boards.readings import BoardReading
    from vision.training.families.pieces import BoardPicture, InventedBoard
    from vision.training.families.pyramids import InventedPyramids
    from vision.training.families.tiles import InventedTiles

_PICTURES = 6
_VERDICTS = ("right", "asked", "silent")
_TILE = 160
_MOST_TILES = 60


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
    from vision.training.families.split import SPLITS

    if plan_of(board) is None:
        typer.echo(f"No camera reads a board called '{board}'; name spectrum or sixchex.", err=True)
        raise typer.Exit(1)
    if split not in SPLITS:
        typer.echo(f"There is no split '{split}'; name one of {', '.join(SPLITS)}.", err=True)
        raise typer.Exit(1)
    counts: Counter[tuple[str, str]] = Counter()
    times: list[float] = []
    tiles: list[np.ndarray] = []
    for table in _tables(split, tables, seed, board):
        name = f"{table.family.name}, {seed}"
        _read(table, counts, times, tiles, name)
    rows = said_in_rows(counts, times)
    if results:
        about = {"board": board, "split": split, "tables": tables, "seed": seed}
        results.write_text(json.dumps({**about, "counts": rows}, indent=1))
    if sheet and tiles:
        write_sheet(sheet, tiles, across=10)


def _tables(split: str, count: int, seed: int, board: str = "spectrum") -> "list[InventedBoard]":
    from tablelight.setup.board_plans import plan_of
    from vision.training.families.pieces import InventedBoard, piece_families_of

    plan = plan_of(board)
    assert plan is not None
    families = piece_families_of(split)  # type: ignore[arg-type]
    return [InventedBoard(families[k % len(families)], seed + k, plan) for k in range(count)]


def _read(
    table: "InventedBoard", counts: Counter[tuple[str, str]], times: list[float], tiles: "list[np.ndarray]", name: str
) -> None:
    from vision.boards.reader import BoardReader

    reader = BoardReader(table.plan)
    lesson = table.lesson()
    reader.learn(lesson.image, {table.plan.spaces[n].name: owner for n, owner in lesson.standing.items()})
    for _ in range(_PICTURES):
        picture = table.picture()
        reading = reader.read(picture.image)
        times.append(reading.ms)
        kind = "a hand" if picture.hand else "usual"
        if not reading.registered or any(trouble.code == "hand" for trouble in reading.troubles):
            counts[f"pictures of {kind}", "asked"] += 1
            continue
        counts[f"pictures of {kind}", "right"] += 1
        for n, (row, verdict) in enumerate(_verdicts(picture, reading)):
            counts[row, verdict] += 1
            if row != "touched":
                counts[f"  {table.family.name}", verdict] += 1
            if verdict != "right" and row != "touched" and len(tiles) < _MOST_TILES:
                tiles.append(_tile(table, picture, reading, n, f"{verdict} {name}"))


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


# ---- for tables of pieces and of tiles


def said_in_rows(counts: Counter[tuple[str, str]], times: list[float]) -> dict[str, dict[str, int]]:
    """Print what was counted by row and verdict, and how long pictures took (ms, at least one); the same by row."""
    rows = {row: {verdict: counts[row, verdict] for verdict in _VERDICTS} for row in sorted({row for row, _ in counts})}
    for row, read in rows.items():
        total = sum(read.values())
        typer.echo(f"{row:34}" + "".join(_share_of(verdict, read[verdict], total) for verdict in _VERDICTS))
    ordered = sorted(times)
    half, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    typer.echo(f"a picture takes {half:.0f} ms (half of them), {most:.0f} (95 %)")
    return rows


def enlarged(
    table: "InventedBoard | InventedTiles | InventedPyramids", image: "np.ndarray", number: int, words: Sequence[str]
) -> "np.ndarray":
    """One space of a picture (uint8 BGR) of this table, enlarged, with lines of words on it."""
    import cv2
    import numpy as np

    x, y = table.plan.spaces[number].at
    corner, across = table.pixels(np.array([[x - 40, y], [x + 40, y]]))
    side = max(int(np.hypot(*(across - corner))), 20)
    left, top = ((corner + across) / 2 - side / 2).astype(int)
    whole = cv2.copyMakeBorder(image, side, side, side, side, cv2.BORDER_CONSTANT)
    part = whole[top + side : top + 2 * side, left + side : left + 2 * side]
    tile = cv2.resize(part, (_TILE, _TILE), interpolation=cv2.INTER_AREA)
    for row, text in enumerate(words):
        cv2.putText(tile, text, (2, 10 + 12 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (255, 255, 255), 1, cv2.LINE_AA)
    return tile


def _share_of(verdict: str, count: int, total: int) -> str:
    """One of the numbers of a row, with its 95 % interval."""
    low, high = wilson(count, total)
    return f"{verdict:>8} {count:5} {100 * count / max(total, 1):6.2f} % ({100 * low:5.2f}-{100 * high:6.2f})"
