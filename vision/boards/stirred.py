"""Pieces that were touched between two pictures, although the same ones stand there: a coin that another joined, or a
pawn in whose place another came. Light and camera must be as they were, so that only hands can have changed them."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engine.components.lights import Spot
from vision.photometry.channels import largest_channel
from vision.readings import Point

# Constants: chosen on drawn boards. Coins: 90 that were put down anew by somebody careless, 1,260 left alone, three
# lamps; what changed along the edge, as a multiple of what did so along most: left alone at most 1.3, put down anew at
# least 4.8, even half a millimetre beside. Pawns: a game of Spectrum, grey levels: left alone 2.2 to 2.4; one that
# another hides partly, or shades, 5 to 21; another colour in its place 48 to 121.
_SHIFTED = 2.0
_REPLACED = 30.0
_EDGE = 0.25  # of a piece's width, to both sides of its outline
_ALONG = 90  # percentile: a shift shows on two sides of an edge
_SMOOTH = 7  # pixels, over which noise is taken out
_CALM = 5.0  # more than that for most pieces: the light is another, or the camera was moved
_MOST = 3  # pieces that hands change at once; more of them, and it was no hand


def stirred(
    before: np.ndarray, after: np.ndarray, outlines: Mapping[Spot, Sequence[Point]], *, flat: bool
) -> frozenset[Spot]:
    """Which pieces are not as they were in another picture of the same board (both uint8 BGR).

    ``outlines``: pieces that stand there in both, as they are seen, px. ``flat``: they are too low to hide each other,
    so that also a little shift is one of theirs; of others only that another came in their place.
    """
    if before.shape != after.shape or not outlines:
        return frozenset()
    changed = {spot: _change(before, after, np.array(outline), flat=flat) for spot, outline in outlines.items()}
    usual = float(np.median(list(changed.values())))
    least = _SHIFTED * usual if flat else _REPLACED
    found = frozenset(spot for spot, change in changed.items() if change > least)
    return found if usual < _CALM and len(found) <= min(_MOST, len(changed) // 2) else frozenset()


def _change(before: np.ndarray, after: np.ndarray, outline: np.ndarray, *, flat: bool) -> float:
    """How much the picture has changed where a piece stands, or along the edge of a flat one, in grey levels."""
    left, top, wide, high = cv2.boundingRect(outline.astype(np.float32))
    edge = max(2, round(_EDGE * wide))
    left, top = max(0, left - 2 * edge), max(0, top - 2 * edge)
    part = np.s_[top : top + high + 4 * edge, left : left + wide + 4 * edge]
    change = cv2.GaussianBlur(cv2.subtract(after[part], before[part], dtype=cv2.CV_32F), (_SMOOTH, _SMOOTH), 0)
    grey = largest_channel(np.abs(change))
    inside = cv2.fillConvexPoly(np.zeros(grey.shape, np.uint8), np.round(outline - (left, top)).astype(np.int32), 1)
    if not flat:
        return float(grey[inside > 0].mean()) if inside.any() else 0.0
    reach = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * edge + 1, 2 * edge + 1))
    along = cv2.dilate(inside, reach) - cv2.erode(inside, reach)
    return float(np.percentile(grey[along > 0], _ALONG)) if along.any() else 0.0
