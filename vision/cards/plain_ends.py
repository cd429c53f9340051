"""Whether a card of one colour ends where it is said to: a larger thing of that colour, as a sheet of paper, has room
for many such cards, and no line tells where they end.
"""

from collections.abc import Sequence

import numpy as np

from vision.cards.bare_table import log_colours
from vision.cards.edge_map import EdgeMap
from vision.cards.place import CardPlace, poses, side_points
from vision.cards.pose import seen_around
from vision.cards.table_plane import Plane, shown_at
from vision.cards.visible_cells import sides_clear
from vision.photometry.srgb import decoded

# Constants: chosen by hand on drawn sheets and on invented tables with plain cards face down.
_BESIDE_MM = 4.0  # on either side of an end, past its blur
_LINE_MM = np.arange(-2.0, 2.1, 0.5)  # so far from an end a line may be its own
_LIKE = 0.15  # logarithm: less unlike is the same colour in light that falls off
_ENOUGH = 5  # points of a side that are in sight
_GOES_ON = 0.5  # of them


def ends(soft: np.ndarray, flat: EdgeMap, plane: Plane, place: CardPlace, above: Sequence[CardPlace]) -> bool:
    """Whether along all its sides, as far as no card ``above`` hides them, a line is seen or the colour changes.
    ``soft``: the picture, uint8 BGR."""
    pose = poses([place])
    clear = sides_clear([place], above)[0].reshape(4, -1)
    line = seen_around(flat, pose, _LINE_MM).any(0).reshape(4, -1)
    within, beyond = (
        log_colours(decoded(shown_at(soft, plane, side_points(pose, place.size_mm, out)[0]) / 255))
        for out in (-_BESIDE_MM, _BESIDE_MM)
    )
    same = (np.abs(beyond - within).max(-1) < _LIKE).reshape(4, -1)
    on = (clear & ~line & same).sum(1)
    return not ((clear.sum(1) >= _ENOUGH) & (on > _GOES_ON * clear.sum(1))).any()
