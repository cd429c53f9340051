"""Was the camera knocked, where no mat tells? What stands still in one picture must lie where it lay in the one before.

Corners of anything at all (the grain of the table, a cloth, a book) are followed from picture to picture, forth and
back (Lucas and Kanade 1981; Kalal et al. 2010). Where most of those that can be followed went the same way, it was
the camera that moved, or the table under it; dice that were rolled go each their own way and cannot be followed. A
table without any grain tells nothing here; there the dice that stayed tell it, to those who compare how they lie.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.markers import gray_of
from vision.readings import Point

# Constants: chosen by hand on simulated tables and cloths; windows and levels are OpenCV's usual ones.
_SIDE = 640
_MOST, _QUALITY, _APART_PX = 240, 0.01, 8.0
_WINDOW, _LEVELS = 21, 3
_BACK_PX = 0.7  # followed forth and back, a corner must come out where it was
_LEAST = 12
_TOGETHER, _OFF_PX = 0.6, 1.5  # this part of all must agree on one motion, to within so much
_MOVED_PX = 2.0
_SAME_PLACE = 0.004  # longer sides of the picture


class CameraShiftWatch:
    """Shown every picture that is read; not to be shared between threads."""

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        self._knocked: np.ndarray | None = None

    def see(self, image: np.ndarray, places: Sequence[Point]) -> bool:
        """Whether the camera moved since the picture (uint8 BGR) before, or had when these dice came to lie where they
        lie. ``places``: their middles, px."""
        long = max(image.shape[:2])
        small = cv2.resize(gray_of(image), None, fx=_SIDE / long, fy=_SIDE / long, interpolation=cv2.INTER_AREA)
        before, self._before = self._before, small
        now = np.sort(np.array(places, float).reshape(-1, 2), axis=0) / long
        moved = before is not None and before.shape == small.shape and moved_px(before, small) > _MOVED_PX
        if not moved and (self._knocked is None or not _same(now, self._knocked)):
            self._knocked = None
            return False
        self._knocked = now
        return True


def moved_px(before: np.ndarray, now: np.ndarray) -> float:
    """How far what stands still went between two pictures (uint8 gray, the same shape); 0 where nothing can be told."""
    start = cv2.goodFeaturesToTrack(before, _MOST, _QUALITY, _APART_PX)
    if start is None or len(start) < _LEAST:
        return 0.0
    how = {"winSize": (_WINDOW, _WINDOW), "maxLevel": _LEVELS}
    there, found, _ = cv2.calcOpticalFlowPyrLK(before, now, start, None, **how)
    back, again, _ = cv2.calcOpticalFlowPyrLK(now, before, there, None, **how)
    start, there, back = (points.reshape(-1, 2) for points in (start, there, back))
    good = (found.ravel() > 0) & (again.ravel() > 0) & (np.linalg.norm(back - start, axis=1) < _BACK_PX)
    if good.sum() < _LEAST:
        return 0.0
    motion, agree = cv2.estimateAffinePartial2D(start[good], there[good], ransacReprojThreshold=_OFF_PX)
    if motion is None or agree.mean() < _TOGETHER:
        return 0.0
    return float(np.median(np.linalg.norm((there - start)[good][agree.ravel() > 0], axis=1)))


def _same(places: np.ndarray, others: np.ndarray) -> bool:
    return len(places) == len(others) and bool(np.all(np.abs(places - others) < _SAME_PLACE))
