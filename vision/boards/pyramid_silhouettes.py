"""Where in the flat picture a standing pyramid is seen: its square foot, and its top, which leans away from the camera.

All three sizes of a set have one shape, so a size is told by how far everything reaches (Icehouse pieces: 14, 20 and
25 mm wide, 25, 35 and 44 mm high).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.boards.flat_board import PX_PER_MM
from vision.boards.plan import BoardPlan
from vision.geometry.registration import Registration

SIZES: Mapping[str, tuple[float, float]] = {"S": (14.3, 25.4), "M": (19.8, 34.9), "L": (25.4, 44.5)}
"""Width of the foot and height, mm."""

_TURNS = np.radians([0.0, 18.0, 36.0, 54.0, 72.0])  # a square looks the same again after a quarter of a turn
_BITS = 4  # behind the point, as OpenCV draws


@dataclass(frozen=True, slots=True, eq=False)
class Silhouette:
    """``size``: the number of its size; ``mask``: h x w float32, 1 where a pyramid is; ``low``: column and row of the
    mask's first pixel in the flat picture, for a pyramid in the middle of its place."""

    size: int
    mask: np.ndarray
    low: np.ndarray

    def pixels(self, shift: np.ndarray, within: tuple[int, ...]) -> np.ndarray:
        """Those it covers so many pixels from there, laid end to end, in a flat picture of so many rows and columns."""
        (column, row), (high, wide) = self.low + shift, within
        y, x = np.nonzero(self.mask)
        x, y = x + column, y + row
        inside = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
        return (y * wide + x)[inside]


class PyramidSilhouettes:
    """On a sheet that a camera sees; worked out when a place is first looked at, and kept. ``grown``: mm by which all
    seem wider than they are, as a lens and the set's maker have it."""

    def __init__(self, plan: BoardPlan, registration: Registration, grown: float) -> None:
        self._grown, self._middles, self._eye = grown, plan.middles, registration.view.eye
        self._kept: dict[int, tuple[Silhouette, ...]] = {}

    def of(self, place: int) -> tuple[Silhouette, ...]:
        """Those of the place of that number, of every size and turned in several ways. Beside the middle they are the
        same, to less than a pixel."""
        if place not in self._kept:
            self._kept[place] = tuple(
                self._silhouette(self._middles[place], size, turn) for size in range(len(SIZES)) for turn in _TURNS
            )
        return self._kept[place]

    def distance(self, place: int) -> float:
        """From the place of that number to below the camera, mm."""
        return float(np.hypot(*(self._middles[place] - self._eye[:2])))

    def _silhouette(self, foot: np.ndarray, size: int, turn: float) -> Silhouette:
        """``foot``: its middle, mm; ``turn``: radians."""
        (width, height), eye = list(SIZES.values())[size], self._eye
        turns = turn + np.pi / 4 + np.pi / 2 * np.arange(4)
        corners = foot + (width + self._grown) / np.sqrt(2) * np.column_stack([np.cos(turns), np.sin(turns)])
        top = eye[:2] + (foot - eye[:2]) * eye[2] / (eye[2] - height)
        outline = np.vstack([corners, top]) * PX_PER_MM
        low = np.floor(outline.min(0)).astype(int)
        wide, high = np.ceil(outline.max(0)).astype(int) - low + 1
        drawn = np.zeros((high, wide), np.uint8)
        at = np.rint((outline - low - 0.5) * 2**_BITS).astype(np.int32)
        cv2.fillConvexPoly(drawn, cv2.convexHull(at), 1, cv2.LINE_8, _BITS)
        return Silhouette(size, drawn.astype(np.float32), low)
