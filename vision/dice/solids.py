"""The solids: where the faces of a die are, standing flat on the table."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.dice.readings import Kind

_RING_TILT = np.arctan(2.0)  # angle between the normals of neighbouring faces of a dodecahedron: 63.4 degrees


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A die of height 1 standing on z = 0 around the origin.

    ``normals``: faces x 3, the top first, then the ring counter-clockwise as seen from above (x right, y down the
    page, so in table coordinates from x towards -y), then the rest, bottom last.
    ``faces``: faces x corners x 3. ``turn``: the angle after which the solid looks the same.
    """

    kind: Kind
    normals: np.ndarray
    faces: np.ndarray
    turn: float
    ring: int

    @property
    def top_radius(self) -> float:
        """Distance from the middle of the top face to its edges."""
        corners = self.faces[0]
        return float(np.linalg.norm((corners[0, :2] + corners[1, :2]) / 2))


@cache
def solid(kind: Kind) -> Solid:
    """The solid of this kind, height (face to face) 1."""
    return _cube() if kind == "d6" else _dodecahedron()


def _around(angle: float, tilt: float) -> list[float]:
    return [np.sin(tilt) * np.cos(angle), -np.sin(tilt) * np.sin(angle), np.cos(tilt)]


def _cube() -> Solid:
    ring = [_around(k * np.pi / 2, np.pi / 2) for k in range(4)]
    normals = np.array([[0, 0, 1.0], *ring, [0, 0, -1.0]])
    return Solid("d6", normals, _faces(normals, 4), np.pi / 2, 4)


def _dodecahedron() -> Solid:
    upper = [_around(k * 2 * np.pi / 5, _RING_TILT) for k in range(5)]
    lower = [[-x, -y, -z] for x, y, z in upper]
    normals = np.array([[0, 0, 1.0], *upper, *lower, [0, 0, -1.0]])
    return Solid("d12", normals, _faces(normals, 5), 2 * np.pi / 5, 5)


def _faces(normals: np.ndarray, corners: int) -> np.ndarray:
    """Corners of every face: where it meets two neighbours that meet each other, in order around the face."""
    cosines = normals @ normals.T
    near = np.sort(cosines[0])[::-1][1]
    out = []
    for face, normal in enumerate(normals):
        around = [k for k in range(len(normals)) if k != face and abs(cosines[face, k] - near) < 1e-6]
        side = normals[around[0]] - near * normal
        other = np.cross(normal, side)
        around.sort(key=lambda k: np.arctan2(normals[k] @ other, normals[k] @ side))
        points = []
        for k in range(corners):
            three = np.array([normal, normals[around[k]], normals[around[(k + 1) % corners]]])
            points.append(np.linalg.solve(three, np.full(3, 0.5)))
        out.append(points)
    return np.array(out) + np.array([0, 0, 0.5])


def placed(points: np.ndarray, x: np.ndarray, y: np.ndarray, angle: np.ndarray, size: float) -> np.ndarray:
    """Points of a solid (..., 3) turned by ``angle`` radians (x towards y), ``size`` mm high, standing at x, y mm.

    ``x``, ``y`` and ``angle`` broadcast against the points' shape without its last axis.
    """
    c, s = np.cos(angle) * size, np.sin(angle) * size
    across = c * points[..., 0] - s * points[..., 1] + x
    down = s * points[..., 0] + c * points[..., 1] + y
    return np.stack([across, down, np.broadcast_to(size * points[..., 2], across.shape)], -1)
