"""The printed mat and the wooden table under it, as reflectances in millimetre space."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.simulation.lamps import encoded, linear

PX_PER_MM = 5
_MATS = Path(__file__).parent.parent / "mats"
_PAPER = (246, 245, 242)
_INK = (26, 26, 28)
TABLE_MM = (-260.0, -220.0, 560.0, 430.0)
"""What is drawn of the table: left, top, right, bottom in page millimetres."""


@dataclass(frozen=True, slots=True)
class Page:
    """A mat's sheet: its size and play area (x, y, width, height) in mm, and the marker corners by id."""

    size: tuple[float, float]
    play_area: tuple[float, float, float, float]
    markers: dict[int, tuple[tuple[float, float], ...]]
    data: dict


@cache
def page(name: str = "a4") -> Page:
    """The geometry of a mat that ships with the package."""
    data = json.loads((_MATS / f"{name}.json").read_text("utf-8"))
    area = data["play_area"]
    markers = {}
    for m in data["markers"]:
        x, y, s = m["x"], m["y"], m["size"]
        markers[m["id"]] = ((x, y), (x + s, y), (x + s, y + s), (x, y + s))
    size = (float(data["page"]["width"]), float(data["page"]["height"]))
    return Page(size, (area["x"], area["y"], area["width"], area["height"]), markers, data)


@cache
def sheet(name: str = "a4") -> np.ndarray:
    """The mat as printed: sRGB uint8 (height, width, 3) at PX_PER_MM, RGB order. Not to be written to."""
    mat = page(name)
    width, height = (round(side * PX_PER_MM) for side in mat.size)
    image = np.full((height, width, 3), _PAPER, np.uint8)
    for patch in mat.data["patches"]:
        _square(image, patch, patch["srgb"])
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.data["dictionary"]))
    for marker in mat.data["markers"]:
        side = round(marker["size"] * PX_PER_MM)
        bits = cv2.aruco.generateImageMarker(book, marker["id"], side)
        x, y = round(marker["x"] * PX_PER_MM), round(marker["y"] * PX_PER_MM)
        image[y : y + side, x : x + side] = np.where(bits[..., None] > 0, _PAPER, _INK)
    image.flags.writeable = False
    return image


def _square(image: np.ndarray, patch: dict, colour: list[int]) -> None:
    left, top = round(patch["x"] * PX_PER_MM), round(patch["y"] * PX_PER_MM)
    side = round(patch["size"] * PX_PER_MM)
    image[top : top + side, left : left + side] = colour


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
