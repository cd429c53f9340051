"""A die seen from nearby: one small square picture, always of the same scale, the far side always below."""

import cv2
import numpy as np

SIDE = 64
DIE = 24.0  # pixels that a die's height takes


def closeup(image: np.ndarray, xy: tuple[float, float], slant: tuple[float, float], size: float) -> np.ndarray:
    """The surroundings of ``xy`` (px of the flat picture) as input of the network: 4 x SIDE x SIDE float32, the
    picture (0 to 1) and how obliquely it is seen. ``size``: of the die, px; ``slant``: mm sideways a mm down."""
    steep = float(np.hypot(*slant))
    c, s = (slant[1] / steep, slant[0] / steep) if steep > 1e-6 else (1.0, 0.0)
    scale = size / DIE
    turn = np.array([[c, s], [-s, c]]) * scale
    middle = (SIDE - 1) / 2
    shift = np.asarray(xy) - turn @ [middle, middle]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    part = cv2.warpAffine(
        image, np.column_stack([turn, shift]), (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    out = np.empty((4, SIDE, SIDE), np.float32)
    out[:3] = part.transpose(2, 0, 1)
    out[:3] *= 1 / 255
    out[3] = steep
    return out
