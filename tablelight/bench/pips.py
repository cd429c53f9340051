"""``tablelight bench pips DIR``: read labelled pictures of pip dice, and count right, asked, missed, silently wrong."""

import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelight.bench.pairs import nearest_first
from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.pips.readings import SeenPips

VERDICTS = ("right", "asked", "missed", "silent")
_BESIDE = 0.35  # of a die: the middle of a top may lie so far outside the box of its dots
_TILE = 150


@dataclass(frozen=True, slots=True)
class LabelledTop:
    """A die as a person labelled it: the number on top, and a box (px: left, upper, right, lower) of its dots or of
    the whole die."""

    number: int
    box: tuple[float, float, float, float]


def pips(
    folder: Annotated[Path, typer.Argument(help="A folder of pictures, each with YOLO labels beside it (.txt).")],
    sheet: Annotated[Path | None, typer.Option(help="Where to write the contact sheet (PNG).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Read pip dice in labelled pictures. A label's class is the number on top, counted from zero."""
    from vision.camera.frames import load_picture
    from vision.errors import VisionError
    from vision.pips.reader import PipReader

    pictures = sorted(p for p in folder.rglob("*.jpg") if p.with_suffix(".txt").exists())
    if not pictures:
        typer.echo(f"{folder} has no picture (.jpg) with its labels (.txt) beside it.", err=True)
        raise typer.Exit(1)
    reader, counts, times = PipReader(), Counter[str](), []
    tiles: list[np.ndarray] = []
    for picture in pictures:
        try:
            image = load_picture(picture)
            truth = labels_of(picture.with_suffix(".txt"), image.shape)
        except (VisionError, ValueError) as error:
            typer.echo(f"{picture.name}: {error}", err=True)
            raise typer.Exit(1) from None
        start = time.process_time()
        reading = reader.read(image)
        times.append((time.process_time() - start) * 1000)
        for verdict, at, words in judged_tops(truth, reading.dice):
            counts[verdict] += 1
            if verdict != "right":
                tiles.append(_tile(image, at, f"{verdict}: {words}", picture.name[:24]))
    _print(counts, times, as_json)
    if sheet and tiles:
        write_sheet(sheet, tiles, across=7)
        typer.echo(f"{len(tiles)} dice asked about, missed or wrong: {sheet}", err=as_json)


def labels_of(path: Path, shape: tuple[int, ...]) -> list[LabelledTop]:
    """The labels of one picture of ``shape``. Raises ValueError when a line is no YOLO label of a pip die."""
    height, width = shape[:2]
    out = []
    for line in path.read_text().splitlines():
        if not line.strip():
            continue
        try:
            kind, x, y, wide, high = (float(word) for word in line.split())
        except ValueError:
            raise ValueError(f"{path.name} has a line that is no YOLO label: {line[:40]!r}.") from None
        if kind not in range(6):
            raise ValueError(f"{path.name} has class {kind:g}; pip dice have 0 to 5.")
        left, upper = (x - wide / 2) * width, (y - high / 2) * height
        out.append(LabelledTop(int(kind) + 1, (left, upper, left + wide * width, upper + high * height)))
    return out


def judged_tops(truth: list[LabelledTop], seen: "tuple[SeenPips, ...]") -> list[tuple[str, tuple[float, float], str]]:
    """(verdict, place in px, words) of every labelled die and of every "ok" one where none is labelled.

    A die read belongs to the label whose box it lies in, nearest pairs first.
    """
    partner = nearest_first(
        (gap, i, j)
        for i, label in enumerate(truth)
        for j, die in enumerate(seen)
        if (gap := _gap(label, die)) is not None
    )
    out = []
    for i, label in enumerate(truth):
        middle = ((label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2)
        if i not in partner:
            out.append(("missed", middle, str(label.number)))
            continue
        die = seen[partner[i]]
        verdict = "asked" if die.top is None else "right" if die.top == label.number else "silent"
        out.append((verdict, middle, f"{label.number} read {die.candidates[0][0]} {die.candidates[0][1]:.2f}"))
    for j, die in enumerate(seen):
        if die.top is not None and j not in partner.values():
            out.append(("silent", die.center_px, f"none, read {die.top}"))
    return out


def _gap(label: LabelledTop, die: "SeenPips") -> float | None:
    """How far the die lies from the middle of the box, or None where it is outside."""
    (x, y), room = die.center_px, _BESIDE * die.size_px
    left, upper, right, lower = label.box
    if not (left - room <= x <= right + room and upper - room <= y <= lower + room):
        return None
    return float(((left + right) / 2 - x) ** 2 + ((upper + lower) / 2 - y) ** 2)


def _tile(image: "np.ndarray", at: tuple[float, float], words: str, name: str) -> "np.ndarray":
    import cv2
    import numpy as np

    half = max(image.shape[1] // 14, 24)
    padded = cv2.copyMakeBorder(image, half, half, half, half, cv2.BORDER_CONSTANT)
    x, y = (int(np.clip(v, 0, n - 1)) for v, n in zip(at, image.shape[1::-1], strict=True))
    tile = cv2.resize(padded[y : y + 2 * half, x : x + 2 * half], (_TILE, _TILE))
    tile = cv2.copyMakeBorder(tile, 0, 30, 0, 0, cv2.BORDER_CONSTANT)
    cv2.putText(tile, words, (3, _TILE + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (255, 255, 255), 1, cv2.LINE_AA)
    cv2.putText(tile, name, (3, _TILE + 26), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (180, 180, 180), 1, cv2.LINE_AA)
    return tile


def _print(counts: Counter[str], times: list[float], as_json: bool) -> None:
    import numpy as np

    total = sum(counts.values())
    middle, most = np.percentile(times, [50, 95])
    if as_json:
        parts: dict[str, Any] = {verdict: counts[verdict] for verdict in VERDICTS}
        typer.echo(json.dumps({**parts, "of": total, "cpu_ms": {"p50": round(middle, 1), "p95": round(most, 1)}}))
        return
    for verdict in VERDICTS:
        typer.echo(f"{verdict:7s} {counts[verdict]:5d}  {100 * counts[verdict] / max(total, 1):5.1f} %")
    typer.echo(f"ms of processor a picture: {middle:.0f} in the middle, {most:.0f} in 95 of 100")
