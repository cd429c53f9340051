"""Does a die stand on another? Then more than one die is seen where one die lying flat would be.

Seen obliquely, two dice on top of each other look like one die with too much below it: the fitted solid explains the
upper die, and the lower one's sides stick out of its silhouette. So: what of the picture around a die is neither table
nor shadow nor any die that was found? If that is much, a second die is tried below it in all places where it could
carry the first. It counts what it explains, less what it would show and the picture does not, less what is left over:
a card or a pencil beside a die is left over.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.contours import DieShape
from vision.find import Found
from vision.light import LINEAR, Light, encoded
from vision.seen import Trouble
from vision.shapes import placed, solid
from vision.table import PX_PER_MM, Table

_UNLIKE = 0.11  # on the encoded curve: further from the table's colour, shadows allowed, is something else
_REACH = 1.7  # of a die's size: what is further away does not belong to it
_LEAST = 0.02  # of a top's area: less that is unexplained is noise
_OFF = np.linspace(-0.4, 0.4, 7)  # of a size: a die carries another no further off its middle
_ANGLES = 6
_LEFT_OVER = 0.5
_DARK, _IN_SHADOW = 0.5, 0.3  # of the table's light: where a side in the dark may be taken for shadow, it counts less
_GAIN = 0.02  # of a top's area
_SHARE = 0.5  # of what was to be explained: a neighbour, a card or a pencil leaves more over
_NAMES = {"d6": "cube", "d12": "dodecahedron"}


@dataclass(frozen=True, slots=True)
class Below:
    """The best second die below one that was found. ``gain``: what it explains beyond the upper die alone, in parts of
    the top's area; ``unexplained``: all that was to be explained, in the same unit; ``shape``: None where none fits."""

    gain: float
    unexplained: float
    shape: DieShape | None

    @property
    def there(self) -> bool:
        """A second die explains enough of what is seen, and most of it."""
        return self.gain > _GAIN and self.gain > _SHARE * self.unexplained


def trouble(upper: Sequence[Found]) -> Trouble:
    """What to tell the players, where these dice stand on others."""
    kinds = [_NAMES[die.shape.kind] for die in upper]
    details = {"mat_xy_mm": [[round(die.x, 1), round(die.y, 1)] for die in upper]}
    if len(kinds) == 1:
        words = f"A {kinds[0]} stands on another die; take it down and lay it beside the other, or roll both again."
    else:
        words = f"{len(kinds)} dice stand on others; take the upper ones down and lay them beside, or roll them again."
    return Trouble("stacked", words, details)


def below(
    table: Table, light: Light, ground: np.ndarray, taken: np.ndarray, die: Found, shapes: Sequence[DieShape]
) -> Below:
    """The die below ``die``, if any. ``taken``: the flat picture with 1 where dice lying flat would be seen;
    ``shapes``: those that the lower one may have."""
    rows, columns, unlike, dark = _around(table, light, ground, die)
    free = taken[rows, columns] == 0
    area = (die.shape.size * PX_PER_MM) ** 2
    count = float((unlike & free).sum())
    if count < _LEAST * area:
        return Below(0.0, count / area, None)
    pays = np.where(unlike, 1.0 + _LEFT_OVER, np.where(dark, -_IN_SHADOW, -1.0)) * free
    best, which = 0.0, None
    for shape in shapes:
        for outline in _outlines(table, die, shape):
            mask = np.zeros(pays.shape, np.uint8)
            cv2.fillConvexPoly(mask, cv2.convexHull(outline - [columns.start, rows.start]), 1)
            gain = float(pays[mask > 0].sum()) - _LEFT_OVER * count
            if gain > best:
                best, which = gain, shape
    return Below(best / area, count / area, which)


def _around(table: Table, light: Light, ground: np.ndarray, die: Found) -> tuple[slice, slice, np.ndarray, np.ndarray]:
    """The window of the flat picture around a die, and what in it is neither table nor shadow, and what is dark."""
    middle = table.flat(np.array([die.x, die.y, die.shape.size / 2]))
    reach = _REACH * die.shape.size * PX_PER_MM
    low = np.clip(np.rint(middle - reach).astype(int), 0, None)
    high = np.minimum(np.rint(middle + reach).astype(int), [table.width, table.height])
    rows, columns = slice(low[1], high[1]), slice(low[0], high[0])
    pixels = LINEAR[cv2.blur(table.image[rows, columns], (3, 3))]
    there = light.at(np.array([[die.x, die.y]]))[0] * ground
    shade = np.clip((pixels * there).sum(-1) / (there**2).sum(-1), 0.03, 1.4)[..., None]
    unlike = np.abs(encoded(pixels) - encoded(shade * there)).max(-1) > _UNLIKE
    return rows, columns, unlike, shade[..., 0] < _DARK


def _outlines(table: Table, die: Found, shape: DieShape) -> np.ndarray:
    """Corners (N x C x 2 px, int32) of a die of ``shape`` in all the places where it could carry ``die``."""
    body = solid(shape.kind)
    eye, top = table.eye, die.shape.size
    middle = eye[:2] + (np.array([die.x, die.y]) - eye[:2]) * (eye[2] - top - shape.size) / (eye[2] - top)
    off = _OFF * min(shape.size, top)
    x, y, angle = np.meshgrid(middle[0] + off, middle[1] + off, np.arange(_ANGLES) * body.turn / _ANGLES, indexing="ij")
    corners = body.faces.reshape(-1, 3)
    points = placed(corners, *(v.reshape(-1, 1) for v in (x, y, angle)), shape.size)
    return np.rint(table.flat(points)).astype(np.int32)
