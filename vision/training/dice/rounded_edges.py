"""Rounded edges and corners of dice: strips between faces, halfway turned to each."""

from functools import cache
from typing import NamedTuple

import numpy as np

from vision.dice.readings import Kind
from vision.dice.solids import solid


class RoundedStrip(NamedTuple):
    """Half of a rounded edge, or a corner. ``outline``: polygon (k x 3); ``face``: whose paint it shows; ``normals``:
    n x 3, the ways it is turned, from the face's own on."""

    outline: np.ndarray
    face: int
    normals: np.ndarray


def strips(kind: Kind, corners: np.ndarray, normals: np.ndarray, width: float) -> tuple[np.ndarray, list[RoundedStrip]]:
    """What edges rounded over ``width`` (parts of the die's height, on each side) leave of the faces (faces x corners
    x 3), and the strips between them. ``corners``, ``normals``: faces x corners x 3 and faces x 3, as they lie."""
    if not width:
        return corners, []
    middle = corners.mean(1, keepdims=True)
    flat = middle + (corners - middle) * (1 - width / solid(kind).top_radius)
    edges, points = _met(kind)
    out = []
    for face, here, after, other, there, beyond in edges:
        low, high = ((flat[face, a] + flat[other, b]) / 2 for a, b in ((here, there), (after, beyond)))
        outline = np.array([flat[face, here], flat[face, after], high, low])
        out.append(RoundedStrip(outline, face, _between(normals[face], normals[other])))
    for three in points:
        outline = np.array([flat[face, corner] for face, corner in three])
        out.append(RoundedStrip(outline, three[0][0], normals[[face for face, _ in three]].mean(0, keepdims=True)))
    return flat, out


def _between(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Directions from the first halfway to the other, 3 x 3."""
    ways = np.array([one * (1 - part) + other * part for part in (0.1, 0.3, 0.5)])
    return ways / np.linalg.norm(ways, axis=1, keepdims=True)


@cache
def _met(kind: Kind) -> tuple[list[tuple[int, ...]], list[list[tuple[int, int]]]]:
    """Which edges of faces lie on which (face, its two corners, the other face, its two corners; every edge from both
    sides), and which corners of which faces meet."""
    faces = solid(kind).faces
    points: list[list[tuple[int, int]]] = []
    for place in np.ndindex(faces.shape[:2]):
        spot = next((spot for spot in points if np.linalg.norm(faces[spot[0]] - faces[place]) < 1e-6), None)
        points.append([place]) if spot is None else spot.append(place)
    at = {place: k for k, spot in enumerate(points) for place in spot}
    count = faces.shape[1]
    sides = {(at[f, i], at[f, (i + 1) % count]): (f, i, (i + 1) % count) for f, i in np.ndindex(faces.shape[:2])}
    return [(*side, sides[b, a][0], sides[b, a][2], sides[b, a][1]) for (a, b), side in sides.items()], points
