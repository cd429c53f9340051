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

_START = 0.3  # radians of tilt to begin with
_STARTS = 6
_ROUNDS = ((1.0, 0.12), (0.7, 0.08), (0.5, 0.06), (0.35, 0.04))  # mm, radians
_SIDE_GAIN, _SIDE_USUAL = 0.05, 0.5  # a side's edge adds when it answers better than this, and takes away when not
_UNLIKE = 0.10  # on the encoded curve: further from the table's colour, shadows allowed, is something else
_GAP = 3  # px
_GRID = np.stack(np.meshgrid(np.linspace(-0.3, 0.3, 5), np.linspace(-0.3, 0.3, 5)), -1).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class Lean:
    """``tilt``: radians of the best tilted fit; ``gain``: in edge score over lying flat; ``shown``: 0 to 1, how much
    of the sides that only the tilted die shows is really there."""

    tilt: float
    gain: float
    shown: float


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
    flat = np.array([[d.x, d.y, d.angle, 0, 0] for d in dice])
    flat_score = _explained(np.array([[d.top, d.weakest, d.body, d.sides] for d in dice]))
    pose, scores = _tilted_fits(model, table, flat)
    shown = _shown(model, table, light, ground_colour(table, light, taken), flat, pose, taken)
    value = scores - flat_score[:, None] + 0.1 * shown
    winner = value.argmax(1)
    rows = np.arange(len(dice))
    tilt = np.hypot(pose[rows, winner, 3], pose[rows, winner, 4])
    gain = scores[rows, winner] - flat_score
    return [Lean(float(t), float(g), float(s)) for t, g, s in zip(tilt, gain, shown[rows, winner], strict=True)]


def _explained(parts: np.ndarray) -> np.ndarray:
    top, weakest, ring, sides = (parts[..., k] for k in range(4))
    return 0.7 * top + 0.3 * weakest + _SIDE_GAIN * (ring * (sides + 0.2) - _SIDE_USUAL * sides)


def _tilted_fits(model: Contours, table: Table, flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Best poses (N x starts x 5) and scores (N x starts) from every direction of tilt."""
    angles = np.arange(_STARTS) * 2 * np.pi / _STARTS
    starts = np.zeros((_STARTS, 5))
    starts[:, 3], starts[:, 4] = _START * np.cos(angles), _START * np.sin(angles)
    # the top stays where it was seen: tilting about x moves it towards -y, about y towards +x
    half = model.shape.size / 2
    starts[:, 0], starts[:, 1] = -half * starts[:, 4], half * starts[:, 3]
    pose = flat[:, None] + starts
    steps = np.vstack([np.zeros((1, 5)), np.eye(5), -np.eye(5)])
    for place, turn in _ROUNDS:
        tried = pose[:, :, None] + steps * np.array([place, place, turn * 0.7, turn, turn])
        scores = _explained(model.measure(table, tried.reshape(-1, 5))).reshape(len(flat), _STARTS, len(steps))
        pose = np.take_along_axis(tried, scores.argmax(-1)[..., None, None], 2)[:, :, 0]
    return pose, scores.max(-1)


def _shown(
    model: Contours,
    table: Table,
    light: Light,
    ground: np.ndarray,
    flat: np.ndarray,
    pose: np.ndarray,
    taken: np.ndarray,
) -> np.ndarray:
    """How much of the sides that only the tilted pose shows is unlike the table: N x starts, 0 to 1.

    ``taken``: the flat picture with every die's place filled; only what lies outside counts.
    """
    count, starts = pose.shape[:2]
    points, seen = model.ring_samples(table, pose.reshape(-1, 5), _GRID)
    _, seen_flat = model.ring_samples(table, flat, _GRID)
    index = table.nearest(table.flat(points))
    pixels = LINEAR[table.image.reshape(-1, 3)[index]]
    there = np.repeat(light.at(flat[:, :2]) * ground, starts, axis=0)[:, None, None]
    shade = np.clip((pixels * there).sum(-1) / (there**2).sum(-1), 0.03, 1.4)[..., None]
    unlike = np.abs(encoded(pixels) - encoded(shade * there)).max(-1) > _UNLIKE
    outside = taken.reshape(-1)[index] == 0
    hidden = np.repeat(seen_flat < 0.15, starts, axis=0) & (seen > 0.3)
    outside &= hidden[..., None]
    found = (unlike & outside).sum(-1) / np.maximum(outside.sum(-1), len(_GRID) // 3)
    return found.max(-1).reshape(count, starts)
