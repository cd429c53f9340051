"""Where cards are seen, at a glance: a small network looks at the flat picture, 1.25 mm a pixel.

It was trained on invented pictures (``vision.training``) of all kinds of decks and tables. Edges elsewhere, of the
mat, of dice, of a hand, then need not be looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.models import network

# Constants: scale and cells are the network's (vision/training/cards/train.py); what counts as seen was chosen by
# hand on invented tables that it had not learned from.
PX_PER_MM = 0.8
CELL = 4
"""Pixels of the network's picture a cell of its answer: 5 mm."""
_WHOLE = 16  # px: what the network halves four times
_SEEN = -1.8  # a chance of 0.14, as the network says it, that a card is seen: less is the table
_LIKELY, _SURELY = 1.0, 3.0  # chances of 0.73 and 0.95
_BESIDE = 5  # cells: the square about such a cell that counts

CELL_MM = CELL / PX_PER_MM


@dataclass(frozen=True, slots=True, eq=False)
class CardMask:
    """Of a flat picture (H x W): where cards are or end nearby (``near``, H x W bool), and in which cells of 5 mm a
    card is seen, ``likely`` or ``surely`` (bool)."""

    near: np.ndarray
    likely: np.ndarray
    surely: np.ndarray

    @classmethod
    def blind(cls, image: np.ndarray) -> "CardMask":
        """Of a picture (H x W x 3) that was not looked at: cards may be anywhere, and are surely nowhere."""
        nowhere = np.zeros((0, 0), bool)
        return cls(np.ones(image.shape[:2], bool), nowhere, nowhere)


class CardSegmenter:
    """The network, ready to look. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = network("cards")

    def segment(self, image: np.ndarray) -> CardMask:
        """A flat picture (uint8 BGR, 1 px a mm) at a glance."""
        high, wide = image.shape[:2]
        said = self._net(blob(cv2.resize(image, None, fx=PX_PER_MM, fy=PX_PER_MM, interpolation=cv2.INTER_AREA)))[0, 0]
        near = cv2.dilate((said > _SEEN).astype(np.uint8), np.ones((_BESIDE, _BESIDE), np.uint8))
        near = cv2.resize(near, None, fx=CELL_MM, fy=CELL_MM, interpolation=cv2.INTER_NEAREST)[:high, :wide] > 0
        inside = np.arange(said.shape[0])[:, None] < high / CELL_MM, np.arange(said.shape[1]) < wide / CELL_MM
        return CardMask(near, *((said > least) & inside[0] & inside[1] for least in (_LIKELY, _SURELY)))


def blob(small: np.ndarray) -> np.ndarray:
    """1 x 3 x H x W for the network, of a picture in its scale; what is too little for whole sixteens repeats the
    border."""
    high, wide = small.shape[:2]
    small = cv2.copyMakeBorder(small, 0, -high % _WHOLE, 0, -wide % _WHOLE, cv2.BORDER_REPLICATE)
    return cv2.dnn.blobFromImage(small, 1 / 255)


def cell_middles(rows: np.ndarray, columns: np.ndarray, corner_mm: Sequence[float] | np.ndarray) -> np.ndarray:
    """The middles (... x 2 mm) of the cells in these ``rows`` and ``columns``, the first cell at ``corner_mm``."""
    return (np.stack([columns, rows], -1) + 0.5) * CELL_MM + corner_mm
