"""A pip die seen from nearby: small square pictures in which every die has the same size."""

import cv2
import numpy as np

SIDE, DIE = 48, 21.0
"""px of a close-up, and of a die's edge in it."""
PLAIN = np.eye(2)
"""Neither turned nor stretched."""


def closeup(image: np.ndarray, x: float, y: float, size: float, bent: np.ndarray = PLAIN, finer: int = 1) -> np.ndarray:
    """The surroundings of a place (px of the picture) in which a die's edge is ``size`` px: SIDE x SIDE x 3 uint8,
    or ``finer`` times as many px each way.

    ``bent`` (2 x 2) turns or stretches them: it takes steps in the close-up to those in the plain one.
    """
    side, scale = SIDE * finer, size / (DIE * finer)
    middle = (side - 1) / 2
    if scale > 1.6:  # first smaller, so that nothing is lost between the pixels taken
        half = size * SIDE / DIE / 2 * float(np.abs(bent).sum(1).max()) + 3
        x0, y0 = max(int(x - half), 0), max(int(y - half), 0)
        part = image[y0 : max(int(y + half), y0 + 2), x0 : max(int(x + half), x0 + 2)]
        if part.size:
            shrink = 1.25 / scale
            part = cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            x, y = (x - x0 + 0.5) * shrink - 0.5, (y - y0 + 0.5) * shrink - 0.5
            return closeup(part, x, y, size * shrink, bent, finer)
    turn = np.column_stack([scale * bent, (x, y) - scale * middle * bent.sum(1)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, turn, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
