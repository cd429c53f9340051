"""A card's face as a grid of cells, each with the light it sends back."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.place import CardPlace
from vision.cards.table_plane import Plane
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR

# Constants: cells are as large as a digit in a corner and a hue need; levels that count as clipped were chosen by
# hand.
ROWS, COLUMNS = 56, 40
"""Fine cells: about 1.6 mm, what a digit in a corner needs."""
BLOCK = 4
"""Fine cells a side in a coarse cell: about 6.3 mm, what a hue needs."""
COARSE = (ROWS // BLOCK, COLUMNS // BLOCK)
CLOSE_UP = (4 * ROWS, 4 * COLUMNS)
"""Rows and columns of a card looked at closely: about 0.4 mm a pixel, what is printed small."""
CLIPPED, LOST = 249, 190


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One card as it is seen. ``colour``: rows x columns x 3 (BGR), parts of white paper in the same place.

    ``light``: what white paper would show there, linear, same shape. ``usable``: 0 where a channel clips. ``patch``:
    the same, cut out of the picture at twice the cells, uint8. ``picture``: what it was cut out of, and where (``px``,
    of the patch's pixels).
    """

    colour: np.ndarray
    light: np.ndarray
    usable: np.ndarray
    patch: np.ndarray
    picture: np.ndarray
    px: np.ndarray

    def turned(self) -> "Face":
        """The same card the other way up."""
        return Face(
            *(part[::-1, ::-1] for part in (self.colour, self.light, self.usable, self.patch)),
            self.picture,
            self.px[::-1, ::-1],
        )

    def close_up(self) -> np.ndarray:
        """The patch with twice as many pixels each way (``CLOSE_UP``), uint8: as many as the picture has."""
        px = cv2.resize(np.ascontiguousarray(self.px), CLOSE_UP[::-1], interpolation=cv2.INTER_LINEAR)
        return cv2.remap(self.picture, px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def cells(rows: int, columns: int, fine: int = 1) -> np.ndarray:
    """Middles of the cells on the card from its top left, as parts of its size: rows x columns x 2."""
    x = (np.arange(columns * fine) + 0.5) / columns / fine
    y = (np.arange(rows * fine) + 0.5) / rows / fine
    return np.stack(np.meshgrid(x, y), -1)


_STRIDE = 8  # of the cut-out's pixels: between them, a lens bends nothing
_POSTS = cells(2 * ROWS // _STRIDE, 2 * COLUMNS // _STRIDE)
_WIDE = cells(*COARSE)
_LINEAR = LINEAR.astype(np.float32)


def cut_faces(soft: np.ndarray, plane: Plane, light: Illumination | None, places: Sequence[CardPlace]) -> list[Face]:
    """The faces at some places in the (slightly blurred) picture, in fine cells, as each place's turn says."""
    if not places:
        return []
    lights = _lights_on(light, places)
    bounds = np.where(light.lost, LOST, CLIPPED) if light is not None else CLIPPED
    return [_cut_out(soft, px, there, bounds) for px, there in zip(_pixels(plane, places), lights, strict=True)]


def cut_patches(soft: np.ndarray, plane: Plane, places: Sequence[CardPlace]) -> list[np.ndarray]:
    """What a picture shows at some places, as it is: the ``patch`` of each face."""
    return [_shown(soft, px) for px in _pixels(plane, places)]


def _pixels(plane: Plane, places: Sequence[CardPlace]) -> list[np.ndarray]:
    """Where in the picture the pixels of the cut-outs at some places lie."""
    posts = plane.project(np.array([place.to_table(_POSTS * place.size_mm) for place in places])).astype(np.float32)
    return [_between(px) for px in posts]


def _shown(soft: np.ndarray, px: np.ndarray) -> np.ndarray:
    return cv2.remap(soft, px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def _cut_out(soft: np.ndarray, px: np.ndarray, light: np.ndarray, clipped: np.ndarray | int) -> Face:
    """The face at these pixels of the picture, in the light that is told in coarse cells."""
    shown = _shown(soft, px)
    value = cv2.resize(cv2.LUT(shown, _LINEAR), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    bright = cv2.dilate(shown, np.ones((2, 2), np.uint8), anchor=(0, 0))
    usable = cv2.resize(bright, (COLUMNS, ROWS), interpolation=cv2.INTER_NEAREST) < clipped
    there = cv2.resize(light, (COLUMNS, ROWS), interpolation=cv2.INTER_LINEAR)
    height, width = soft.shape[:2]
    x, y = np.moveaxis(px[::2, ::2], -1, 0)
    usable &= ((x > 0) & (x < width - 1) & (y > 0) & (y < height - 1))[..., None]
    return Face(value / there, there, usable.astype(np.float32), shown, soft, px)


def _between(posts: np.ndarray) -> np.ndarray:
    """Pixels of all of the cut-out from those of its posts: straight lines between them, and on beyond the last."""
    wide = np.concatenate([2 * posts[:1] - posts[1:2], posts, 2 * posts[-1:] - posts[-2:-1]])
    wide = np.concatenate([2 * wide[:, :1] - wide[:, 1:2], wide, 2 * wide[:, -1:] - wide[:, -2:-1]], 1)
    size = (wide.shape[1] * _STRIDE, wide.shape[0] * _STRIDE)
    return cv2.resize(wide, size, interpolation=cv2.INTER_LINEAR)[_STRIDE:-_STRIDE, _STRIDE:-_STRIDE]


def _lights_on(light: Illumination | None, places: Sequence[CardPlace]) -> np.ndarray:
    """The light on places in coarse cells, N x COARSE x 3 float32; plain white where no mat tells it."""
    if light is None:
        return np.ones((len(places), *COARSE, 3), np.float32)
    return light.at(np.array([place.to_table(_WIDE * place.size_mm) for place in places])).astype(np.float32)


def coarse(values: np.ndarray) -> np.ndarray:
    """Fine cells (..., ROWS, COLUMNS, C) averaged to coarse ones."""
    shape = (*values.shape[:-3], COARSE[0], BLOCK, COARSE[1], BLOCK, values.shape[-1])
    return values.reshape(shape).mean((-4, -2))


def by_channel(values: np.ndarray) -> np.ndarray:
    """Cells (... x cells x 3) channel by channel, ... x 3 x cells: rows of three are slow to go through."""
    return np.ascontiguousarray(values.swapaxes(-1, -2))


def blocks(values: np.ndarray) -> np.ndarray:
    """Fine cells (..., ROWS, COLUMNS, C) gathered by coarse cell: (..., coarse cells, fine cells, C)."""
    head, last = values.shape[:-3], values.shape[-1]
    split = values.reshape(*head, COARSE[0], BLOCK, COARSE[1], BLOCK, last)
    return np.moveaxis(split, -3, -4).reshape(*head, COARSE[0] * COARSE[1], BLOCK * BLOCK, last)
