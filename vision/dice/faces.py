"""The colours of a die's faces: which faces the camera sees, and what it sees on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.dice.edge_fit import FittedDie
from vision.dice.readings import Kind
from vision.dice.solids import placed, solid
from vision.geometry.camera_model import View
from vision.photometry.srgb import LINEAR

# Constants: chosen by hand on rendered dice: off borders, and without the brighter third, which glare is in.
_REACH = 0.8  # of the colour field: sampling keeps off borders
_GRID = 7
REACHES = np.arange(0.6, 1.0, 0.04)
FIELD_LIMIT = 28.0
"""Gray levels by which a colour may differ within its field: less is noise and glare."""
_KEEP = 0.65  # the darker part of the samples: glare is bright


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Colours of N dice. ``colour``: N x F x 3 linear BGR; ``seen``: N x F, 0 (turned away) to 1 (seen squarely);
    ``xy``: N x F x 2 mm. F: the top, then the ring."""

    colour: np.ndarray
    seen: np.ndarray
    xy: np.ndarray


def look_at(image: np.ndarray, view: View, dice: list[FittedDie]) -> Faces:
    """Sample the faces of dice of one shape (uint8 BGR picture)."""
    shape = dice[0].shape
    middles, samples, normals = _samples(shape.kind)
    samples = middles[:, None] + (samples - middles[:, None]) * (_REACH * shape.field)
    x, y, angle = (np.array([getattr(die, name) for die in dice])[:, None, None] for name in ("x", "y", "angle"))
    linear = LINEAR[_pixels(image, view, placed(samples, x, y, angle, shape.size))]
    brightness = linear[..., 0] + linear[..., 1] + linear[..., 2]
    order = np.argsort(brightness, axis=-1)[..., : int(samples.shape[1] * _KEEP)]
    kept = np.take_along_axis(linear, order[..., None], axis=2)
    c, s = np.cos(angle[:, :, 0]), np.sin(angle[:, :, 0])
    facing = np.stack([c * normals[:, 0] - s * normals[:, 1], s * normals[:, 0] + c * normals[:, 1]], -1)
    where = placed(middles, x[:, 0], y[:, 0], angle[:, 0], shape.size)
    to_eye = view.eye - where
    cosine = (to_eye[..., :2] * facing).sum(-1) + to_eye[..., 2] * normals[:, 2]
    cosine /= np.linalg.norm(to_eye, axis=-1)
    return Faces(kept.mean(2), np.clip((cosine - 0.12) * 2.5, 0, 1), where[..., :2])


@cache
def _samples(kind: Kind) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of the top and the ring of a die of height 1: the middles (F x 3), samples all over (F x G x 3), normals."""
    body = solid(kind)
    faces, normals = body.faces[: 1 + body.ring], body.normals[: 1 + body.ring]
    middles = faces.mean(1)
    grid = _inside(body.ring)
    axis_u = faces[:, 0] - middles
    axis_v = np.cross(normals, axis_u)
    return middles, middles[:, None] + grid[:, :1] * axis_u[:, None] + grid[:, 1:] * axis_v[:, None], normals


def _pixels(image: np.ndarray, view: View, points: np.ndarray) -> np.ndarray:
    """What the camera shows of points (..., 3) mm: (..., 3) BGR."""
    pixels = np.rint(view.project(points)).astype(int)
    height, width = image.shape[:2]
    return image[np.clip(pixels[..., 1], 0, height - 1), np.clip(pixels[..., 0], 0, width - 1)]


def colour_reach(image: np.ndarray, view: View, dice: list[FittedDie]) -> np.ndarray:
    """How far from the middle the top's colour stays the same: unlikeness, gray levels, at each of ``REACHES``."""
    body = solid(dice[0].shape.kind)
    top = body.faces[0]
    edge = np.concatenate([top + (np.roll(top, -1, axis=0) - top) * t for t in (0.25, 0.5, 0.75)])
    middle = top.mean(0)
    rings = middle + (edge - middle) * np.concatenate([[0.3, 0.45], REACHES])[:, None, None]
    x, y, angle = (np.array([getattr(die, name) for die in dice])[:, None, None] for name in ("x", "y", "angle"))
    values = _pixels(image, view, placed(rings, x, y, angle, dice[0].shape.size)).astype(float)
    own = np.median(values[:, :2].reshape(len(dice), -1, 3), axis=1)[:, None, None]
    return np.median(np.abs(values[:, 2:] - own).max(-1), axis=(0, 2))


def colour_field(unlike: Sequence[np.ndarray]) -> float:
    """How far the pure colour reaches on a face, 0.6 to 1 of it, by what ``colour_reach`` says of several pictures
    (each len(REACHES), gray levels)."""
    even = np.median(unlike, axis=0) < FIELD_LIMIT
    return float(REACHES[even].max()) if even.any() else float(REACHES[0])


def _inside(corners: int) -> np.ndarray:
    """Points inside the circle that touches the edges of a regular polygon whose first corner is (1, 0): N x 2. The
    corners are left out, for the colour may be a disc."""
    line = np.linspace(-1, 1, _GRID) * np.cos(np.pi / corners)
    grid = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    return grid[np.hypot(*grid.T) <= np.cos(np.pi / corners) + 1e-9]
