"""Where a pyramid that was found ends: between its own tint and the sheet's, each pixel at the nearer one.

A lens and a camera's compression smear tints over some pixels. What a pixel takes to look unlike the sheet it has early
beside a red pyramid and late beside a green one, so that the one seems a millimetre wider than the other; half way
between both tints is at the same place for all.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.boards.evidence import likelier_of_tint
from vision.boards.flat_board import FlatBoard
from vision.boards.pyramid_fit import FARTHEST_PX, FittedPyramid, best_fit
from vision.boards.pyramid_silhouettes import SIZES, PyramidSilhouettes

_CLEARLY = 0.5  # evidence of a pixel: chosen by hand
_A_PIECE = 1.0  # evidence: less is nothing


class PyramidEdges:
    """Of all pyramids that were ``found`` in one picture."""

    def __init__(self, board: FlatBoard, found: Sequence[FittedPyramid], shapes: PyramidSilhouettes) -> None:
        self._board, self._shapes = board, shapes
        self._owners = np.full(board.labels.shape, -1)
        for one in sorted(found, key=lambda each: -shapes.distance(each.place)):  # those in front hide the others
            self._owners.reshape(-1)[one.pixels] = one.place

    def refined(self, one: FittedPyramid, in_sight: np.ndarray) -> FittedPyramid:
        """The same, with gains and pixels by its edges. ``in_sight``: its pixels that no other hides."""
        shapes = self._shapes.of(one.place)
        low = np.min([shape.low for shape in shapes], axis=0) - FARTHEST_PX
        high = np.max([shape.low + shape.mask.shape[::-1] for shape in shapes], axis=0) + FARTHEST_PX
        seen = self._evidence(one, in_sight, low, high)
        gains, best = np.full(len(SIZES), -np.inf), (shapes[0], low)
        for shape in shapes:
            (x, y), (height, width) = shape.low - FARTHEST_PX - low, np.array(shape.mask.shape) + 2 * FARTHEST_PX
            gain, shift = best_fit(seen[y : y + height, x : x + width], shape.mask)
            if gain > gains.max():
                best = shape, shift
            gains[shape.size] = max(gains[shape.size], gain)
        explained = float(gains.max()) / max(_connected(seen, best[0].mask, best[0].low + best[1] - low), _A_PIECE)
        return replace(one, gains=gains, pixels=best[0].pixels(best[1], self._board.labels.shape), explained=explained)

    def _evidence(self, one: FittedPyramid, in_sight: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """For this pyramid, from column and row ``low`` to ``high``; none outside, and where another hides it."""
        tints = np.median(self._board.colours.reshape(-1, 3)[in_sight, 1:], axis=0)
        inside = np.clip([low, high], 0, self._board.labels.shape[::-1])
        (left, top), (right, bottom) = inside
        window = np.s_[top:bottom, left:right]
        seen = likelier_of_tint(self._board, tints, window)
        owners = self._owners[window]
        seen[(owners >= 0) & (owners != one.place)] = 0
        (before_x, before_y), (after_x, after_y) = inside[0] - low, high - inside[1]
        return np.pad(seen, ((before_y, after_y), (before_x, after_x)))


def _connected(seen: np.ndarray, mask: np.ndarray, at: np.ndarray) -> float:
    """All evidence (H x W) that hangs together with what a mask covers, whose first pixel is there (column, row)."""
    (column, row), (high, wide) = at, mask.shape
    _, parts = cv2.connectedComponents((seen > _CLEARLY).astype(np.uint8), connectivity=4)
    touched = np.unique(parts[row : row + high, column : column + wide][mask > 0])
    return float(seen[np.isin(parts, touched[touched > 0])].sum())
