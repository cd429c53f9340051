"""How well the outlines of a solid agree with the edges in the flat picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.readings import Kind
from vision.dice.solids import Solid, solid
from vision.geometry.play_area import PX_PER_MM, FlatTable

# Constants: chosen by hand on rendered dice: corners are left out, as they are rounded.
_STRONG = 8.0  # gray levels a pixel: half of a full answer
_SAMPLES = np.linspace(0.16, 0.84, 5)[:, None]
_MEAN = np.tile(np.eye(6, dtype=np.float32), (len(_SAMPLES), 1)) / (8 * len(_SAMPLES))


INSETS = (1.0, 0.9, 0.8, 0.72)
"""Frames that are tried when a kind is taught: outline with the strongest edges / face."""


@dataclass(frozen=True, slots=True)
class DieShape:
    """A kind of die on this table. ``size``: face to face, mm.

    ``inset``: outline with the strongest edges / face; ``field``: how far the pure colour reaches / face, measured
    where no mat tells the light. Both are 1 for faces without a frame.
    """

    kind: Kind
    size: float
    inset: float = 1.0
    field: float = 0.78


class Contours:
    """Sample points on the outlines of a solid's colour fields, and how strongly the picture answers there."""

    def __init__(self, shape: DieShape, table: FlatTable) -> None:
        self.table = table
        body: Solid = solid(shape.kind)
        count = 1 + body.ring
        faces = body.faces[:count]
        middle = faces.mean(1, keepdims=True)
        corners = middle + (faces - middle) * shape.inset
        after = np.roll(corners, -1, axis=1)
        points = (corners[:, :, None] * (1 - _SAMPLES) + after[:, :, None] * _SAMPLES) * shape.size
        # A die that lies flat only turns about the upright: what each point's height does to it is always the same.
        self._points = points.astype(np.float32)
        self._grow = (table.eye[2] / (table.eye[2] - points[..., 2])).astype(np.float32)
        self._normals = body.normals[1:count]
        self._middles = middle[1:, 0] * shape.size

    def measure_top(self, poses: np.ndarray) -> np.ndarray:
        """The top alone, for flat poses (N x 3): N, half the mean and half the weakest edge."""
        strength = self._strength(*self._pixels(poses, 1))[0][:, 0]
        return 0.7 * strength.mean(1) + 0.3 * strength.min(1)

    def measure(self, poses: np.ndarray) -> np.ndarray:
        """For poses (N x 3: x, y mm, angle): N x 4, the top's mean and weakest
        edge, the visible ring's mean and amount."""
        strength, length = self._strength(*self._pixels(poses, len(self._points)))
        top = strength[:, 0]
        weight = self._visible(poses)[:, :, None] * np.minimum(length[:, 1:] / (PX_PER_MM * 4), 1)
        sides = weight.sum((1, 2))
        ring = (strength[:, 1:] * weight).sum((1, 2)) / (sides + 0.2)
        return np.column_stack([top.mean(1), top.min(1), ring, sides])

    def _pixels(self, poses: np.ndarray, faces: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the samples on the first faces are seen, x and y px: N x faces x edges x samples each."""
        x, y, angle = (part[:, None, None, None] for part in np.asarray(poses, np.float32).T)
        eye, origin = self.table.eye.astype(np.float32), self.table.where.origin.astype(np.float32)
        points, grow = self._points[:faces], self._grow[:faces] * np.float32(PX_PER_MM)
        c, s = np.cos(angle), np.sin(angle)
        across = (c * points[..., 0] - s * points[..., 1] + (x - eye[0])) * grow
        down = (s * points[..., 0] + c * points[..., 1] + (y - eye[1])) * grow
        return across + (eye[0] - origin[0]) * PX_PER_MM, down + (eye[1] - origin[1]) * PX_PER_MM

    def _strength(self, across: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How strongly edges sampled at (..., samples) px answer, 0 to 1, and their length in px."""
        shape = across.shape
        flat = (len(across), -1)
        seen = cv2.remap(
            self.table.slopes, across.reshape(flat), down.reshape(flat), cv2.INTER_NEAREST, None, cv2.BORDER_REPLICATE
        )
        # the mean over each edge's samples, as a product of matrices: numpy is slow at sums over inner axes
        slopes = (seen.reshape(-1, len(_MEAN)).astype(np.float32) @ _MEAN).reshape(*shape[:-1], 6)
        right, below = across[..., -1] - across[..., 0], down[..., -1] - down[..., 0]
        length = np.hypot(right, below) + 1e-6
        answer = slopes[..., :3] * (below / length)[..., None] - slopes[..., 3:] * (right / length)[..., None]
        return _saturate(np.sqrt(np.einsum("...c,...c->...", answer, answer))), length

    def _visible(self, poses: np.ndarray) -> np.ndarray:
        """How squarely the camera sees each ring face: N x ring, 0 when turned away."""
        c, s = np.cos(poses[:, 2:]), np.sin(poses[:, 2:])
        middles, normals = self._middles, self._normals
        right = self.table.eye[0] - poses[:, :1] - (c * middles[:, 0] - s * middles[:, 1])
        below = self.table.eye[1] - poses[:, 1:2] - (s * middles[:, 0] + c * middles[:, 1])
        above = self.table.eye[2] - middles[:, 2]
        facing = right * (c * normals[:, 0] - s * normals[:, 1]) + below * (s * normals[:, 0] + c * normals[:, 1])
        cosine = (facing + above * normals[:, 2]) / np.sqrt(right**2 + below**2 + above**2)
        return np.clip((cosine - 0.08) * 3, 0, 1)


def _saturate(strength: np.ndarray) -> np.ndarray:
    """Gray levels a pixel to 0 .. 1: strong edges all count alike."""
    return strength / (strength + _STRONG)
