"""Is something large in the play area: a hand, a sleeve, a sheet of paper?"""

import cv2
import numpy as np

from vision.light import LINEAR, Light, encoded
from vision.table import PX_PER_MM, Table

_STEP = 4
_UNLIKE = 0.11
_LARGE_MM2 = 4200.0  # twice the largest thing that belongs here beside dice, about a hand's palm


def covered_mm2(table: Table, light: Light, ground: np.ndarray) -> float:
    """Area of the largest thing that is neither table nor shadow, mm2; dice that touch count together."""
    small = LINEAR[cv2.blur(table.image, (3, 3))[::_STEP, ::_STEP]]
    rows, columns = np.mgrid[0 : table.height : _STEP, 0 : table.width : _STEP]
    xy = np.stack([columns, rows], -1) / PX_PER_MM + table.where.origin
    there = light.at(xy) * ground
    shade = np.clip((small * there).sum(-1) / (there**2).sum(-1), 0.03, 1.4)[..., None]
    unlike = np.abs(encoded(small) - encoded(shade * there)).max(-1) > _UNLIKE
    unlike[:4], unlike[-4:], unlike[:, :4], unlike[:, -4:] = False, False, False, False
    _, _, stats, _ = cv2.connectedComponentsWithStats(unlike.astype(np.uint8))
    largest = stats[1:, cv2.CC_STAT_AREA].max() if len(stats) > 1 else 0
    return float(largest) * (_STEP / PX_PER_MM) ** 2


def is_large(area_mm2: float) -> bool:
    """Too large for dice, cards, coins and pencils."""
    return area_mm2 > _LARGE_MM2
