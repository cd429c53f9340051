"""A board's lights as they shine through its print into the simulated camera's pictures."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from engine.components.lights import Spot
from firmware_bridge.drivers.interface import Rgb
from vision.simulation.glow import Glow
from vision.simulation.laid_board import LaidBoard

BREATHES_S = 0.5
"""So often lights that breathe are drawn anew: that takes as long as ten other pictures. Chosen by hand."""
LIGHT = 3.0
"""How bright a light at its full is through the print, where white paper is 1. Chosen by hand: mild for diodes under
paper, and so bright that lit spaces were read as pieces."""


class Shining:
    """``shown``: what every spot of the printed board ``laid`` shows now."""

    def __init__(self, laid: LaidBoard, shown: Callable[[], Mapping[Spot, Rgb]]) -> None:
        self._at = {space.name: np.add(space.at, laid.at) for space in laid.plan.spaces}
        self._shown = shown
        self._drawn: Mapping[Spot, Rgb] = MappingProxyType({})
        self._drawn_at = float("-inf")

    def glows(self, now: float) -> tuple[Glow, ...]:
        """What the camera is to see of it at that moment, in s."""
        lit = {spot: rgb for spot, rgb in self._shown().items() if spot in self._at and any(rgb)}
        if lit.keys() == self._drawn.keys() and now < self._drawn_at + BREATHES_S:
            lit = dict(self._drawn)
        elif lit:  # what is out for one picture goes on as it was
            self._drawn, self._drawn_at = lit, now
        return tuple(self._glow(spot, rgb) for spot, rgb in lit.items())

    def _glow(self, spot: Spot, rgb: Rgb) -> Glow:
        (x, y), (red, green, blue) = self._at[spot], (LIGHT * channel / 255 for channel in rgb)
        return Glow(float(x), float(y), (red, green, blue))
