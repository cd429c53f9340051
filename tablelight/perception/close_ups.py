"""The parts of a picture that people want to see: all dice of a reading, or the one they are asked about."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice.readings import Reading, SeenDie
from vision.pips.readings import PipReading, SeenPips
from vision.readings import Point

LEAST_PX = 160
"""How large a single die is shown at least; small ones are made larger."""
_AROUND = 0.45
"""Of a die's own size: how much table is shown on every side of it."""


def close_up(image: np.ndarray, reading: Reading | PipReading) -> np.ndarray:
    """The part of a picture that shows the dice, with some table around them; all of it when none was read."""
    if not reading.dice:
        return image
    points = np.concatenate([np.array(die.outline_px, float) for die in reading.dice])
    return _cut(image, points, 0.06 * image.shape[1])


def each_close_up(image: np.ndarray, dice: Sequence[SeenDie | SeenPips]) -> dict[Point, bytes]:
    """Every die of a reading alone as a JPEG, by the middle where it was seen (px)."""
    return {die.center_px: one_close_up(image, die.outline_px) for die in dice if die.outline_px}


def one_close_up(image: np.ndarray, outline_px: Sequence[Point]) -> bytes:
    """The die of that outline, with a little table around it, as a JPEG; empty where it is not in the picture."""
    points = np.array(outline_px, float)
    shown = _cut(image, points, _AROUND * float(np.ptp(points, axis=0).max()))
    if not shown.size:
        return b""
    grow = LEAST_PX / min(shown.shape[:2])
    if grow > 1:
        shown = cv2.resize(shown, None, fx=grow, fy=grow, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


def around(center: Point, reach: float) -> tuple[Point, ...]:
    """A square outline about a place that was tapped, ``reach`` px to every side."""
    x, y = center
    return ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))


def _cut(image: np.ndarray, points: np.ndarray, margin: float) -> np.ndarray:
    """The part of a picture (uint8 BGR) around some points, with a margin in px, as far as it reaches."""
    height, width = image.shape[:2]
    left, top = np.clip(points.min(axis=0) - margin, 0, (width, height)).astype(int)
    right, bottom = np.clip(points.max(axis=0) + margin, 0, (width, height)).astype(int)
    return image[top:bottom, left:right]
