"""Find dice by their edges: a flat die of known size leaves a square or a pentagon of known size, and a ring of faces.

Two steps. ``propose`` looks everywhere for the outline of a top face; ``refine`` fits the whole solid, with all the
faces that the camera sees, to the edges around each proposal. No colour is assumed, so felt in a die's own colour,
shadows and odd lamps do not matter much.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.contours import Contours, DieShape, saturate
from vision.shapes import solid
from vision.table import PX_PER_MM, Table

_ENERGY = 0.25
_STEP_MM = 2.0
_ANGLES = 12
_WEAK = 0.45
_KEEP = 18
_TOP = 0.5  # of a top's edges alone; real ones reach 0.58 and more
_AROUND = np.array([[dx, dy, da] for dx in (-1, 0, 1) for dy in (-1, 0, 1) for da in (-1, 0, 1)], float)
_NEXT_TO = np.vstack([np.zeros((1, 3)), np.eye(3), -np.eye(3), [[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]]])
_FULL_SIDES = 6.0  # side edges seen squarely from which on sides count as much as the top
_APART = 0.86  # of the mean size: nearer than this, two dice cannot lie


@dataclass(frozen=True, slots=True)
class Found:
    """A die's place: ``x``, ``y`` mm on the table, ``angle`` radians, and how well edges agree, 0 to 1."""

    shape: DieShape
    x: float
    y: float
    angle: float
    top: float
    weakest: float
    body: float
    sides: float

    @property
    def score(self) -> float:
        """How well the edges agree, 0 to 1; the sides count as far as they are seen."""
        return float(overall(np.array([self.top, self.weakest, self.body, self.sides])))


def overall(parts: np.ndarray) -> np.ndarray:
    """One score from what ``Contours.measure`` gives, (..., 4) -> (...)."""
    top, weakest, body, sides = (parts[..., k] for k in range(4))
    share = np.minimum(sides / _FULL_SIDES, 1)
    return 0.2 * weakest + 0.8 * (top + share * body) / (1 + share)


def propose(table: Table, shape: DieShape) -> np.ndarray:
    """Likely places of a die's top, best first: N x 4 (x mm, y mm, angle, score)."""
    body = solid(shape.kind)
    radius = body.top_radius * shape.size * max(shape.inset, 0.88)
    spots = _busy_spots(table, radius)
    if not len(spots):
        return np.empty((0, 4))
    angles = np.arange(_ANGLES) * body.turn / _ANGLES
    normals = angles[:, None] + np.arange(body.ring) * 2 * np.pi / body.ring
    half = radius * np.tan(np.pi / body.ring) * 0.72
    along = np.linspace(-half, half, 4)
    nx, ny = np.cos(normals), np.sin(normals)
    grow = table.eye[2] / (table.eye[2] - shape.size) * PX_PER_MM
    dx = np.rint((radius * nx[..., None] - along * ny[..., None]) * grow).astype(np.int32)
    dy = np.rint((radius * ny[..., None] + along * nx[..., None]) * grow).astype(np.int32)
    facing = (nx - 1j * ny).astype(np.complex64)
    start = (spots[:, 1] * table.width + spots[:, 0]).astype(np.int32)
    scores = np.empty((len(start), _ANGLES), np.float32)
    for k in range(_ANGLES):
        shift = dy[k] * table.width + dx[k]
        strength = np.empty((body.ring, len(start)), np.float32)
        for edge in range(body.ring):
            around = sum(table.slopes[start + shift[edge, sample]] for sample in range(len(along)))
            answer = (around * (facing[k, edge] / len(along))).real
            strength[edge] = saturate(np.sqrt(np.einsum("nc,nc->n", answer, answer)))
        strength.sort(0)
        scores[:, k] = 0.5 * strength.mean(0) + 0.25 * (strength[0] + strength[1])
    best = scores.argmax(1)
    score = scores[np.arange(len(start)), best]
    top_mm = spots / PX_PER_MM + table.where.origin
    eye = table.eye
    xy = eye[:2] + (top_mm - eye[:2]) * (eye[2] - shape.size) / eye[2]
    return _spread(np.column_stack([xy, angles[best], score]), 0.35 * shape.size)


def _busy_spots(table: Table, radius: float) -> np.ndarray:
    """Grid points (N x 2 px) with edges around them."""
    edges = saturate(np.maximum(table.steepness * 1.3 - 2 * table.noise, 0))
    reach = int(2.6 * radius * PX_PER_MM) | 1
    energy = cv2.blur(edges, (reach, reach))
    step, margin = int(_STEP_MM * PX_PER_MM), int(1.6 * radius * PX_PER_MM) + 3
    down, across = np.mgrid[margin : table.height - margin : step, margin : table.width - margin : step]
    busy = energy[down, across] > _ENERGY
    return np.column_stack([across[busy], down[busy]])


def _spread(rows: np.ndarray, apart: float) -> np.ndarray:
    """The best rows, none nearer than ``apart`` mm to a better one."""
    rows = rows[rows[:, 3] > _WEAK]
    rows = rows[np.argsort(-rows[:, 3])]
    kept: list[np.ndarray] = []
    while len(rows) and len(kept) < _KEEP:
        best = rows[0]
        kept.append(best)
        rows = rows[((rows[:, :2] - best[:2]) ** 2).sum(1) > apart**2]
    return np.array(kept) if kept else np.empty((0, 4))


def refine(table: Table, shape: DieShape, proposals: np.ndarray) -> list[Found]:
    """Fit the whole solid, lying flat, near each proposal by shrinking steps in x, y and angle."""
    if not len(proposals):
        return []
    model = Contours(shape)
    pose = proposals[:, :3].copy()
    rows = np.arange(len(pose))
    tried = pose[:, None] + _AROUND * np.array([1.0, 1.0, 0.07])
    tops = model.measure_top(table, tried.reshape(-1, 3)).reshape(len(pose), -1)
    pose = tried[rows, tops.argmax(1)][tops.max(1) > _TOP]
    if not len(pose):
        return []
    rows = np.arange(len(pose))
    for size in (0.6, 0.6, 0.35):
        tried = pose[:, None] + _NEXT_TO * np.array([size, size, size * 0.07])
        parts = model.measure(table, tried.reshape(-1, 3)).reshape(len(pose), -1, 4)
        best = overall(parts).argmax(1)
        pose, parts = tried[rows, best], parts[rows, best]
    return [Found(shape, *map(float, where), *map(float, part)) for where, part in zip(pose, parts, strict=True)]


def rivals(found: list[Found]) -> list[Found]:
    """Of dice that would stand in each other's place only the one with the better edges; best first."""
    kept: list[Found] = []
    for die in sorted(found, key=lambda f: -f.score):
        if all(not in_the_way(die, other) for other in kept):
            kept.append(die)
    return kept


def in_the_way(one: Found, other: Found) -> bool:
    """Two dice cannot lie so near to each other."""
    apart = _APART * (one.shape.size + other.shape.size) / 2
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < apart**2
