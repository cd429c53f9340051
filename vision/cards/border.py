"""The border of the mat's play area is no card's side, though the corner of a tray's floor looks like a card's."""

from collections.abc import Sequence

import numpy as np

from vision.cards.find import Place, poses, side_points
from vision.mat import Mat

_PARALLEL, _ON_IT_MM = 0.07, 2.5


def without_border(places: Sequence[Place], mat: Mat) -> list[Place]:
    """The places as they are seen when what lies along the border counts as not seen. ``places`` in mm of the mat."""
    if not places:
        return []
    pose, seen = poses(places), np.array([place.seen for place in places], bool)
    turn = pose[:, 2]
    along = np.abs((turn + np.pi / 4) % (np.pi / 2) - np.pi / 4) <= _PARALLEL  # some sides lie along the border
    upright = np.abs(np.cos(turn)) > 0.5
    level = np.where(upright[:, None], [True, False] * 2, [False, True] * 2).repeat(seen.shape[1] // 4, 1)
    x, y, width, height = mat.play
    across, down = np.moveaxis(side_points(pose), -1, 0)
    beside, below = (
        np.minimum(np.abs(at - first), np.abs(at - first - size)) > _ON_IT_MM
        for at, first, size in ((across, x, width), (down, y, height))
    )
    clear = np.where(level, below, beside) | ~along[:, None]
    again = Place.all_of(pose, seen & clear)
    return [new if changed else place for place, new, changed in zip(places, again, along, strict=True)]
