"""What the benches of printed sheets have in common: what was read is counted, told in rows, and drawn where not right.

Three numbers each: right, asked, silently wrong; every share has its 95 % interval (Wilson 1927).
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tablelight.bench.families import wilson
from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.boards.readings import BoardReading
    from vision.training.families.sheets import InventedSheet

_VERDICTS = ("right", "asked", "silent")
_TILE = 160
_MOST_DRAWN = 60


def check_split(split: str) -> None:
    """Raises typer.Exit, and says so, where there is no such split of families."""
    from vision.training.families.split import SPLITS

    if split not in SPLITS:
        typer.echo(f"There is no split '{split}'; name one of {', '.join(SPLITS)}.", err=True)
        raise typer.Exit(1)


@dataclass(slots=True)
class SheetTally:
    """``counts``: by row and verdict; ``times``: ms a picture took; ``drawn``: what was not right (uint8 BGR)."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    drawn: "list[np.ndarray]" = field(default_factory=list)

    def is_clear(self, reading: "BoardReading", *, hand: bool) -> bool:
        """Count a picture; whether what was read of its places counts. ``hand``: whether one is over the sheet."""
        self.times.append(reading.ms)
        clear = reading.registered and all(trouble.code != "hand" for trouble in reading.troubles)
        self.counts[f"pictures of {'a hand' if hand else 'usual'}", "right" if clear else "asked"] += 1
        return clear

    @property
    def has_room(self) -> bool:
        """Whether one more may be drawn."""
        return len(self.drawn) < _MOST_DRAWN

    def tell(self, about: dict[str, Any], results: Path | None, sheet: Path | None) -> None:
        """Print what was counted; write it, with what it is ``about``, and draw what was not right where asked to."""
        rows = _said_in_rows(self.counts, self.times)
        if results:
            results.write_text(json.dumps({**about, "counts": rows}, indent=1))
        if sheet and self.drawn:
            write_sheet(sheet, self.drawn, across=10)


def _said_in_rows(counts: Counter[tuple[str, str]], times: list[float]) -> dict[str, dict[str, int]]:
    """Print what was counted by row and verdict, and how long pictures took (ms, at least one); the same by row."""
    rows = {row: {verdict: counts[row, verdict] for verdict in _VERDICTS} for row in sorted({row for row, _ in counts})}
    for row, read in rows.items():
        total = sum(read.values())
        typer.echo(f"{row:34}" + "".join(_share_of(verdict, read[verdict], total) for verdict in _VERDICTS))
    ordered = sorted(times)
    half, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    typer.echo(f"a picture takes {half:.0f} ms (half of them), {most:.0f} (95 %)")
    return rows


def enlarged(table: "InventedSheet", image: "np.ndarray", number: int, words: Sequence[str]) -> "np.ndarray":
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
