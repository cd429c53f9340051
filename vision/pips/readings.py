"""What the eyes say of pip dice."""

from dataclasses import dataclass
from typing import Any, Literal

from vision.readings import Point, Trouble, reading_json, rounded

PipStatus = Literal["ok", "ask"]


@dataclass(frozen=True, slots=True)
class SeenPips:
    """One pip die in a picture.

    ``top``: 1 to 6, set only when ``status`` is "ok". ``candidates`` are (number, probability if a die
    lies there), best first.
    ``outline_px``: a polygon about the top face; ``mat_xy_mm``: where the die stands on the page, where a mat is seen.
    """

    status: PipStatus
    top: int | None
    candidates: tuple[tuple[int, float], ...]
    center_px: Point
    outline_px: tuple[Point, ...]
    size_px: float
    mat_xy_mm: Point | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "pips",
            "status": self.status,
            "top": self.top,
            "candidates": [[number, round(p, 4)] for number, p in self.candidates],
            "center_px": rounded(self.center_px),
            "outline_px": [rounded(point) for point in self.outline_px],
            "size_px": round(self.size_px, 2),
            "mat_xy_mm": rounded(self.mat_xy_mm) if self.mat_xy_mm else None,
        }


@dataclass(frozen=True, slots=True)
class PipReading:
    """All pip dice read in one picture. ``registered``: the mat was found; ``ms``: time it took, milliseconds."""

    dice: tuple[SeenPips, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    registered: bool = False
    ms: float = 0.0

    @property
    def sure(self) -> bool:
        """There are dice, every one is "ok", and nothing stands against the reading."""
        return bool(self.dice) and not self.troubles and all(die.status == "ok" for die in self.dice)

    def to_json(self, image: str | None = None) -> dict[str, Any]:
        """The reading as plain values."""
        return reading_json(self, "dice", self.dice, image)
