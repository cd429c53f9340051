"""Where cards with worn sides lie: by an edge that runs along all four sides, as far within each.

Worn white, a side is seen here at the card's own edge and there where the wear ends, or at the inner edge of a printed
border: each card then seems to lie a millimetre or two aside, every one another way. The same edge on all four sides
says where its middle is, whichever edge that is; which, the cards of a deck say together (``outline_choice``).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.edge_map import EdgeMap
from vision.cards.place import CardPlace, poses
from vision.cards.pose import SLIDE, best_slide, outlined, seen_around, sides_around, slid

# Constants: chosen by hand on worn decks of the chosen families.
_STEP = 0.5  # mm, as SLIDE has
_MOST = 8  # such steps within the sides: wear, or a printed border
_STRAY = 0.01  # of a side, a millimetre by which a place is slid

INSETS = _MOST + 1
"""In so many ways a card is looked for: by its sides, and by edges further and further within."""


def inset_places(flat: EdgeMap, places: Sequence[CardPlace]) -> list[list[CardPlace]]:
    """Each of ``places`` where it lies by an edge along all four sides, so far within them: INSETS x N."""
    pose, far, count = poses(places), np.abs(SLIDE), len(SLIDE)
    seen = seen_around(flat, pose, np.arange(SLIDE[0] - _MOST * _STEP, SLIDE[-1] + _STEP / 2, _STEP))
    out = []
    for k in range(INSETS):
        top, right, bottom, left = sides_around(seen[_MOST - k : _MOST - k + count])
        score = (right + left)[..., None] + (top + bottom)[:, None] - _STRAY * (far[:, None] + far)
        width, height = flat.size_mm
        within = flat.sized((width - 2 * k * _STEP, height - 2 * k * _STEP))
        found = outlined(within, slid(pose, *best_slide(score)))
        out.append([replace(place, size_mm=flat.size_mm) for place in found])
    return out
