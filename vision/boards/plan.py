"""What a printed board looks like: its sheet with markers, and where its spaces are, in mm from the top left.

Every space has a white round that pieces stand on, its landing: paper around a piece's foot says where it stands, and
the paper of all landings together says what light there is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from engine.components.lights import Spot
from vision.geometry.mat import Mat
from vision.readings import Point

LANDING_MM = 9.0
"""Radius of a landing: pieces are up to 17 mm wide, and neighbouring spaces of a Spectrum board 21 mm apart."""

PAPER, MARKER = -1, -2
"""Labels of what is no ink: bare paper, and where a marker is."""

Srgb = tuple[int, int, int]

# Constants: chosen by hand; each corner of a square sheet around a round board has room for so large a marker.
_MARKER_MM, _FROM_EDGE_MM = 46.0, 6.0
_BITS = 4  # behind the point, as OpenCV draws


@dataclass(frozen=True, slots=True)
class PlannedSpace:
    """``at``: the middle of its landing, mm; ``outline``: corners of the printed cell around it, mm."""

    name: Spot
    at: Point
    outline: tuple[Point, ...]
    srgb: Srgb


@dataclass(frozen=True, slots=True)
class Inked:
    """A shape printed in one colour: corners, mm."""

    outline: tuple[Point, ...]
    srgb: Srgb


@dataclass(frozen=True, eq=False)
class BoardPlan:
    """One printed board. ``grounds``: what is printed under the cells, bottom first.

    ``of_cards``: the cells are cards that people lay there, another one every time, each with a landing in its middle;
    then the colour of a space is only what the sheet shows below it. ``landing_mm``: radius of the white rounds.
    """

    name: str
    sheet: Mat
    grounds: tuple[Inked, ...]
    spaces: tuple[PlannedSpace, ...]
    of_cards: bool = False
    landing_mm: float = LANDING_MM

    @cached_property
    def middles(self) -> np.ndarray:
        """The landings' middles, N x 2 mm."""
        return np.array([space.at for space in self.spaces])

    @cached_property
    def inks(self) -> tuple[Srgb, ...]:
        """The colours that are printed, each once; that of each card. A label is a place in this row."""
        grounds, spaces = ([one.srgb for one in shapes] for shapes in (self.grounds, self.spaces))
        if self.of_cards:
            return (*dict.fromkeys(grounds), *spaces)
        return tuple(dict.fromkeys([*grounds, *spaces]))

    def labels(self, px_per_mm: float) -> np.ndarray:
        """Which ink is where, H x W int16, pixel by pixel from the sheet's top left; or PAPER or
        MARKER."""
        width, height = (round(side * px_per_mm) for side in self.sheet.size)
        drawn = np.full((height, width), PAPER, np.int16)
        for shape in self.grounds:
            cv2.fillPoly(drawn, [_pixels(shape.outline, px_per_mm)], self.inks.index(shape.srgb), shift=_BITS)
        for n, space in enumerate(self.spaces, len(self.inks) - len(self.spaces)):
            label = n if self.of_cards else self.inks.index(space.srgb)
            cv2.fillPoly(drawn, [_pixels(space.outline, px_per_mm)], label, shift=_BITS)
        for middle in self.middles:
            (at,) = _pixels([middle], px_per_mm)
            cv2.circle(drawn, at.tolist(), round(self.landing_mm * px_per_mm * 2**_BITS), PAPER, -1, shift=_BITS)
        for marker in self.sheet.markers:
            cv2.fillPoly(drawn, [_pixels(self.sheet.marker_corners(marker), px_per_mm)], MARKER, shift=_BITS)
        return drawn


def board_sheet(name: str, width: float, height: float, first_marker: int) -> Mat:
    """A sheet with a marker in each corner, mm: that one and the next three, clockwise from the top left."""
    right, low = width - _FROM_EDGE_MM - _MARKER_MM, height - _FROM_EDGE_MM - _MARKER_MM
    corners = ((_FROM_EDGE_MM, _FROM_EDGE_MM), (right, _FROM_EDGE_MM), (right, low), (_FROM_EDGE_MM, low))
    markers = {first_marker + n: (x, y, _MARKER_MM) for n, (x, y) in enumerate(corners)}
    return Mat(name, width, height, markers, (), (0.0, 0.0, width, height))


def arc(radius: float, first: float, last: float, middle: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """Points along a circle, a point every few degrees; degrees clockwise from twelve o'clock."""
    steps = max(2, math.ceil(abs(last - first) / 5))
    turns = [math.radians(first + (last - first) * n / steps) for n in range(steps + 1)]
    return tuple((middle[0] + radius * math.sin(t), middle[1] - radius * math.cos(t)) for t in turns)


def _pixels(points: Sequence | np.ndarray, px_per_mm: float) -> np.ndarray:
    """Points in mm as OpenCV draws them: whole parts of a pixel, whose middle is at its number."""
    return np.rint((np.asarray(points, float) * px_per_mm - 0.5) * 2**_BITS).astype(np.int32)
