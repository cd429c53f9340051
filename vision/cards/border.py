"""The border of the mat's play area is no card's side, though the corner of a tray's floor looks like a card's."""

import numpy as np

from vision.cards.find import SIDES, Place
from vision.cards.plane import CARD_MM
from vision.mat import Mat

_PARALLEL, _ON_IT_MM = 0.07, 2.5


def without_border(place: Place, mat: Mat) -> Place:
    """The place as it is seen when what lies along the border counts as not seen. ``place`` in mm of the mat."""
    off = (place.turn + np.pi / 4) % (np.pi / 2) - np.pi / 4  # from the nearest way a side lies along the border
    if abs(off) > _PARALLEL or not place.seen:
        return place
    x, y, width, height = mat.play
    points = place.to_table(SIDES + np.array(CARD_MM) / 2)
    upright = abs(np.cos(place.turn)) > 0.5
    level = np.repeat([upright, not upright] * 2, len(points) // 4)  # sides that lie as the border's top and bottom do
    away = np.where(level[:, None], points[:, 1:] - [y, y + height], points[:, :1] - [x, x + width])
    seen = np.array(place.seen) & (np.abs(away) > _ON_IT_MM).all(1)
    return Place.of(place.x, place.y, place.turn, seen)
