"""Where a card lies alone: what is seen there at a glance is as large as one card.

Squares that are printed to the very edge, and as light as the table, leave no side that is a line, while lines within
look like sides. The shape is seen all the same.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.edge_map import EdgeMap
from vision.cards.place import CardPlace
from vision.cards.pose import outlined, snapped
from vision.cards.segmenter import CELL_MM
from vision.cards.visible_cells import inside

# Constants: chosen by hand on invented tables with cards face down.
_LEAST, _MOST = 0.6, 1.4  # of a card's size, what the network sees that is one
_TURNS = np.radians((-9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0))  # from the way that what is seen is the longest
_BEST = 2  # of these, that have most of an outline
_HELD = 0.85  # of what is seen a card there must hold
_TAKEN = 0.5  # of what is seen a sure card takes up


def seen_alone(flat: EdgeMap, known: Sequence[CardPlace] = ()) -> list[np.ndarray]:
    """What the network sees apart from all else, but from ``known`` cards, that is about as large as a card: of each
    its inner cells, N x 2 mm."""
    seen = flat.cards_seen.likely.astype(np.uint8)
    if known:
        rows, columns = np.nonzero(seen)
        taken = inside((np.stack([columns, rows], -1) + 0.5) * CELL_MM + flat.corner, known, 0).any(0)
        seen[rows[taken], columns[taken]] = 0
    inner = cv2.erode(seen, np.ones((3, 3), np.uint8))  # cards may seem to touch
    count, parts = cv2.connectedComponents(inner, connectivity=4)
    usual = float(np.prod(np.array(flat.size_mm) / CELL_MM - 2))
    each = [np.argwhere(parts == k)[:, ::-1] for k in range(1, count)]
    return [(part + 0.5) * CELL_MM + flat.corner for part in each if _LEAST < len(part) / usual < _MOST]


def places_alone(flat: EdgeMap, sure: Sequence[CardPlace]) -> list[CardPlace]:
    """Places of cards on which nothing lies, and that lie on none, but of the ``sure`` ones; all their sides are taken
    for seen."""
    parts = [part for part in seen_alone(flat) if not any(inside(part, sure, 0).mean(1) > _TAKEN)]
    return [place.taken_for_seen() for part in parts for place in _about(flat, part)]


def places_beside(flat: EdgeMap, known: Sequence[CardPlace]) -> list[CardPlace]:
    """Places of cards on which nothing lies, beside ``known`` ones that may seem to touch them."""
    return [place for part in seen_alone(flat, known) for place in _about(flat, part)]


def _about(flat: EdgeMap, part: np.ndarray) -> list[CardPlace]:
    """The places of a card that is seen in these cells (N x 2 mm), best first."""
    middle = part.mean(0)
    _, _, ((right, down), _) = np.linalg.svd(part - middle, full_matrices=False)
    turn = np.arctan2(down, right) + np.pi / 2 * (flat.size_mm[0] < flat.size_mm[1])
    tried = [(*middle, turn + more) for more in _TURNS]
    near = outlined(flat, snapped(flat, np.array(tried))[:_BEST])
    held = inside(part, near, 0).mean(1)
    return [one for one, share in zip(near, held, strict=True) if share > _HELD]
