"""Bodies of pieces that stand on a board: turned on a lathe, or with flat sides. In mm, heights above the board."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

# Outlines as (height, radius), both as parts of the whole piece's height and of its foot's radius, from the foot up.
PROFILES: dict[str, tuple[tuple[float, float], ...]] = {
    "cylinder": ((0, 1), (1, 1)),
    "cone": ((0, 1), (0.06, 0.98), (1, 0.16)),
    "pawn": ((0, 1), (0.08, 1), (0.16, 0.74), (0.55, 0.4), (0.65, 0.52), (0.75, 0.6), (0.87, 0.56), (1, 0.1)),
    "halma": ((0, 1), (0.1, 0.96), (0.3, 0.6), (0.55, 0.42), (0.6, 0.58), (0.75, 0.72), (0.9, 0.58), (1, 0.12)),
    "bottle": ((0, 0.95), (0.06, 1), (0.5, 1), (0.62, 0.55), (0.95, 0.5), (1, 0.4)),
    "barrel": ((0, 0.8), (0.25, 1), (0.75, 1), (1, 0.8)),
    "disc": ((0, 0.92), (0.15, 1), (0.85, 1), (1, 0.92)),
    "block": ((0, 1), (1, 1)),
    "tower": ((0, 1), (0.75, 0.8), (0.76, 1), (1, 1)),
}  # fmt: skip
PYRAMID = "pyramid"
_OUTLINES = {**PROFILES, PYRAMID: ((0, 1), (1, 0.04))}
SIDES = {"block": 4, "tower": 6, PYRAMID: 4}
"""Of shapes with flat sides; all others are round."""
_ROUND = 20


@dataclass(frozen=True, slots=True)
class PieceShape:
    """``radius``: of the foot, to its corners where it has some; ``gloss``: 0 to 1, how much of a lamp is mirrored;
    ``clear``: 0 to 1, how much shines through."""

    profile: str
    radius: float
    height: float
    gloss: float = 0.3
    clear: float = 0.0


@dataclass(frozen=True, slots=True)
class StandingPiece:
    """A piece with its foot's middle at (x, y) mm on the page. ``paint``: linear RGB; ``lying``: fallen over."""

    shape: PieceShape
    x: float
    y: float
    paint: tuple[float, float, float]
    turn: float = 0.0
    lying: bool = False


@lru_cache(maxsize=64)
def mesh(shape: PieceShape) -> tuple[np.ndarray, np.ndarray]:
    """Faces (F x 4 x 3, mm; x and y from the middle of the foot, z up) from the foot up, and their normals (F x 3)."""
    sides = SIDES.get(shape.profile, _ROUND)
    turns = 2 * np.pi * (np.arange(sides) + 0.5) / sides
    round_about = np.column_stack([np.cos(turns), np.sin(turns)])
    rings = [
        np.column_stack([round_about * wide * shape.radius, np.full(sides, high * shape.height)])
        for high, wide in _OUTLINES[shape.profile]
    ]
    faces = [np.stack([low, np.roll(low, -1, 0), np.roll(top, -1, 0), top], 1) for low, top in pairwise(rings)]
    normals = [_outward(band) for band in faces]
    fan = np.stack([rings[-1], np.roll(rings[-1], -1, 0), np.tile(rings[-1].mean(0), (sides, 1)), rings[-1]], 1)
    return np.concatenate([*faces, fan]), np.concatenate([*normals, np.tile([0.0, 0.0, 1.0], (sides, 1))])


def _outward(band: np.ndarray) -> np.ndarray:
    across, up = band[:, 1] - band[:, 0], (band[:, 3] + band[:, 2] - band[:, 0] - band[:, 1]) / 2
    normals = np.cross(across, up)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)
