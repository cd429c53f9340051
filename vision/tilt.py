"""Fit a solid that may lean: is there a tilted pose that explains the edges better than lying flat?

A score counts for every visible edge how much of it the picture shows, and takes away what it does not show, so a
pose that invents sides gains nothing. Edges are compared with the die's own (a faint die on felt is judged like a
bright one on paper), and sharply: an edge 1 mm beside its place is not explained.
"""

from dataclasses import dataclass

import numpy as np

from vision.contours import Contours
from vision.find import Found
from vision.table import Table

_STARTS = 8
_TILTS = (0.25, 0.45)  # radians to begin with
_KEEP = 4  # best starts
_ROUNDS = ((1.0, 0.15), (0.7, 0.1), (0.5, 0.07), (0.3, 0.04))  # mm, radians
_FLAT_ROUNDS = (0.8, 0.6, 0.4, 0.25)  # mm
_TURN = 0.07  # radians a mm at the rim
_SCALES = (0.93, 1.05)  # a taught size may be so far off
_SCALE_STEP = 0.05
_OWN = 0.6  # of a die's own edges: half of a full answer
_FAINT = 6.0  # gray levels a pixel: no die's edges are fainter
_SHOWN = 0.5  # an edge that answers less speaks against the pose


@dataclass(frozen=True, slots=True, eq=False)
class Tilts:
    """For N dice the best tilted ``poses`` (N x K x 6: x, y mm, angle, tilt about x and y, scale), the tilts in
    radians and how much better than lying flat they explain the edges (in edges), both N x K.

    ``starts``: poses (N x S x 6) that lean to every side without having been fitted.
    """

    poses: np.ndarray
    tilts: np.ndarray
    gains: np.ndarray
    starts: np.ndarray


def tilts(table: Table, model: Contours, dice: list[Found]) -> Tilts:
    """The best tilted fits near each of N dice of one shape that were found lying flat."""
    flat = np.zeros((len(dice), 6))
    flat[:, :3] = [[d.x, d.y, d.angle] for d in dice]
    flat[:, 5] = 1.0
    strength, _ = model.edges(table, flat)
    own = _OWN * np.maximum(np.median(strength[:, 0], 1), _FAINT)
    # a cube's sides lie in its shadow: flat, it is not blamed for faint ones
    lenient = model.shape.kind == "d6"
    steps = _steps(np.diag([1.0, 1.0, _TURN, 0, 0, _SCALE_STEP])[[0, 1, 2, 5]])
    for mm in _FLAT_ROUNDS:
        flat, score = _better(table, model, flat[:, None], steps * mm, own, lenient)
        flat = flat[:, 0]
    flat_score = score[:, 0]
    pose = start = flat[:, None] + _starts(model.shape.size / 2)
    score = _score(table, model, pose, own, False)
    best = np.argsort(-score, axis=1)[:, :_KEEP]
    pose = np.take_along_axis(pose, best[..., None], 1)
    for mm, turn in _ROUNDS:
        steps = _steps(np.diag([mm, mm, 0.7 * turn, turn, turn, 0])[:5])
        pose, score = _better(table, model, pose, steps, own, False)
    return Tilts(pose, np.hypot(pose[..., 3], pose[..., 4]), score - flat_score[:, None], start[:, _STARTS:])


def _starts(half: float) -> np.ndarray:
    angles = np.arange(_STARTS) * 2 * np.pi / _STARTS
    out = np.zeros((len(_TILTS), _STARTS, 6))
    for row, tilt in zip(out, _TILTS, strict=True):
        row[:, 3], row[:, 4] = tilt * np.cos(angles + tilt), tilt * np.sin(angles + tilt)
        # the top stays where it was seen: tilting about x moves it towards -y, about y towards +x
        row[:, 0], row[:, 1] = -half * row[:, 4], half * row[:, 3]
    return out.reshape(-1, 6)


def _steps(directions: np.ndarray) -> np.ndarray:
    return np.vstack([np.zeros((1, 6)), directions, -directions])


def _better(
    table: Table, model: Contours, pose: np.ndarray, steps: np.ndarray, own: np.ndarray, lenient: bool
) -> tuple[np.ndarray, np.ndarray]:
    """The best neighbour of each pose (N x K x 6) and its score (N x K)."""
    tried = pose[:, :, None] + steps
    tried[..., 5] = np.clip(tried[..., 5], *_SCALES)
    score = _score(table, model, tried, own, lenient)
    best = score.argmax(-1)[..., None]
    return np.take_along_axis(tried, best[..., None], 2)[:, :, 0], np.take_along_axis(score, best, 2)[..., 0]


def _score(table: Table, model: Contours, pose: np.ndarray, own: np.ndarray, lenient: bool) -> np.ndarray:
    """Edges explained less edges invented, for poses (N x ... x 6)."""
    flat = pose.reshape(-1, 6)
    own = np.repeat(own, len(flat) // len(own))[:, None, None]
    strength, weight = model.edges(table, flat)
    squared = strength * strength
    faces = (weight * (squared / (squared + own * own) - _SHOWN)).sum(2)
    sides = np.maximum(faces[:, 1:], 0) if lenient else faces[:, 1:]
    return (faces[:, 0] + sides.sum(1)).reshape(pose.shape[:-1])
