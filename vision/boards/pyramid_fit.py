"""Which pyramids explain a picture best: the best explained one first, then what is left is looked at again."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.boards.flat_board import PX_PER_MM
from vision.boards.pyramid_silhouettes import SIZES, PyramidSilhouettes, Silhouette

# Constant: chosen by hand: people put a piece down within some millimetres of a place's middle.
FARTHEST_PX = round(6 * PX_PER_MM)
_OUTSIDE_PX = 100  # a pyramid near the edge is seen beyond it, which says nothing

_AT = np.arange(-FARTHEST_PX, FARTHEST_PX + 1)
_TOO_FAR = np.hypot(_AT, _AT[:, None]) > FARTHEST_PX + 0.5


@dataclass(frozen=True, slots=True, eq=False)
class FittedPyramid:
    """``place``: its number; ``pixels``: places of those that it hides, in the flat picture laid end to end; ``gains``:
    all evidence for each size, where it fits best; ``strength``: of the size that fits best, mean evidence of the
    pixels that can tell; ``explained``: how much of what has its tint around here it covers, less what has not."""

    place: int
    pixels: np.ndarray
    gains: np.ndarray
    strength: float
    explained: float = 1.0


class PyramidFit:
    """Takes pyramid after pyramid out of a picture. ``tells``: which pixels can tell one from the sheet (H x W)."""

    def __init__(self, evidence: np.ndarray, tells: np.ndarray, shapes: PyramidSilhouettes) -> None:
        around = ((_OUTSIDE_PX, _OUTSIDE_PX),) * 2
        self._wide = np.pad(evidence.astype(np.float32), around)
        self._tells, self.shapes = tells, shapes

    @property
    def left(self) -> np.ndarray:
        """Evidence that nothing explains yet (H x W)."""
        return self._wide[_OUTSIDE_PX:-_OUTSIDE_PX, _OUTSIDE_PX:-_OUTSIDE_PX]

    def pyramids(self, among: list[int], least: float) -> Iterator[FittedPyramid]:
        """Pyramids on these places as they are found, until none has more strength than ``least``."""
        best = {place: self._best(place) for place in among}
        stale: set[int] = set()
        while best:
            place = max(best, key=lambda number: float(best[number].gains.max()))
            if place in stale:
                stale.discard(place)
                best[place] = self._best(place)
                continue
            found = best.pop(place)
            if found.strength >= least:
                y, x = np.divmod(found.pixels, self.left.shape[1])
                self.left[y, x] = 0
                stale |= best.keys()
                yield found

    def _best(self, place: int) -> FittedPyramid:
        gains, best = np.full(len(SIZES), -np.inf), np.empty(0, int)
        for shape in self.shapes.of(place):
            gain, shift = self._gain(shape)
            if gain > gains.max():
                best = shape.pixels(shift, self.left.shape)
            gains[shape.size] = max(gains[shape.size], gain)
        y, x = np.divmod(best, self.left.shape[1])
        return FittedPyramid(place, best, gains, float(gains.max() / max(int(self._tells[y, x].sum()), 1)))

    def _gain(self, shape: Silhouette) -> tuple[float, np.ndarray]:
        """All evidence that it covers where it fits best, and so many pixels from its place's middle."""
        x, y = shape.low + _OUTSIDE_PX - FARTHEST_PX
        high, wide = shape.mask.shape
        return best_fit(self._wide[y : y + high + 2 * FARTHEST_PX, x : x + wide + 2 * FARTHEST_PX], shape.mask)


def best_fit(window: np.ndarray, mask: np.ndarray) -> tuple[float, np.ndarray]:
    """All evidence that a mask (h x w) covers where it fits best, and so many pixels from its middle (column and row).
    ``window``: ``FARTHEST_PX`` more on all sides."""
    sums = np.where(_TOO_FAR, -np.inf, cv2.matchTemplate(window, mask, cv2.TM_CCORR))
    row, column = np.unravel_index(int(sums.argmax()), sums.shape)
    return float(sums[row, column]), np.array([column, row]) - FARTHEST_PX
