"""How well the outlines of a solid agree with the edges in the flat picture."""

from dataclasses import dataclass

import numpy as np

from vision.seen import Kind
from vision.shapes import Solid, solid
from vision.table import PX_PER_MM, Table

_STRONG = 8.0  # gray levels a pixel: half of a full answer
_SAMPLES = np.linspace(0.16, 0.84, 5)[:, None]


@dataclass(frozen=True, slots=True)
class DieShape:
    """A kind of die on this table. ``size``: face to face, mm.

    ``inset``: outline with the strongest edges / face; ``field``: how far the pure colour reaches / face. Both are 1
    for faces without a frame.
    """

    kind: Kind
    size: float
    inset: float = 1.0
    field: float = 0.78


class Contours:
    """Sample points on the outlines of a solid's colour fields, and how strongly the picture answers there."""

    def __init__(self, shape: DieShape) -> None:
        self.shape = shape
        body: Solid = solid(shape.kind)
        count = 1 + body.ring
        faces = body.faces[:count] - [0, 0, 0.5]
        middle = faces.mean(1, keepdims=True)
        corners = middle + (faces - middle) * shape.inset
        after = np.roll(corners, -1, axis=1)
        self._points = (corners[:, :, None] * (1 - _SAMPLES) + after[:, :, None] * _SAMPLES) * shape.size
        self._normals = body.normals[:count]
        self._middles = middle[:, 0] * shape.size

    def measure_top(self, table: Table, poses: np.ndarray) -> np.ndarray:
        """The top alone, for flat poses (N x 3): N, half the mean and half the weakest edge."""
        turn, center = self._stand(poses)
        points = np.einsum("nij,esj->nesi", turn, self._points[0], optimize=True) + center[:, None, None]
        strength = self._strength(table, table.flat(points))[0]
        return 0.7 * strength.mean(1) + 0.3 * strength.min(1)

    def measure(self, table: Table, poses: np.ndarray) -> np.ndarray:
        """For poses (N x 3: x, y mm, angle): N x 4, the top's mean and weakest
        edge, the visible ring's mean and amount."""
        turn, center = self._stand(poses)
        points = np.einsum("nij,fesj->nfesi", turn, self._points, optimize=True) + center[:, None, None, None]
        strength, length = self._strength(table, table.flat(points))
        top = strength[:, 0]
        weight = self._visible(table, turn, center)[:, :, None] * np.minimum(length[:, 1:] / (PX_PER_MM * 4), 1)
        sides = weight.sum((1, 2))
        ring = (strength[:, 1:] * weight).sum((1, 2)) / (sides + 0.2)
        return np.column_stack([top.mean(1), top.min(1), ring, sides])

    def _strength(self, table: Table, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How strongly edges sampled at (..., samples, 2) px answer, 0 to 1, and their length in px."""
        index = table.nearest(pixels)
        slopes = table.slopes[index[..., 0]]
        for k in range(1, index.shape[-1]):  # much faster than a mean over an inner axis
            slopes += table.slopes[index[..., k]]
        slopes *= 1 / index.shape[-1]
        run = pixels[..., -1, :] - pixels[..., 0, :]
        length = np.hypot(run[..., 0], run[..., 1]) + 1e-6
        normal = ((run[..., 1] + 1j * run[..., 0]) / length).astype(np.complex64)
        answer = slopes.real * normal.real[..., None] - slopes.imag * normal.imag[..., None]
        return _saturate(np.sqrt(np.einsum("...c,...c->...", answer, answer))), length

    def _stand(self, poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rotation (N x 3 x 3) and center (N x 3) of the solid, lying flat."""
        c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
        turn = np.zeros((len(poses), 3, 3))
        turn[:, 0, 0], turn[:, 0, 1], turn[:, 1, 0], turn[:, 1, 1], turn[:, 2, 2] = c, -s, s, c, 1
        center = np.column_stack([poses[:, :2], np.full(len(poses), self.shape.size / 2)])
        return turn, center

    def _visible(self, table: Table, turn: np.ndarray, center: np.ndarray) -> np.ndarray:
        """How squarely the camera sees each ring face: N x ring, 0 when turned away."""
        normals = np.einsum("nij,fj->nfi", turn, self._normals[1:])
        to_eye = table.eye - (np.einsum("nij,fj->nfi", turn, self._middles[1:]) + center[:, None])
        cosine = (normals * to_eye).sum(-1) / np.sqrt((to_eye**2).sum(-1))
        return np.clip((cosine - 0.08) * 3, 0, 1)


def _saturate(strength: np.ndarray) -> np.ndarray:
    """Gray levels a pixel to 0 .. 1: strong edges all count alike."""
    return strength / (strength + _STRONG)
