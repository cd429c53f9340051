"""What the eyes say about coloured dice: one die, and one reading of a picture."""

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from engine.components.hues import Hue
from vision.photometry.light_note import LightNote
from vision.readings import Point, Trouble, reading_json, rounded

Kind = Literal["d6", "d12"]
Status = Literal["ok", "ask", "cocked"]


@dataclass(frozen=True, slots=True, eq=False)
class TopAppearance:
    """What a die's top looked like, for teaching should somebody name it. ``colour``, ``light`` there: 3, linear BGR;
    ``inks``, ``blown``: 12 x 3, as in ``vision.photometry.illumination.Light``."""

    colour: np.ndarray
    light: np.ndarray
    inks: np.ndarray
    blown: np.ndarray


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die in a picture.

    ``top`` is set only when ``status`` is "ok". ``candidates`` are (hue, probability), best first.
    ``outline_px`` is the polygon of the top face in the picture; ``mat_xy_mm`` where the die stands,
    in millimetres from the page's top left. Two that say the same are equal, whatever they looked like.
    """

    kind: Kind
    status: Status
    top: Hue | None
    candidates: tuple[tuple[Hue, float], ...]
    center_px: Point
    outline_px: tuple[Point, ...]
    mat_xy_mm: Point
    appearance: TopAppearance | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        """JSON-ready: hues by their titles, probabilities from 0 to 1, places in px and mm."""
        return {
            "kind": self.kind,
            "status": self.status,
            "top": self.top.title if self.top is not None else None,
            "candidates": [[hue.title, round(p, 4)] for hue, p in self.candidates],
            "center_px": rounded(self.center_px),
            "outline_px": [rounded(point) for point in self.outline_px],
            "mat_xy_mm": rounded(self.mat_xy_mm),
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read in one picture. ``registered``: the mat was found. ``ms``: time it took, milliseconds.

    ``light``: how the mat was lit, None where nothing could be measured."""

    dice: tuple[SeenDie, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    registered: bool = False
    ms: float = 0.0
    light: LightNote | None = None

    @property
    def sure(self) -> bool:
        """There are dice, every one is "ok", and nothing stands against the reading."""
        return bool(self.dice) and all(die.status == "ok" for die in self.dice)

    def to_json(self, image: str | None = None) -> dict[str, Any]:
        """The reading as plain values; hue names as in ``Hue.title``."""
        return reading_json(self, "dice", self.dice, image)
