"""The colours of a die's faces: which faces the camera sees, and what it sees on them."""

from dataclasses import dataclass

import numpy as np

from vision.find import Found
from vision.light import LINEAR
from vision.register import View
from vision.shapes import placed, solid

_REACH = (0.78, 0.68)  # of the colour field, and of the face: sampling keeps off borders and frames
_GRID = 7
_KEEP = 0.65  # the darker part of the samples: glare is bright


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Colours of N dice. ``colour``: N x F x 3 linear BGR; ``seen``: N x F, 0 (turned away) to 1 (seen squarely);
    ``xy``: N x F x 2 mm; ``spread``: N x F, how uneven a face is. F: the top, then the ring."""

    colour: np.ndarray
    seen: np.ndarray
    xy: np.ndarray
    spread: np.ndarray


def look_at(image: np.ndarray, view: View, dice: list[Found]) -> Faces:
    """Sample the faces of dice of one shape (uint8 BGR picture)."""
    shape = dice[0].shape
    body = solid(shape.kind)
    count = 1 + body.ring
    faces = body.faces[:count]
    middles = faces.mean(1)
    grid = _inside(body.ring)
    axis_u = faces[:, 0] - middles
    axis_v = np.cross(body.normals[:count], axis_u)
    samples = middles[:, None] + grid[:, :1] * axis_u[:, None] + grid[:, 1:] * axis_v[:, None]
    reach = min(_REACH[0] * shape.inset, _REACH[1])
    samples = middles[:, None] + (samples - middles[:, None]) * reach
    x, y, angle = (np.array([getattr(die, name) for die in dice])[:, None, None] for name in ("x", "y", "angle"))
    points = placed(samples, x, y, angle, shape.size)
    pixels = np.rint(view.project(points)).astype(int)
    height, width = image.shape[:2]
    values = image[np.clip(pixels[..., 1], 0, height - 1), np.clip(pixels[..., 0], 0, width - 1)]
    linear = LINEAR[values]
    brightness = linear.sum(-1)
    order = np.argsort(brightness, axis=-1)[..., : int(len(grid) * _KEEP)]
    kept = np.take_along_axis(linear, order[..., None], axis=2)
    spread = np.median(np.abs(values - np.median(values, axis=2, keepdims=True)), axis=2).mean(-1)
    c, s = np.cos(angle[:, :, 0]), np.sin(angle[:, :, 0])
    normals = body.normals[:count]
    facing = np.stack([c * normals[:, 0] - s * normals[:, 1], s * normals[:, 0] + c * normals[:, 1]], -1)
    where = placed(middles, x[:, 0], y[:, 0], angle[:, 0], shape.size)
    to_eye = view.eye - where
    cosine = (to_eye[..., :2] * facing).sum(-1) + to_eye[..., 2] * normals[:, 2]
    cosine /= np.linalg.norm(to_eye, axis=-1)
    return Faces(kept.mean(2), np.clip((cosine - 0.12) * 2.5, 0, 1), where[..., :2], spread)


def _inside(corners: int) -> np.ndarray:
    """Points inside a regular polygon whose first corner is (1, 0): N x 2."""
    line = np.linspace(-1, 1, _GRID)
    grid = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    angles = (np.arange(corners) + 0.5) * 2 * np.pi / corners
    reach = np.cos(np.pi / corners)
    inside = (grid @ np.array([np.cos(angles), np.sin(angles)]) <= reach + 1e-9).all(1)
    return grid[inside]
