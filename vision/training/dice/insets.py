"""Fields of colour let into faces: the face's own outline made smaller, or with its corners rounded off."""

import numpy as np

_CORNERS = 24  # of a rounded outline
DISC = 2.0
"""The rounding that makes a field a disc."""


def outline(corners: np.ndarray, reach: float, rounding: float | None = None) -> np.ndarray:
    """The outline (n x 3) of a field on a face whose ``corners`` are k x 3. ``reach``: of the way to the face's edges.

    ``rounding``: the power by which the distances to the edges are added up. ``DISC`` makes a disc, 3 or 4 a rounded
    square (a superellipse) or pentagon, and the more the sharper its corners; 1 turns it by half a corner; None is the
    face's own outline.
    """
    middle = corners.mean(0)
    if rounding is None:
        return middle + (corners - middle) * reach
    edges = (corners + np.roll(corners, -1, axis=0)) / 2 - middle
    along = edges[0]
    across = np.cross(np.cross(along, corners[0] - middle), along)
    across *= np.linalg.norm(along) / np.linalg.norm(across)
    turns = np.linspace(0, 2 * np.pi, _CORNERS, endpoint=False)[:, None]
    ways = np.cos(turns) * along + np.sin(turns) * across
    if rounding == DISC:
        return middle + ways * reach
    near = np.maximum(ways @ edges.T / (along @ along), 0)  # 1 where an edge is reached
    return middle + ways * reach / ((near**rounding).sum(1) ** (1 / rounding))[:, None]
