"""Which number a card shows, by the lines that are printed in the places of its numbers: how they run there, beside
how they run on all of the deck's numbers together.

What all cards share falls out by that: a frame's corner beside a small digit has longer and stronger lines than the
digit, and an eye for signs looks at them instead. Directions of lines stay the same in all colours and on all grounds.
"""

from collections.abc import Sequence

import cv2
import numpy as np

# Constants: chosen by hand, but for how much it says.
_FAINT = 12.0
"""Gray levels a pixel: weaker lines count less."""
_SOFT, _BLUR = 0.8, 1.0  # pixels of a close-up (0.4 mm)
_BLURRED = 4  # pixels: so far what is beyond a cut-out's rim reaches into it
_TINY = 1e-6
_ASIDE, _STEP = 4, 2  # pixels by which a card may lie aside, and between two tries
_SAYS = 8.0
"""Logarithm of a chance that one place says which is the taught number. Chosen with ``_SIGNS`` of ``number_signs``."""

Box = tuple[slice, slice]


class NumberShapes:
    """``close_ups`` (N; ``Face.close_up``): of cards that taught each number; ``places``: the cells in which numbers
    stand, ROWS x COLUMNS, bool; ``boxes``: each with some room around, in pixels of a close-up."""

    def __init__(self, close_ups: Sequence[np.ndarray], places: Sequence[np.ndarray], boxes: Sequence[Box]) -> None:
        self._places, self._boxes = places, boxes
        lines = [lines_of(one) for one in close_ups]
        of_places = [np.array([one[box].ravel() for one in lines]) for box in boxes]
        self._count, self._usual = len(lines), [each.mean(0) for each in of_places]
        self._own = [_unit(each - usual) for each, usual in zip(of_places, self._usual, strict=True)]

    def costs(self, close_up: np.ndarray, visible: np.ndarray) -> np.ndarray:
        """How unlikely each number is this way up (N, natural logarithms of chances). ``visible``: ROWS x COLUMNS."""
        alike = np.zeros(self._count)
        for place, box, usual, own in zip(self._places, self._boxes, self._usual, self._own, strict=True):
            if visible[place].all():
                seen = _around(close_up, box)
                seen -= usual
                cosines = (seen @ own.T) / np.maximum(np.sqrt(np.einsum("ij,ij->i", seen, seen)), _TINY)[:, None]
                alike += cosines.max(0).clip(0) ** 2
        return -_SAYS * alike


def lines_of(shown: np.ndarray) -> np.ndarray:
    """How lines run in a picture (H x W x 3 uint8): cosine and sine of twice their angle, times how clear they are; H x
    W x 2."""
    soft = cv2.GaussianBlur(shown.astype(np.float32), (0, 0), _SOFT)
    dx, dy = (cv2.Scharr(soft, cv2.CV_32F, *way, scale=1 / 32) for way in ((1, 0), (0, 1)))
    along, down, mixed = (dx * dx).sum(-1), (dy * dy).sum(-1), (dx * dy).sum(-1)
    strong = np.sqrt(along + down)
    share = 1 / ((strong + _FAINT) * np.maximum(strong, 1e-3))
    return cv2.GaussianBlur(np.dstack([(along - down) * share, 2 * mixed * share]), (0, 0), _BLUR)


def _around(close_up: np.ndarray, box: Box) -> np.ndarray:
    """The lines in a box, and in those that lie a little aside: one row each."""
    (rows, columns), room = box, _ASIDE + _BLURRED
    size = rows.stop - rows.start, columns.stop - columns.start
    before = [max(room - one.start, 0) for one in box]
    after = [max(one.stop + room - long, 0) for one, long in zip(box, close_up.shape, strict=False)]
    wide = close_up[max(rows.start - room, 0) : rows.stop + room, max(columns.start - room, 0) : columns.stop + room]
    wide = cv2.copyMakeBorder(wide, before[0], after[0], before[1], after[1], cv2.BORDER_REPLICATE)
    lines = lines_of(wide)[_BLURRED:-_BLURRED, _BLURRED:-_BLURRED]
    windows = np.lib.stride_tricks.sliding_window_view(lines, size, axis=(0, 1))[::_STEP, ::_STEP]
    return windows.transpose(0, 1, 3, 4, 2).reshape(-1, 2 * size[0] * size[1])


def _unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), _TINY)
