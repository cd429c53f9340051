"""Where in the flat picture a standing piece is seen: from its foot to its top, which leans away from the camera.

The foot says on which space a piece stands, not its top: at the board's rim a piece of 30 mm is seen half a space too
far out, and much farther by a camera that looks from the side.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from vision.boards.flat_board import PX_PER_MM
from vision.boards.plan import BoardPlan
from vision.geometry.registration import Registration

# Constants: chosen by hand: people put a piece down within some millimetres of a landing's middle.
_STEPS_MM = (-5.0, -2.5, 0.0, 2.5, 5.0)
_FARTHEST_MM = 6.0


@dataclass(frozen=True, slots=True)
class PieceSize:
    """Of all pieces of a set, about. ``radius``, ``height``: mm; ``slender``: the top's width as a part of the
    foot's."""

    radius: float
    height: float
    slender: float


USUAL = PieceSize(7.0, 24.0, 0.8)
SIZES: Mapping[str, tuple[float, ...]] = {
    "height": (6.0, 12.0, 18.0, 24.0, 32.0, 42.0),
    "radius": (5.0, 6.0, 7.0, 8.0),
    "slender": (0.5, 0.65, 0.8, 0.95),
}
"""What pieces may be, chosen by hand: what is sold for board games lies between."""


_SHIFTS = np.array([(x, y) for y in _STEPS_MM for x in _STEPS_MM if np.hypot(x, y) <= _FARTHEST_MM])
FEW_SHIFTS = np.array([(0.0, 0.0), (-2.5, 0.0), (2.5, 0.0), (0.0, -2.5), (0.0, 2.5)])
"""Places of the foot that are enough to measure a size by."""


class OfSpace(NamedTuple):
    """A space's silhouettes, one for each place of the foot near its middle. ``pixels``: places of the flat picture
    laid end to end, one silhouette after the other; ``starts``: where each begins; ``sizes``: how many each has."""

    pixels: np.ndarray
    starts: np.ndarray
    sizes: np.ndarray

    def one(self, number: int) -> np.ndarray:
        """The pixels of one."""
        return self.pixels[self.starts[number] : self.starts[number] + self.sizes[number]]


class Silhouettes:
    """Of pieces of one size on a board that a camera sees; worked out when a space is first looked at, and kept."""

    def __init__(
        self, plan: BoardPlan, registration: Registration, size: PieceSize, shifts: np.ndarray = _SHIFTS
    ) -> None:
        self._plan, self._eye, self._size, self._shifts = plan, registration.view.eye, size, shifts
        self._shape = tuple(round(side * PX_PER_MM) for side in reversed(plan.sheet.size))
        self._kept: dict[int, OfSpace] = {}

    def of(self, space: int) -> OfSpace:
        """Those of the space of that number."""
        if space not in self._kept:
            feet = self._plan.middles[space] + self._shifts
            found = [_silhouette(foot, self._eye, self._size, self._shape) for foot in feet]
            sizes = np.array([len(pixels) for pixels in found])
            self._kept[space] = OfSpace(np.concatenate(found), np.cumsum(sizes) - sizes, sizes)
        return self._kept[space]


@lru_cache(maxsize=2)  # they stay while the camera does
def silhouettes(plan: BoardPlan, registration: Registration, size: PieceSize) -> Silhouettes:
    """The same ones while nothing changes."""
    return Silhouettes(plan, registration, size)


def _silhouette(foot: np.ndarray, eye: np.ndarray, size: PieceSize, shape: tuple[int, ...]) -> np.ndarray:
    """Places of the pixels that a piece hides which stands there. ``foot``: mm; ``eye``: of the camera, mm."""
    grown = eye[2] / (eye[2] - size.height)
    top = eye[:2] + (foot - eye[:2]) * grown
    wide, narrow = size.radius, size.radius * size.slender * grown
    low = np.floor((np.minimum(foot, top) - wide) * PX_PER_MM).astype(int)
    high = np.ceil((np.maximum(foot, top) + wide) * PX_PER_MM).astype(int) + 1
    x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    at = (np.stack([x, y], -1) + 0.5) / PX_PER_MM - foot
    along = top - foot
    part = np.clip((at @ along) / max(float(along @ along), 1e-6), 0, 1)
    off = np.hypot(*np.moveaxis(at - part[..., None] * along, -1, 0))
    inside = off <= wide + (narrow - wide) * part
    inside |= np.hypot(*np.moveaxis(at, -1, 0)) <= wide
    inside &= (x >= 0) & (y >= 0) & (x < shape[1]) & (y < shape[0])
    return (y * shape[1] + x)[inside].astype(np.int32)
