"""The part of a picture that people want to see of a reading."""

import numpy as np

from vision.pips.seen import PipReading
from vision.seen import Reading


def close_up(image: np.ndarray, reading: Reading | PipReading) -> np.ndarray:
    """The part of a picture that shows the dice, with some table around them; all of it when none was read."""
    if not reading.dice:
        return image
    points = np.concatenate([np.array(die.outline_px, float) for die in reading.dice])
    height, width = image.shape[:2]
    margin = 0.06 * width
    left, top = np.maximum(points.min(axis=0) - margin, 0).astype(int)
    right, bottom = np.minimum(points.max(axis=0) + margin, (width, height)).astype(int)
    return image[top:bottom, left:right]
