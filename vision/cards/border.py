"""The border of the mat's play area is no card's side, though the corner of a tray's floor looks like a card's."""

from collections.abc import Sequence

import numpy as np

from vision.cards.edge_map import EdgeMap
from vision.cards.place import CardPlace, poses, side_points
from vision.cards.pose import SLIDE, best_slide, outlined, seen_around, sides_around, slid
from vision.geometry.mat import Mat

# Constants: chosen by hand on invented decks with printed rims, laid beside the border.
_PARALLEL, _ON_IT_MM = 0.07, 2.5
ALONG = 2 / 3
"""What counts a side of a whole card that is seen along the border: it may be the border's."""
_OTHER_MM = 1.2  # nearer, it is the same place
_STRAY = 0.01  # of a side, a millimetre by which a place is slid


def without_border(places: Sequence[CardPlace], mat: Mat) -> list[CardPlace]:
    """The places as they are seen when what lies along the border counts as not seen. ``places`` in mm of the mat."""
    if not places:
        return []
    pose, seen = poses(places), np.array([place.seen for place in places], bool)
    size_mm = places[0].size_mm
    clear, along = _off_border(side_points(pose, size_mm), pose[:, 2], mat)
    again = CardPlace.all_of(pose, seen & clear, size_mm)
    return [new if changed else place for place, new, changed in zip(places, again, along, strict=True)]


def slid_onto_outlines(flat: EdgeMap, places: Sequence[CardPlace], mat: Mat) -> list[CardPlace]:
    """Places of cards on which nothing lies, slid to where most of all four sides is seen, and to the next best such
    place: a side may be seen of a printed rim, too, and another's beyond the other side."""
    if not places:
        return []
    pose = poses(places)
    clear = np.array([_off_border(side_points(pose, flat.size_mm, out), pose[:, 2], mat)[0] for out in SLIDE])
    top, right, bottom, left = sides_around(seen_around(flat, pose) * np.where(clear, 1, ALONG))
    far = np.abs(SLIDE)
    score = (right + left)[..., None] + (top + bottom)[:, None] - _STRAY * (far[:, None] + far)
    first = best_slide(score)
    near = np.array([np.abs(SLIDE - by[:, None]) < _OTHER_MM for by in first])  # 2 x N x slides
    second = best_slide(np.where(near[0][..., None] & near[1][:, None], -np.inf, score))
    return outlined(flat, np.concatenate([slid(pose, *first), slid(pose, *second)]))


def _off_border(points: np.ndarray, turn: np.ndarray, mat: Mat) -> tuple[np.ndarray, np.ndarray]:
    """Which points of sides (N x 56 x 2 mm) do not lie along the border (N x 56 bool); and of which cards, turned so,
    some sides may (N bool)."""
    along = np.abs((turn + np.pi / 4) % (np.pi / 2) - np.pi / 4) <= _PARALLEL
    upright = np.abs(np.cos(turn)) > 0.5
    level = np.where(upright[:, None], [True, False] * 2, [False, True] * 2).repeat(points.shape[1] // 4, 1)
    x, y, width, height = mat.play
    across, down = np.moveaxis(points, -1, 0)
    beside, below = (
        np.minimum(np.abs(at - first), np.abs(at - first - size)) > _ON_IT_MM
        for at, first, size in ((across, x, width), (down, y, height))
    )
    return np.where(level, below, beside) | ~along[:, None], along
