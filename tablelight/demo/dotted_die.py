"""One die with dots on the mat of a simulated table, drawn into what its camera sees; nobody says what will fall."""

from collections.abc import Callable

import numpy as np

from vision.simulation.page import page
from vision.training.pips.makes import PipMake
from vision.training.pips.rendering import FINER, PipCamera, draw_die, looking, numbered

Pixels = Callable[[float, float], tuple[float, float]]
"""Where a camera sees a point of the mat (mm)."""

EDGE_MM, ROLLS_S, MARGIN_MM = 16.0, 0.9, 55.0
"""Its size, how long it rolls, and how far from the mat's edge it comes to rest. Chosen by hand."""
_FAR = 100.0
_HALF = 60
_MAKE = PipMake(np.array([225.0] * 3), np.full((6, 3), 25.0), round=0.08)


class DottedDie:
    """In somebody's hand until it is thrown. ``seed``: of all that chance does with it."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng((seed, 6))
        self._began: float | None = None
        self._fall = 0
        self._way = np.zeros((2, 3))

    def throw(self, now: float) -> None:
        """Take it up and throw it."""
        left, top, width, height = page().play
        middle = (left + width / 2, top + height / 2)
        room = (width / 2 - MARGIN_MM, height / 2 - MARGIN_MM)
        rest = [at + float(self._rng.uniform(-1, 1)) * max(far, 5.0) for at, far in zip(middle, room, strict=True)]
        ways = [[middle[0], top + height, 0.0], [*rest, float(self._rng.uniform(6, 9))]]
        self._began, self._fall, self._way = now, int(self._rng.integers(2**31)), np.array(ways)

    def take_away(self) -> None:
        """Take it up, and keep it in the hand."""
        self._began = None

    def busy_until(self) -> float:
        """When it lies still."""
        return float("-inf") if self._began is None else self._began + ROLLS_S

    @property
    def top(self) -> int:
        """The number that lies on top once it lies still."""
        return int(numbered(np.random.default_rng(self._fall), mirrored=False)[2, 1])

    def draw(self, image: np.ndarray, pixels: Pixels, now: float) -> None:
        """Draw it into a picture (uint8 BGR) where it is now."""
        if self._began is None:
            return
        part_of_way = min(max((now - self._began) / ROLLS_S, 0.0), 1.0)
        x, y, yaw = self._way[0] + (self._way[1] - self._way[0]) * np.sqrt(part_of_way)
        at = np.rint(pixels(x, y)).astype(int)
        across = (np.subtract(pixels(x + 8, y), pixels(x - 8, y))) / 16
        away = (np.subtract(pixels(x, y + 8), pixels(x, y - 8))) / 16
        low, high = at - _HALF, at + _HALF
        if (low < 0).any() or (high > image.shape[1::-1]).any():
            return
        part = image[low[1] : high[1], low[0] : high[0]]
        part[:] = self._drawn(part, float(np.hypot(*across)), float(np.hypot(*away)), yaw)

    def _drawn(self, part: np.ndarray, across: float, away: float, yaw: float) -> np.ndarray:
        """The part of a picture (2 x ``_HALF`` px wide) with the die in its middle; px a mm across and away."""
        steep = float(np.arcsin(np.clip(away / across, 0.1, 0.99)))
        canvas = np.repeat(np.repeat(part, FINER, 0), FINER, 1).astype(np.float32)
        edge = across * EDGE_MM * FINER
        middle = (_HALF * FINER, _HALF * FINER - edge / 2 * np.cos(steep))
        lamp = np.array([[0.2, 0.3, 0.93]])
        view = PipCamera(*looking(steep, 0.0, _FAR, edge * _FAR, middle), lamp, np.array([0.5]), 0.6)
        owner = np.zeros(canvas.shape[:2], np.int32)
        draw_die(np.random.default_rng(self._fall), canvas, owner, view, _MAKE, (0.0, 0.0, yaw), 1.0, 1)
        size = 2 * _HALF
        return canvas.reshape(size, FINER, size, FINER, 3).mean((1, 3)).clip(0, 255).astype(np.uint8)
