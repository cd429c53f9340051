"""A die seen from nearby: one small square picture, always of the same scale, the far side always below."""

from collections.abc import Sequence

import cv2
import numpy as np

# Constants: the network's own (vision/training/dice/closeups.py).
SIDE = 64
DIE = 24.0  # pixels that a die's height takes


def closeup(image: np.ndarray, xy: tuple[float, float], slant: tuple[float, float], size: float) -> np.ndarray:
    """The surroundings of ``xy`` (px of the flat picture) as input of the network: 4 x SIDE x SIDE float32, the
    picture (0 to 1) and how obliquely it is seen. ``size``: of the die, px; ``slant``: mm sideways a mm down."""
    return closeups(image, [xy], [slant], [size])[0]


def closeups(
    image: np.ndarray,
    places: Sequence[tuple[float, float]],
    slants: Sequence[tuple[float, float]],
    sizes: Sequence[float],
) -> np.ndarray:
    """The same for several dice: N x 4 x SIDE x SIDE."""
    parts = np.empty((len(places), SIDE, SIDE, 3), np.uint8)
    out = np.empty((len(places), 4, SIDE, SIDE), np.float32)
    middle = (SIDE - 1) / 2
    for k, (place, (right, down), size) in enumerate(zip(places, slants, sizes, strict=True)):
        steep = float(np.hypot(right, down))
        c, s = (down / steep, right / steep) if steep > 1e-6 else (1.0, 0.0)
        c, s = c * size / DIE, s * size / DIE
        x, y = place
        turn = np.array([[c, s, x - middle * (c + s)], [-s, c, y - middle * (c - s)]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpAffine(image, turn, (SIDE, SIDE), parts[k], flags, cv2.BORDER_REPLICATE)
        out[k, 3] = steep
    np.multiply(parts.transpose(0, 3, 1, 2), np.float32(1 / 255), out=out[:, :3])
    return out
