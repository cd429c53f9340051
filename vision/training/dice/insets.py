"""Fields of colour let into faces: the face's own outline made smaller, or with its corners rounded off."""

import numpy as np

_CORNERS = 24  # of a rounded outline
_BAR = 0.22  # half of a bar's width, of the way to the face's edges: chosen by hand
DISC = 2.0
"""The rounding that makes a field a disc."""
Layer = tuple[np.ndarray, bool]
"""An outline (n x 3, convex), and whether it is in the face's own colour instead of the body's."""


def layers(
    corners: np.ndarray, inner: float, rounding: float | None = None, *, star: bool = False, groove: float = 0.0
) -> list[Layer]:
    """What is on a face (its ``corners`` k x 3), from below to above.

    ``inner``, ``rounding``: of its field, as ``outline`` has them; ``star``: bars to the corners instead; ``groove``:
    the field's outline is a line engraved into a face that is all of its own colour, so wide, of the way to the edges.
    """
    if star:
        return [(bar, True) for bar in bars(corners, inner)]
    if not groove:
        return [(outline(corners, inner, rounding), True)]
    line, field = (outline(corners, reach, rounding) for reach in (inner, inner - groove))
    return [(corners, True), (line, False), (field, True)]


def bars(corners: np.ndarray, reach: float) -> list[np.ndarray]:
    """The arms of a star (4 x 3 each) from the middle of a face (k x 3) so far on the way to its corners."""
    middle = corners.mean(0)
    wide = _BAR * float(np.linalg.norm((corners[0] + corners[1]) / 2 - middle))
    out = []
    for way, following in zip(corners - middle, np.roll(corners, -1, axis=0) - middle, strict=True):
        across = following - way * (following @ way) / (way @ way)
        across *= wide / np.linalg.norm(across)
        out.append(middle + np.array([-across, way * reach - across, way * reach + across, across]))
    return out


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
