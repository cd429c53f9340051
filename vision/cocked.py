"""Is a die leaning? The same outlines with two more freedoms, and a look at the faces that only a leaning die shows.

A leaning die shows a side that a die lying flat at the same place would hide. So: tilt the solid towards every side,
keep what fits the edges best, and ask whether the side that came into sight really is there, not just table or shadow.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.contours import Contours
from vision.find import Found
from vision.light import LINEAR, Light, encoded
from vision.shapes import placed, solid
from vision.table import PX_PER_MM, Table
from vision.tilt import tilts

_UNLIKE = 0.10  # on the encoded curve: further from the table's colour, shadows allowed, is something else
_GAP = 3  # px
_BY_SIGHT = 0.4  # edges that a side in full sight is worth
_GRID = np.stack(np.meshgrid(np.linspace(-0.3, 0.3, 5), np.linspace(-0.3, 0.3, 5)), -1).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class Lean:
    """``tilt``: radians of the best tilted fit; ``gain``: edges it explains beyond lying flat; ``shown``: 0 to 1, how
    much of the sides that only the tilted die shows is really there; ``beside``: the same for leans to any side."""

    tilt: float
    gain: float
    shown: float
    beside: float


def places_taken(table: Table, dice: list[Found]) -> np.ndarray:
    """The flat picture (height x width) with 1 where dice lying flat would be seen, and a little around."""
    taken = np.zeros((table.height, table.width), np.uint8)
    for die in dice:
        corners = solid(die.shape.kind).faces.reshape(-1, 3)
        pixels = table.flat(placed(corners, die.x, die.y, die.angle, die.shape.size))
        cv2.fillConvexPoly(taken, cv2.convexHull(np.rint(pixels).astype(np.int32)), 1)
    return cv2.dilate(taken, np.ones((_GAP, _GAP), np.uint8))


def ground_colour(table: Table, light: Light, taken: np.ndarray) -> np.ndarray:
    """The table's own reflectance (3 BGR): the middle of a coarse grid away from the dice."""
    down, across = np.mgrid[14 : table.height - 14 : 9, 14 : table.width - 14 : 9]
    free = taken[down, across] == 0
    down, across = down[free], across[free]
    xy = np.column_stack([across, down]) / PX_PER_MM + table.where.origin
    return np.median(LINEAR[table.image[down, across]] / light.at(xy), axis=0)


def leans(table: Table, light: Light, taken: np.ndarray, dice: list[Found]) -> list[Lean]:
    """For dice of one shape, found lying flat: how they would lean if they do."""
    if not dice:
        return []
    model = Contours(dice[0].shape)
    fits = tilts(table, model, dice)
    flat = np.array([[d.x, d.y, d.angle] for d in dice])
    ground = ground_colour(table, light, taken)
    poses = np.concatenate([fits.poses, fits.starts], 1).transpose(1, 0, 2)
    shown = np.stack([_shown(model, table, light, ground, flat, pose, taken) for pose in poses], 1)
    beside = shown[:, fits.poses.shape[1] :].max(1)
    shown = shown[:, : fits.poses.shape[1]]
    best = (fits.gains + _BY_SIGHT * shown).argmax(1)[:, None]
    found = (np.take_along_axis(part, best, 1)[:, 0] for part in (fits.tilts, fits.gains, shown))
    return [Lean(*map(float, values)) for values in zip(*found, beside, strict=True)]


def _shown(
    model: Contours,
    table: Table,
    light: Light,
    ground: np.ndarray,
    flat: np.ndarray,
    pose: np.ndarray,
    taken: np.ndarray,
) -> np.ndarray:
    """How much of the sides that only the tilted pose shows is unlike the table: N, 0 to 1.

    ``taken``: the flat picture with every die's place filled; only what lies outside counts.
    """
    points, seen = model.ring_samples(table, pose, _GRID)
    _, seen_flat = model.ring_samples(table, flat, _GRID)
    index = table.nearest(table.flat(points))
    pixels = LINEAR[table.image.reshape(-1, 3)[index]]
    there = (light.at(flat[:, :2]) * ground)[:, None, None]
    shade = np.clip((pixels * there).sum(-1) / (there**2).sum(-1), 0.03, 1.4)[..., None]
    unlike = np.abs(encoded(pixels) - encoded(shade * there)).max(-1) > _UNLIKE
    outside = taken.reshape(-1)[index] == 0
    hidden = (seen_flat < 0.15) & (seen > 0.3)
    outside &= hidden[..., None]
    found = (unlike & outside).sum(-1) / np.maximum(outside.sum(-1), len(_GRID) // 3)
    return found.max(-1)
