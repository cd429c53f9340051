"""The light where no mat tells it: from the table or tray itself, whose colour was taught with the dice."""

from dataclasses import dataclass

import numpy as np

from vision.dice.edge_fit import FittedDie
from vision.dice.obstruction import places_taken
from vision.geometry.play_area import PX_PER_MM, FlatTable
from vision.photometry.srgb import LINEAR

# Constants: chosen by hand on invented trays.
_STEP = 4  # px of the flat picture
_NEAR, _FAR = 0.95, 2.6  # die sizes from its middle: the table around it
_LIKE = 0.35  # logarithm: more is another thing, or a shadow
_SLOPE_SIGMA = 0.004  # logarithm a mm
FLOOR = 0.01  # of the camera's range: below, a ratio says nothing


@dataclass(frozen=True, slots=True, eq=False)
class GroundLight:
    """What the table shows near dice: logarithm of its linear colour, a plane for each channel (BGR)."""

    level: np.ndarray
    slope: np.ndarray
    middle: np.ndarray

    def at(self, xy: np.ndarray) -> np.ndarray:
        """Its colour at points of the table, (..., 2) mm -> (..., 3) linear BGR."""
        return np.exp(self.level + (np.asarray(xy, float) - self.middle) @ self.slope)

    @property
    def usual(self) -> np.ndarray:
        """Its colour in the middle of the dice: 3, linear BGR."""
        return np.exp(self.level)


def measure_ground(table: FlatTable, dice: list[FittedDie]) -> GroundLight | None:
    """The table around dice; None where too little of it is seen."""
    rows, columns = np.mgrid[0 : table.height : _STEP, 0 : table.width : _STEP]
    rows, columns = rows.ravel(), columns.ravel()
    pixels = np.column_stack([columns, rows])
    near = np.zeros(len(pixels), bool)
    for die in dice:
        middle = table.flat(np.array([die.x, die.y, die.shape.size / 2]))
        off = np.hypot(*(pixels - middle).T) / (die.shape.size * PX_PER_MM)
        near |= (off > _NEAR) & (off < _FAR)
    near &= places_taken(table, dice)[rows, columns] == 0
    if near.sum() < 30:
        return None
    xy = pixels[near] / PX_PER_MM + table.where.origin
    logs = np.log(np.maximum(LINEAR[table.image[rows[near], columns[near]]], 0.25 * FLOOR))
    return _plane(xy, logs)


def _plane(xy: np.ndarray, logs: np.ndarray) -> GroundLight:
    """A robust plane; shadows, cards and other dice fall out."""
    middle = xy.mean(0)
    level, slope = np.median(logs, axis=0), np.zeros((2, 3))
    level = _densest(logs, level)
    for _ in range(4):
        off = logs - (level + (xy - middle) @ slope)
        kept = np.abs(off).max(1) < _LIKE
        if kept.sum() < 20:
            break
        rows = np.column_stack([np.ones(kept.sum()), xy[kept] - middle])
        # Neighbouring samples say the same: they count as one in ten.
        prior = np.diag([0.0, *(0.05**2 / _SLOPE_SIGMA**2,) * 2]) * 10
        answer = np.linalg.solve(rows.T @ rows + prior, rows.T @ logs[kept])
        level, slope = answer[0], answer[1:]
    return GroundLight(level, slope, middle)


def _densest(logs: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Where most samples lie, not in the middle of two heaps."""
    best, most = start, -1
    for centre in [start, *logs[:: max(1, len(logs) // 24)]]:
        count = int((np.abs(logs - centre).max(1) < _LIKE).sum())
        if count > most:
            best, most = centre, count
    return best
