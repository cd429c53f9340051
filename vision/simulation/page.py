"""The printed mat and the wooden table under it, as reflectances in millimetre space."""

from functools import cache

import cv2
import numpy as np

from vision.geometry.markers import DICTIONARY
from vision.geometry.mat import Mat, Patch, mats
from vision.simulation.lamps import encoded, linear

# Constants: chosen by hand, to look like print on paper.
PX_PER_MM = 5
_PAPER = (246, 245, 242)
_INK = (26, 26, 28)
TABLE_MM = (-260.0, -220.0, 560.0, 430.0)
"""What is drawn of the table: left, top, right, bottom in page millimetres."""


@cache
def page(name: str = "a4") -> Mat:
    """A mat that ships with the package, by its name."""
    return next(mat for mat in mats() if mat.name == name)


@cache
def sheet(name: str = "a4") -> np.ndarray:
    """The mat as printed: sRGB uint8 (height, width, 3) at PX_PER_MM, RGB order. Not to be written to."""
    mat = page(name)
    width, height = (round(side * PX_PER_MM) for side in mat.size)
    image = np.full((height, width, 3), _PAPER, np.uint8)
    for patch in mat.patches:
        _square(image, patch)
    for marker, place in mat.markers.items():
        x, y, side = (round(mm * PX_PER_MM) for mm in place)
        bits = cv2.aruco.generateImageMarker(DICTIONARY, marker, side)
        image[y : y + side, x : x + side] = np.where(bits[..., None] > 0, _PAPER, _INK)
    image.flags.writeable = False
    return image


def _square(image: np.ndarray, patch: Patch) -> None:
    left, top, side = (round(mm * PX_PER_MM) for mm in (patch.x, patch.y, patch.size))
    image[top : top + side, left : left + side] = patch.srgb


def raster_to_mm(scale: float, left: float = 0.0, top: float = 0.0) -> np.ndarray:
    """The matrix (3, 3) from pixel centres of a drawing at ``scale`` px/mm to mm."""
    half = 0.5 / scale
    return np.array([[1 / scale, 0, left + half], [0, 1 / scale, top + half], [0, 0, 1]])


@cache
def wood() -> np.ndarray:
    """A table top of planks: sRGB uint8, RGB order, one pixel a millimetre over TABLE_MM. Not to be written to."""
    rng = np.random.default_rng(7)
    left, top, right, bottom = TABLE_MM
    width, height = round(right - left), round(bottom - top)
    grain = np.zeros((height, width), np.float32)
    for across, along, weight in ((260, 6, 0.5), (420, 18, 0.3), (130, 3, 0.35)):
        noise = rng.normal(size=(max(2, height * across // 650), max(2, width * along // 820))).astype(np.float32)
        grain += weight * cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
    plank = np.arange(height) // 130
    tone = 1 + 0.08 * np.take(rng.normal(size=plank.max() + 1), plank)[:, None] + 0.05 * grain
    tone[(np.arange(height) % 130) < 1] *= 0.7
    colour = linear((166, 118, 78)) * tone[..., None].astype(np.float32)
    image = encoded(colour)
    image.flags.writeable = False
    return image
