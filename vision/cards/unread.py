"""Where the network sees a card and none was made out: looked for again, and asked about, never passed over."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.ink_unmixing import opened
from vision.cards.place import CardPlace
from vision.cards.segmenter import cell_middles
from vision.cards.visible_cells import inside

# Constants: chosen by hand on invented tables.
_BESIDE_MM = 4.0  # so near a card that was read, it may be that card
_LEAST = 12  # cells: 3 square centimetres, a narrow strip of a card


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
