"""Light that shines through a printed board from below, as the camera sees it: under the pieces, over the print."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.simulation.backdrop import EXPOSURE
from vision.simulation.dice import ViewSettings
from vision.simulation.lamps import Rgb, encoded, linear

# Constants: chosen by hand, as a diode under paper and a diffuser looks.
_SIGMA_MM = 5.0
_REACH_MM = 16.0


@dataclass(frozen=True, slots=True)
class Glow:
    """A light under the print: its place in mm of the page, and its linear red, green and blue; 1 is as bright as white
    paper under a lamp of level 1."""

    x: float
    y: float
    rgb: Rgb


def draw_glows(image: np.ndarray, look: ViewSettings, glows: Iterable[Glow]) -> None:
    """Adds their light to a picture of the empty board (uint8 BGR), in place.

    What gets too bright keeps its hue, as where the exposure follows: so it looks most like somebody's piece."""
    for glow in glows:
        _draw(image, look, glow)


def _draw(image: np.ndarray, look: ViewSettings, glow: Glow) -> None:
    (x, y), scale = look.view.project(np.array([[glow.x, glow.y, 0.0]]))[0], _px_per_mm(look, glow)
    reach, (height, width) = _REACH_MM * scale, image.shape[:2]
    left, right = max(int(x - reach), 0), min(int(x + reach) + 1, width)
    top, bottom = max(int(y - reach), 0), min(int(y + reach) + 1, height)
    if left >= right or top >= bottom:
        return
    rows, columns = np.mgrid[top:bottom, left:right].astype(np.float32)
    spread = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * (_SIGMA_MM * scale) ** 2))
    part = image[top:bottom, left:right]
    light = np.array(glow.rgb[::-1], np.float32) * EXPOSURE
    bright = linear(part) + spread[..., None].astype(np.float32) * light
    part[:] = encoded(bright / np.maximum(bright.max(2, keepdims=True), 1))


def _px_per_mm(look: ViewSettings, glow: Glow) -> float:
    return float(look.view.px_per_mm(np.array([glow.x, glow.y, 0.0])))
