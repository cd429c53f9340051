"""Where the network surely sees a card and none was made out: said and asked about, never passed over."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.find import Place
from vision.cards.glance import CELL_MM
from vision.cards.makeup import opened
from vision.cards.plane import CARD_MM

_BESIDE_MM = 4.0  # so near a card that was read, it may be that card
_LEAST = 12  # cells: 3 square centimetres, a narrow strip of a card


def unread(surely: np.ndarray, corner_mm: tuple[float, float], cards: Sequence[Place]) -> list[np.ndarray]:
    """Corners (4 x 2 mm) of what is left of the cells that show cards (bool, the first at ``corner_mm``) beside the
    cards that were made out."""
    if not surely.any():
        return []
    rows, columns = np.nonzero(surely)
    middles = _middles(rows, columns, corner_mm)
    left = surely.copy()
    left[rows, columns] = ~np.any([np.zeros(len(rows), bool), *(_covers(card, middles) for card in cards)], 0)
    left = opened(left)
    if not left.any():
        return []
    count, parts = cv2.connectedComponents(left.astype(np.uint8), connectivity=4)
    there = [_middles(*np.nonzero(parts == k), corner_mm) for k in range(1, count)]
    return [cv2.boxPoints(cv2.minAreaRect(part.astype(np.float32))) for part in there if len(part) >= _LEAST]


def _middles(rows: np.ndarray, columns: np.ndarray, corner_mm: tuple[float, float]) -> np.ndarray:
    """N x 2 mm."""
    return (np.stack([columns, rows], -1) + 0.5) * CELL_MM + corner_mm


def _covers(card: Place, points: np.ndarray) -> np.ndarray:
    c, s = np.cos(card.turn), np.sin(card.turn)
    own = np.abs((points - [card.x, card.y]) @ np.array([[c, -s], [s, c]]))
    return (own < np.array(CARD_MM) / 2 + _BESIDE_MM).all(-1)
