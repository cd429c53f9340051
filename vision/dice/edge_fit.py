"""Fit a die to the edges: lying flat, with a known size, it leaves a square or a pentagon and a ring of faces.

No colour is assumed, so felt in a die's own colour, shadows and odd lamps do not matter much.
"""

from dataclasses import dataclass

import numpy as np

from vision.dice.contours import Contours, DieShape
from vision.dice.detector import DieDetection
from vision.geometry.play_area import FlatTable

# Constants: chosen by hand on rendered dice.
_AROUND = np.array([[dx, dy, da] for dx in (-1, 0, 1) for dy in (-1, 0, 1) for da in (-1, 0, 1)], float)
_NEXT_TO = np.vstack([np.zeros((1, 3)), np.eye(3), -np.eye(3), [[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]]])
_FULL_SIDES = 6.0  # side edges seen squarely from which on sides count as much as the top


@dataclass(frozen=True, slots=True)
class FittedDie:
    """A die's place: ``x``, ``y`` mm on the table, ``angle`` radians, and how well edges agree, 0 to 1."""

    shape: DieShape
    x: float
    y: float
    angle: float
    top: float
    weakest: float
    body: float
    sides: float

    @property
    def score(self) -> float:
        """How well the edges agree, 0 to 1; the sides count as far as they are seen."""
        return float(overall(np.array([self.top, self.weakest, self.body, self.sides])))


def overall(parts: np.ndarray) -> np.ndarray:
    """One score, 0 to 1, from what ``Contours.measure`` gives, (..., 4) -> (...)."""
    top, weakest, body, sides = (parts[..., k] for k in range(4))
    share = np.minimum(sides / _FULL_SIDES, 1)
    return 0.2 * weakest + 0.8 * (top + share * body) / (1 + share)


def refine(table: FlatTable, shape: DieShape, poses: np.ndarray) -> list[FittedDie]:
    """Fit the whole solid, lying flat, near each pose (N x 3: x, y mm, angle) by shrinking steps."""
    model = Contours(shape, table)
    pose = np.asarray(poses, float)
    rows = np.arange(len(pose))
    tried = pose[:, None] + _AROUND * np.array([1.0, 1.0, 0.07])
    tops = model.measure_top(tried.reshape(-1, 3)).reshape(len(pose), -1)
    pose = tried[rows, tops.argmax(1)]
    for size in (0.6, 0.6, 0.35):
        tried = pose[:, None] + _NEXT_TO * np.array([size, size, size * 0.07])
        parts = model.measure(tried.reshape(-1, 3)).reshape(len(pose), -1, 4)
        best = overall(parts).argmax(1)
        pose, parts = tried[rows, best], parts[rows, best]
    return [FittedDie(shape, *map(float, where), *map(float, part)) for where, part in zip(pose, parts, strict=True)]


def fitted(table: FlatTable, spots: list[DieDetection], shape: DieShape) -> list[FittedDie]:
    """Dice of this shape at the spots, their places fitted to the edges."""
    poses = [[*table.foot(spot.pixel, shape.size), spot.angle] for spot in spots]
    return refine(table, shape, np.array(poses))
