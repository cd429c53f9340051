"""Which number a card shows, by the whole of its face: two networks (``vision/training/numbers``) compare it with the
cards that taught each number; and which special card, where it is none of a number.

One makes a map of a face: in every cell, what is printed there, whatever its colours. The other compares such maps,
and says how likely each number is beside none of them. They learned from invented decks that what stands for a number
is what goes with it from card to card; a number that stands in several places, small or half covered, tells itself
so as well.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS
from vision.models import network

DEPTH = 24
"""Of the vector in each cell of a map; one number more says what it is worth."""
CELLS = (CLOSE_UP[0] // 8, CLOSE_UP[1] // 8)
"""Rows and columns of a map: cells of 3 mm."""
FLAT = 12.0
"""Gray levels: a face with no more contrast stays nearly even."""
FACE = 0.5
"""Of what it says, beside the signs of a number: both saw the same picture. Chosen on 556 cards of the
chosen families."""
WHOLE = np.ones((ROWS, COLUMNS), np.float32)
"""All of a face is in sight."""


class FaceNetwork:
    """Faces of one deck that are told apart by what is printed: of each number, or of each special card. Not to be
    shared between threads."""

    def __init__(self, close_ups: Sequence[np.ndarray]) -> None:
        """``close_ups``: of the cards that taught each (N of them; ``Face.close_up``)."""
        self._eye, self._mind = network("number_eye"), network("number_mind")
        self._taught = np.array([self._map(one, WHOLE) for one in close_ups])
        """Maps of the taught cards."""

    @property
    def differs(self) -> np.ndarray:
        """How unlike each other the taught cards are in what the eye takes for numbers, CELLS, 0 to 1."""
        if not len(self._taught):
            return np.zeros(CELLS, np.float32)
        mean = self._taught[:, :DEPTH].mean(0)
        return (1 - (mean**2).sum(0)).reshape(CELLS).astype(np.float32)

    def costs(self, close_up: np.ndarray, visible: np.ndarray) -> np.ndarray:
        """How unlikely each face is this way up (N, natural logarithms of chances; none of them costs 0)."""
        return -self._mind(np.concatenate([self._taught, self._map(close_up, visible)[None]]))[0]

    def _map(self, close_up: np.ndarray, visible: np.ndarray) -> np.ndarray:
        """A face's map (DEPTH + 1 x cells), and which of its cells are in sight."""
        there = cv2.resize(np.ascontiguousarray(visible, np.float32), CELLS[::-1], interpolation=cv2.INTER_AREA)
        shown = self._eye(normalised(close_up, visible)[None]).reshape(DEPTH + 1, -1)
        return np.concatenate([shown, there.reshape(1, -1)])


def normalised(close_up: np.ndarray, visible: np.ndarray) -> np.ndarray:
    """3 x CLOSE_UP float32 of a close-up (uint8 BGR): of mean 0 and deviation 1 where it is in sight (``visible``, ROWS
    x COLUMNS), 0 elsewhere."""
    there = cv2.resize(np.ascontiguousarray(visible, np.float32), CLOSE_UP[::-1], interpolation=cv2.INTER_NEAREST)
    shown, count = close_up.astype(np.float32), max(float(there.sum()), 1.0)
    shown = (shown - (shown * there[..., None]).sum((0, 1)) / count) * there[..., None]
    deviation = np.sqrt((shown**2).sum() / (3 * count))
    return np.ascontiguousarray((shown / (deviation + FLAT)).transpose(2, 0, 1))
