"""How far beside its print a card was taken to lie: of a printed rim, too, a side is seen.

What all numbered cards share near their sides (a rim, a frame, the ends of lettering) is held against what is seen,
slid a little each way: first cell by cell, then by pixels. A card in full sight needs none of this, for its two sides
are as far apart as a card is wide; of one below others, one long side may be all there is.
"""

import cv2
import numpy as np

from vision.cards.print_edges import PIXELS, in_cells

# Constants: chosen by hand on invented decks with printed rims and frames.
_WIDE = 6  # cells from the sides
_REACH, _FINE_REACH = 3, 2  # cells, and pixels about the best of them
_SPARSE = 2  # every second pixel
_VARIES, _FINE_VARIES = 0.01, 0.02  # of variance over the cards: half of a place's weight
_CAP, _FINE_CAP = 0.25, 0.4  # a difference this large is something else, not a worse match
_UNSEEN, _FINE_UNSEEN = 0.06, 0.1  # what it costs not to be in sight: neither as foretold nor otherwise
_CLEARLY = 3.0  # better by so much, a card lies aside


class RimPrint:
    """What the numbered cards of a deck share near their sides."""

    def __init__(self, taught: np.ndarray) -> None:
        """``taught``: how the edges lie (``edge_orientations``) on numbered cards, N x PIXELS x 3."""
        fine = taught.astype(np.float32)
        self._cells = _Ring(np.array([in_cells(one) for one in fine]), _WIDE, 1, _REACH, _VARIES, _CAP, _UNSEEN)
        at = (2 * _WIDE, _SPARSE, 2 * _REACH + _FINE_REACH, _FINE_VARIES, _FINE_CAP, _FINE_UNSEEN)
        self._pixels = _Ring(fine, *at)

    def aside(self, edges: np.ndarray, visible: np.ndarray) -> tuple[float, float] | None:
        """How far to the right and down (cells, as the place lies) the print lies; None where it lies as it should.

        ``edges``: what ``printed`` says of a place, whichever way up the card is; ``visible``: CELLS, 1 in sight.
        """
        cells = in_cells(edges)
        ways = ((1, cells, edges, visible), (-1, cells[::-1, ::-1], edges[::-1, ::-1], visible[::-1, ::-1]))
        reach = range(-_REACH, _REACH + 1)
        steps = np.array([(down, across) for down in reach for across in reach])
        costs = [self._cells.costs(shown, there, steps) for _, shown, _, there in ways]
        sign, _, shown, there = ways[int(np.argmin([cost.min() for cost in costs]))]
        cost = min(costs, key=np.min)
        if cost[len(steps) // 2] - cost.min() < _CLEARLY:
            return None
        near = np.arange(-_FINE_REACH, _FINE_REACH + 1)
        steps = 2 * steps[cost.argmin()] + np.stack(np.meshgrid(near, near, indexing="ij"), -1).reshape(-1, 2)
        there = cv2.resize(np.ascontiguousarray(there), PIXELS[::-1], interpolation=cv2.INTER_NEAREST)
        down, across = steps[self._pixels.costs(shown, there, steps).argmin()] * (sign / 2)
        return float(across), float(down)


class _Ring:
    """What prints (N x rows x columns x 3) share near their sides, at every ``sparse``-th place."""

    def __init__(
        self, taught: np.ndarray, wide: int, sparse: int, reach: int, varies: float, cap: float, unseen: float
    ) -> None:
        rows, columns = taught.shape[1:3]
        ring = np.zeros((rows, columns), bool)
        ring[::sparse, ::sparse], ring[sparse - 1 :: sparse, sparse - 1 :: sparse] = True, True
        ring[wide:-wide, wide:-wide] = False
        down, across = np.nonzero(ring)
        spread = taught.var(0).sum(-1)[ring]
        self._there = np.median(taught, 0)[ring].T.astype(np.float32)
        self._weight = (varies / (spread + varies)).astype(np.float32)
        self._reach, self._row, self._cap, self._unseen = reach, columns + 2 * reach, cap, unseen
        self._home = (down + reach) * self._row + across + reach

    def costs(self, seen: np.ndarray, visible: np.ndarray, steps: np.ndarray) -> np.ndarray:
        """How unlike what is shared a print is where it is ``visible``, if it lies so many places further down and to
        the right (N x 2)."""
        by = (self._reach,) * 4
        *shown, there = (
            cv2.copyMakeBorder(np.ascontiguousarray(part), *by, cv2.BORDER_CONSTANT).ravel()
            for part in (*np.moveaxis(seen, -1, 0), visible)
        )
        at = self._home + (steps @ [self._row, 1])[:, None]
        apart = np.zeros(at.shape, np.float32)
        for one, own in zip(shown, self._there, strict=True):
            apart += (np.take(one, at) - own) ** 2
        apart = np.minimum(apart, self._cap) - self._unseen
        return np.einsum("sp,sp,p->s", apart, np.take(there, at), self._weight)
