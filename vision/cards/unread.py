"""Where the network sees a card and none was made out: looked for again, and asked about, never passed over."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.ink_unmixing import opened
from vision.cards.place import CardPlace
from vision.cards.segmenter import CELL_MM, cell_middles
from vision.cards.table_plane import Size
from vision.cards.visible_cells import inside

# Constants: chosen by hand on invented tables.
_BESIDE_MM = 4.0  # so near a card that was read, it may be that card
_LEAST = 12  # cells: 3 square centimetres, a narrow strip of a card
_AS_LARGE, _FILLED = 0.15, 0.85  # of a card's sides, by so much they are off at most; of the rectangle around it


def is_card_shaped(part: np.ndarray, size_mm: Size) -> bool:
    """Whether cells (their middles, N x 2 mm) are a rectangle of a card's size."""
    _, sides, _ = cv2.minAreaRect(part.astype(np.float32))
    sides = np.sort(sides) + CELL_MM
    fits = np.abs(sides / np.sort(size_mm) - 1).max() < _AS_LARGE
    return bool(fits and len(part) * CELL_MM**2 > _FILLED * sides.prod())


def unread_parts(seen: np.ndarray, corner_mm: tuple[float, float], cards: Sequence[CardPlace]) -> list[np.ndarray]:
    """What is left of the cells that show cards (bool, the first at ``corner_mm``) beside the cards that were made out:
    of each part the middles of its cells, N x 2 mm."""
    rows, columns = np.nonzero(seen)
    left = seen.copy()
    left[rows, columns] = ~inside(cell_middles(rows, columns, corner_mm), cards, -_BESIDE_MM).any(0)
    if not left.any() or not (left := opened(left)).any():
        return []
    count, parts = cv2.connectedComponents(left.astype(np.uint8), connectivity=4)
    there = [cell_middles(*np.nonzero(parts == k), corner_mm) for k in range(1, count)]
    return [part for part in there if len(part) >= _LEAST]
