"""Which pieces explain a picture best: the best explained one first, then what is left is looked at again.

A near piece hides part of one behind it, and its top lies over the next landing; taken in this order each pixel speaks
for one piece alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from vision.boards.flat_board import BoardPixels
from vision.boards.silhouettes import Silhouettes

# Constants: chosen by hand on drawn boards of families that are learned from.
_WORTH_A_LOOK = 0.12  # of a landing's pixels that look like something else than paper
_UNLIKE_PAPER = 0.5  # evidence of a pixel


@dataclass(frozen=True, slots=True, eq=False)
class FittedPiece:
    """``space``: its number; ``pixels``: places of those that it explains; ``strength``: their mean evidence."""

    space: int
    pixels: np.ndarray
    strength: float

    @property
    def gain(self) -> float:
        """All of its evidence."""
        return self.strength * len(self.pixels)


class Fit:
    """Takes piece after piece out of a picture. ``left``: evidence that nothing explains yet, changed in place."""

    def __init__(self, evidence: np.ndarray, shapes: Silhouettes, pixels: BoardPixels) -> None:
        self.left = evidence.reshape(-1).copy()
        self._shapes, self._pixels, self._found = shapes, pixels, dict[int, np.ndarray]()
        self._pieces = np.zeros(self.left.shape, np.uint8)  # that explain each pixel

    def pieces(self, least: float, among: Iterable[int] | None = None) -> Iterator[FittedPiece]:
        """Pieces as they are found, until none has more strength than ``least``; on these spaces, or on any."""
        best = {space: self._best(space) for space in (self.covered() if among is None else among)}
        stale: set[int] = set()
        while best:
            space = max(best, key=lambda number: best[number].gain)
            if space in stale:
                stale.discard(space)
                best[space] = self._best(space)
                continue
            found = best.pop(space)
            if found.strength >= least:
                self.left[found.pixels] = 0
                self._found[space] = found.pixels
                self._pieces[found.pixels] += 1
                stale |= best.keys()
                yield found

    def covered(self) -> list[int]:
        """Spaces whose landing is not all paper."""
        return [int(space) for space in np.flatnonzero(self.unexplained() > _WORTH_A_LOOK)]

    def unexplained(self) -> np.ndarray:
        """How much of each landing looks like something else than paper and is not explained, N, 0 to 1."""
        return (self.left[self._pixels.landings] > _UNLIKE_PAPER).mean(1)

    def hidden(self, space: int) -> float:
        """How much of this space's landing, and of a piece in its middle, is hidden by pieces that were found on other
        spaces, 0 to 1. A landing in sight is free, whatever stands behind it."""
        shapes, own = self._shapes.of(space), self._found.get(space)
        landing, whole = self._pixels.landings[space], shapes.one(len(shapes.sizes) // 2)
        parts = (self._pieces[each] > (0 if own is None else np.isin(each, own)) for each in (landing, whole))
        return min(float(part.mean()) for part in parts)

    def _best(self, space: int) -> FittedPiece:
        shapes = self._shapes.of(space)
        sums = np.add.reduceat(self.left[shapes.pixels], shapes.starts)
        k = int(sums.argmax())
        return FittedPiece(space, shapes.one(k), float(sums[k] / shapes.sizes[k]))
