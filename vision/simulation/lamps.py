"""Lamps over the simulated table, in linear light, and the way to and from 8-bit sRGB (IEC 61966-2-1)."""

from dataclasses import dataclass

import numpy as np

from engine.components.hues import Hue
from vision.photometry.srgb import decoded
from vision.photometry.srgb import encoded as encoded_curve

Rgb = tuple[float, float, float]

_STEPS = 4096
_ENCODE = np.round(255 * encoded_curve(np.linspace(0, 1, _STEPS))).astype(np.uint8)


def linear(srgb: np.ndarray | tuple[int, ...]) -> np.ndarray:
    """Linear light 0..1 (float32) from 8-bit sRGB of any shape."""
    return decoded(np.asarray(srgb, np.float32) / 255).astype(np.float32)


def encoded(light: np.ndarray) -> np.ndarray:
    """8-bit sRGB (uint8) from linear light of any shape; what is over 1 is blown out."""
    return _ENCODE[np.clip(light * (_STEPS - 1) + 0.5, 0, _STEPS - 1).astype(np.uint16)]


@dataclass(frozen=True, slots=True)
class SimulatedLamp:
    """Light on the table. Colours are linear red, green, blue; a white page under ``level`` 1 is well exposed."""

    name: str
    colour: Rgb = (1.0, 1.0, 1.0)
    level: float = 1.0
    slope: tuple[float, float] = (0.0, 0.0)
    """How much brighter the right and the near edge of the page are than its left and far edge, as a part of 1."""
    bleed: float = 0.0
    """How far the lamp's bands mix the camera's channels: hues move although white stays white."""
    ambient: float = 0.5
    """The part of the light that comes from everywhere and throws no shadow."""
    direction: tuple[float, float, float] = (0.45, 0.3, 1.0)
    """Where the light travels: x right, y down the page, z into the table."""
    noise: float = 1.6
    """Sensor noise, standard deviation in 8-bit steps."""
    over: tuple[float, float, float, float] | None = None
    """Left, top, width and height, mm, of what it rises and falls over; None: the page."""

    def seen(self, balance: float) -> np.ndarray:
        """The matrix (3 x 3, linear) from reflectance to camera RGB; ``balance`` 1 is a perfect white balance, 0
        none."""
        bleed = np.array([[-1, 1, 0], [0, -0.5, 0.5], [0, 1, -1]]) * self.bleed
        cast = np.asarray(self.colour) ** (1 - balance)
        return np.diag(cast / cast.mean()) @ (np.eye(3) + bleed)

    def strength(self, x: np.ndarray | float, y: np.ndarray | float, page: tuple[float, float]) -> np.ndarray:
        """How bright it is at points in mm on a page of the given width and height."""
        left, top, width, height = self.over or (0.0, 0.0, *page)
        across, down = (np.asarray(x) - left) / width - 0.5, (np.asarray(y) - top) / height - 0.5
        rise = self.slope[0] * across + self.slope[1] * down
        return (self.level * np.clip(1 + rise, 0.2, 1.5)).astype(np.float32)


LAMPS = {
    lamp.name: lamp
    for lamp in (
        SimulatedLamp("daylight", ambient=0.6, slope=(0.08, 0.05)),
        SimulatedLamp("window", (0.93, 1.0, 1.1), 0.74, (-0.55, 0.1), ambient=0.45, direction=(0.9, 0.2, 1.0)),
        SimulatedLamp("warm", (1.5, 1.0, 0.5), 0.95, (0.15, 0.1), bleed=0.05, ambient=0.4),
        SimulatedLamp("cool", (0.82, 1.0, 1.3), 1.0, (-0.1, 0.1), bleed=0.02),
        SimulatedLamp("tube", (0.8, 1.25, 0.75), 0.95, (0.1, -0.1), bleed=0.08, ambient=0.7),
        SimulatedLamp("party", (1.5, 0.75, 1.4), 0.8, (0.2, 0.2), bleed=0.04),
        SimulatedLamp("dim", (1.35, 1.0, 0.6), 0.22, (0.2, 0.1), bleed=0.03, ambient=0.4, noise=3.5),
    )
}

PAINT: dict[Hue, tuple[int, int, int]] = {
    Hue.R: (206, 30, 40),
    Hue.RO: (230, 78, 30),
    Hue.O: (242, 128, 24),
    Hue.OY: (248, 174, 22),
    Hue.Y: (248, 224, 32),
    Hue.YG: (138, 192, 46),
    Hue.G: (20, 142, 66),
    Hue.GB: (6, 148, 146),
    Hue.B: (20, 92, 180),
    Hue.BP: (68, 56, 156),
    Hue.P: (128, 42, 138),
    Hue.PR: (180, 28, 92),
}
"""The dice's paint, sRGB."""
