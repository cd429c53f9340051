"""The dice as bodies: cube and dodecahedron with their hues, how they stand, and how they lean.

Space is right-handed in millimetres: x to the right of the page, y down the page, z into the table; up is (0, 0, -1).
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.components.hues import Hue

UP = np.array([0.0, 0.0, -1.0])
KINDS = ("d6", "d12")
SIZE_MM = {"d6": 16.0, "d12": 18.0}
"""Face to face."""


@dataclass(frozen=True, slots=True, eq=False)
class DieBody:
    """A die around its own centre, in mm: ``faces`` (n, k, 3), ``normals`` (n, 3), and the hue of each face."""

    faces: np.ndarray
    normals: np.ndarray
    hues: tuple[Hue, ...]
    reach_mm: float
    """How far it may stick out sideways while it stands on a face: the radius of its outline from above."""


@cache
def solid(kind: str) -> DieBody:
    """The body of a ``d6`` or ``d12``. Raises ValueError for other kinds."""
    if kind == "d6":
        normals = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], float)
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        half = (Hue.R, Hue.O, Hue.Y)
    elif kind == "d12":
        phi = (1 + 5**0.5) / 2
        normals = np.array([[0, 1, phi], [0, -1, phi], [1, phi, 0], [-1, phi, 0], [phi, 0, 1], [phi, 0, -1]], float)
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        rims = [[0, a * phi, b / phi] for a in (-1, 1) for b in (-1, 1)]
        corners = np.vstack([corners, *(np.roll(rims, turn, axis=1) for turn in range(3))])
        half = (Hue.R, Hue.Y, Hue.O, Hue.RO, Hue.YG, Hue.OY)
    else:
        raise ValueError(f"'{kind}' is no die we can draw: use d6 or d12")
    normals = np.vstack([normals, -normals]) / np.linalg.norm(normals[0])
    corners = corners * (SIZE_MM[kind] / 2 / np.max(corners @ normals[0]))
    faces = np.stack([_face(corners, normal) for normal in normals])
    radius = float(np.linalg.norm(corners[0]))
    reach = SIZE_MM["d6"] / 2**0.5 if kind == "d6" else radius
    return DieBody(faces, normals, half + tuple(hue.opposite for hue in half), reach)


def _face(corners: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """The corners of one face, in order around it."""
    height = corners @ normal
    mine = corners[height > height.max() - 1e-6]
    centre = mine.mean(axis=0)
    across = mine[0] - centre
    along = np.cross(normal, across)
    return mine[np.argsort([np.arctan2((c - centre) @ along, (c - centre) @ across) for c in mine])]


def turned(axis: np.ndarray, angle: float) -> np.ndarray:
    """The rotation (3, 3) about an axis by an angle in radians (Rodrigues)."""
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def orientation(kind: str, top: Hue, yaw: float, lean: float = 0.0) -> np.ndarray:
    """The rotation (3, 3) of a die that shows ``top``, turned by ``yaw``, leaning by ``lean``; radians.

    Raises ValueError when the die has no such face.
    """
    body = solid(kind)
    if top not in body.hues:
        raise ValueError(f"a {kind} has no {top.title} face: its hues are {', '.join(h.title for h in body.hues)}")
    normal = body.normals[body.hues.index(top)]
    axis = np.cross(normal, UP)
    angle = float(np.arccos(np.clip(normal @ UP, -1, 1)))
    upright = turned(axis if np.linalg.norm(axis) > 1e-9 else np.array([1.0, 0, 0]), angle)
    tipped = turned(np.array([1.0, 0.35, 0]), lean) if lean else np.eye(3)
    return turned(UP, yaw) @ tipped @ upright


def lift(kind: str, rotation: np.ndarray) -> float:
    """How high above the table, in mm, the die's centre is when its lowest corner touches it."""
    return float(np.max((solid(kind).faces.reshape(-1, 3) @ rotation.T)[:, 2]))
