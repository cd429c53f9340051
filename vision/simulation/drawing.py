"""Sub-pixel drawing: OpenCV takes corners as whole sixteenths of a pixel."""

import numpy as np

FRACTION_BITS = 4
"""Bits behind the point, as OpenCV's ``shift`` is given."""


def sixteenths(points: np.ndarray) -> np.ndarray:
    """Points (..., 2), px, as OpenCV draws them: int32, the nearest sixteenth of a pixel."""
    return np.round(np.asarray(points) * (1 << FRACTION_BITS)).astype(np.int32)
