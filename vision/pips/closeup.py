"""A pip die seen from nearby: small square pictures in which every die has the same size."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.pips.blobs import Place

SIDE, DIE = 40, 18.0
"""px of a close-up, and of a die's edge in it."""
GLANCE_SIDE, GLANCE_DIE = 20, 9.0
"""The same for the first glance at many places."""


def closeup(image: np.ndarray, x: float, y: float, size: float) -> np.ndarray:
    """The surroundings of a place (px of the picture) in which a die's edge is ``size`` px: SIDE x SIDE x 3 uint8."""
    scale = size / DIE
    middle = (SIDE - 1) / 2
    if scale > 1.6:  # first smaller, so that nothing is lost between the pixels taken
        half = size * SIDE / DIE / 2 + 3
        x0, y0 = max(int(x - half), 0), max(int(y - half), 0)
        part = image[y0 : max(int(y + half), y0 + 2), x0 : max(int(x + half), x0 + 2)]
        if part.size:
            shrink = 1.25 / scale
            part = cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            return closeup(part, (x - x0 + 0.5) * shrink - 0.5, (y - y0 + 0.5) * shrink - 0.5, size * shrink)
    turn = np.array([[scale, 0, x - scale * middle], [0, scale, y - scale * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, turn, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def quick_closeups(image: np.ndarray, found: Sequence[Place]) -> np.ndarray:
    """Close-ups of places of one size, half a pixel off at most: n x SIDE x SIDE x 3 uint8."""
    out = np.empty((len(found), SIDE, SIDE, 3), np.uint8)
    if not found:
        return out
    wide = round(found[0].size * SIDE / DIE)
    reach = wide // 2 + 1
    image = cv2.copyMakeBorder(image, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    for view, place in zip(out, found, strict=True):
        x = min(max(round(place.x + 0.5 - wide / 2) + reach, 0), image.shape[1] - wide)
        y = min(max(round(place.y + 0.5 - wide / 2) + reach, 0), image.shape[0] - wide)
        view[:] = cv2.resize(image[y : y + wide, x : x + wide], (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    return out


def glances(image: np.ndarray, found: Sequence[Place]) -> np.ndarray:
    """Coarse surroundings of places of one size: n x GLANCE_SIDE x GLANCE_SIDE x 3 uint8."""
    if not found:
        return np.empty((0, GLANCE_SIDE, GLANCE_SIDE, 3), np.uint8)
    scale = GLANCE_DIE / found[0].size
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    reach = GLANCE_SIDE // 2
    small = cv2.copyMakeBorder(small, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    corners = np.array([((p.x + 0.5) * scale, (p.y + 0.5) * scale) for p in found])
    corners = np.clip(np.rint(corners).astype(int), 0, [small.shape[1] - 2 * reach, small.shape[0] - 2 * reach])
    step = np.arange(GLANCE_SIDE)
    return small[corners[:, 1, None, None] + step[:, None], corners[:, 0, None, None] + step]
