"""Pieces that were touched between two pictures, although the same ones stand there: a coin that another joined, or a
pawn in whose place another came. Light and camera must be as they were, so that only hands can have changed them."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engine.components.lights import Spot
from vision.readings import Point

# Chosen on drawn boards: two games of SIXCHEX and one of Spectrum, three lamps, seen while building. Mean change where
# a piece stands, in grey levels: untouched 2.2 to 2.4; a coin that was shifted by 2 mm 4 or more; a pawn that
# another hides partly, or shades, 5 to 21; another colour in its place 48 to 121.
_SHIFTED = 2.0  # times as much as most pieces
_REPLACED = 30.0
_CALM = 5.0  # more than that for most pieces: the light is another, or the camera was moved
_MOST = 3  # pieces that hands change at once; more of them, and it was no hand


def stirred(
    before: np.ndarray, after: np.ndarray, outlines: Mapping[Spot, Sequence[Point]], *, flat: bool
) -> frozenset[Spot]:
    """Which pieces are not as they were in another picture of the same board (both uint8 BGR).

    ``outlines``: pieces that stand there in both, as they are seen, px. ``flat``: they are too low to hide each other,
    so that also a little shift is one of theirs; of others only that another came in their place.
    """
    changed = _changes(before, after, outlines)
    usual = float(np.median(list(changed.values()))) if changed else 0.0
    least = _SHIFTED * usual if flat else _REPLACED
    found = frozenset(spot for spot, change in changed.items() if change > least)
    return found if usual < _CALM and len(found) <= min(_MOST, len(changed) // 2) else frozenset()


def _changes(before: np.ndarray, after: np.ndarray, outlines: Mapping[Spot, Sequence[Point]]) -> dict[Spot, float]:
    """How much the picture has changed where each piece stands, in grey levels."""
    if before.shape != after.shape:
        return {}
    grey = cv2.GaussianBlur(cv2.absdiff(before, after), (5, 5), 0).max(axis=2)
    found = {}
    for spot, outline in outlines.items():
        x, y, wide, high = box = cv2.boundingRect(np.array(outline, np.float32))
        seen = cv2.fillConvexPoly(np.zeros((high, wide), np.uint8), np.round(outline).astype(np.int32) - box[:2], 1)
        part = grey[max(0, y) : y + high, max(0, x) : x + wide]
        here = part[seen[max(0, -y) :, max(0, -x) :][: part.shape[0], : part.shape[1]] > 0]
        found[spot] = float(here.mean()) if here.size else 0.0
    return found
