"""Pictures made small, in which motion is looked for, and how one of them differs from another."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.photometry.flicker import Flicker
from vision.readings import Point

Disc = tuple[Point, float]
"""Middle and radius, px."""

SMALL_SIZE = (160, 90)
"""Width and height, px."""
_BLUR = 0.8  # px: noise of single pixels is no change; chosen by hand
_EVERY = 13  # pixels: as many as that are enough to tell bands of light by


def small_of(image: np.ndarray) -> np.ndarray:
    """A picture (H x W x 3 uint8 BGR) made small."""
    return cv2.GaussianBlur(cv2.resize(image, SMALL_SIZE, interpolation=cv2.INTER_AREA), (0, 0), _BLUR)


class PictureChange:
    """Compares small pictures of one camera, one after another."""

    def __init__(self) -> None:
        rows, columns = np.divmod(np.arange(0, SMALL_SIZE[0] * SMALL_SIZE[1], _EVERY), SMALL_SIZE[0])
        self._flicker = Flicker(rows, columns, SMALL_SIZE)

    def between(self, now: np.ndarray, before: np.ndarray) -> np.ndarray:
        """How much brighter each pixel is than before (H x W x 3, gray levels), after bands of flickering lamps and a
        change of the whole picture's brightness are taken off."""
        change = cv2.subtract(now, self._flicker.as_lit_now(before, now), dtype=cv2.CV_16S)
        usual: np.ndarray = np.median(change.reshape(-1, 3), axis=0).astype(np.int16)
        return change - usual


def on_discs(discs: Sequence[Disc], size: tuple[int, int], beyond: float = 0.0) -> list[np.ndarray]:
    """By disc where it is in a small picture (H x W bool); ``size``: width and height of the picture that the discs are
    in, ``beyond``: so many of its px around them as well."""
    rows, columns = np.mgrid[: SMALL_SIZE[1], : SMALL_SIZE[0]] + 0.5
    across, down = columns * (size[0] / SMALL_SIZE[0]), rows * (size[1] / SMALL_SIZE[1])
    return [(across - x) ** 2 + (down - y) ** 2 <= (radius + beyond) ** 2 for (x, y), radius in discs]
