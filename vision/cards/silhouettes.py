"""Where a card lies alone: what is seen there at a glance is as large as one card.

Squares that are printed to the very edge, and as light as the table, leave no side that is a line, while lines within
look like sides. The shape is seen all the same.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.cards.edge_map import EdgeMap
from vision.cards.place import SIDE_POINTS, CardPlace
from vision.cards.pose import outlined, snapped
from vision.cards.segmenter import CELL_MM
from vision.cards.visible_cells import inside

# Constants: chosen by hand on invented tables with cards face down.
_SIZE = 0.55, 1.2
"""How large what is seen is, in cards: the network sees less of one than there is."""
_TURNS = np.radians((-9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0))
"""From the way it is the longest."""
_BEST = 2
_HELD = 0.85  # of what is seen a card there must hold
_TAKEN = 0.5  # of what is seen a sure card takes up


def places_alone(flat: EdgeMap, sure: Sequence[CardPlace]) -> list[CardPlace]:
    """Places of cards on which nothing lies, and that lie on none, but of the ``sure`` ones; all their sides are taken
    for seen."""
    count, parts = cv2.connectedComponents(flat.cards_seen.likely.astype(np.uint8), connectivity=4)
    cells = [np.argwhere(parts == k)[:, ::-1] for k in range(1, count)]
    out: list[CardPlace] = []
    for part in ((there + 0.5) * CELL_MM + flat.corner for there in cells):
        if not _SIZE[0] < len(part) * CELL_MM**2 / np.prod(flat.size_mm) < _SIZE[1]:
            continue
        if not any(share > _TAKEN for share in inside(part, sure, 0).mean(1)):
            out += _about(flat, part)
    return out


def _about(flat: EdgeMap, part: np.ndarray) -> list[CardPlace]:
    """The places of a card that is seen in these cells (N x 2 mm), best first."""
    middle = part.mean(0)
    _, _, ((right, down), _) = np.linalg.svd(part - middle, full_matrices=False)
    turn = np.arctan2(down, right) + np.pi / 2 * (flat.size_mm[0] < flat.size_mm[1])
    tried = [(*middle, turn + more) for more in _TURNS]
    near = outlined(flat, snapped(flat, np.array(tried))[:_BEST])
    every = (True,) * len(SIDE_POINTS)
    whole = [replace(one, score=0.0, sides=(1.0,) * 4, seen=every) for one in near]
    held = inside(part, whole, 0).mean(1)
    return [one for one, share in zip(whole, held, strict=True) if share > _HELD]
