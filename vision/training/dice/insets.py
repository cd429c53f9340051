"""What is let into a face or printed on it: fields one within another, in the face's own colour or its body's."""

from dataclasses import dataclass

import numpy as np

from vision.training.dice.patterns import Pattern

_CORNERS = 24  # of a rounded outline,
_A_LOBE = 8  # and as many more for each lobe
_BAR = 0.22  # half of a bar's width, of the way to the face's edges: chosen by hand
DISC = 2.0
"""The rounding that makes a field a disc."""
Layer = tuple[np.ndarray, bool]
"""An outline (n x 3), and whether it is in the face's own colour instead of the body's."""


@dataclass(frozen=True, slots=True)
class FieldShape:
    """The outline of a field.

    ``rounding``: the power by which the distances to the edges are added up. ``DISC`` makes a disc, 3 or 4 a rounded
    square (a superellipse) or pentagon, and the more the sharper its corners; 1 turns it by half a corner. ``turn``:
    radians from there. ``lobes``: how often it is drawn in towards its middle, all around; ``depth``: how far, 0 to 1.
    """

    rounding: float
    turn: float = 0.0
    lobes: int = 0
    depth: float = 0.0


@dataclass(frozen=True, slots=True)
class Field:
    """A field on a face. ``reach``: how far, of the way to the face's edges; ``own``: in the face's own colour, else in
    the body's; ``shape``: None is the face's own outline; ``star``: bars to the corners instead. Holes of a pattern
    show the other colour."""

    reach: float
    own: bool = True
    shape: FieldShape | Pattern | None = None
    star: bool = False


def engraved(reach: float, groove: float) -> tuple[Field, ...]:
    """A line in the body's colour, ``groove`` wide, on a face that is all of its own; both of the way to its edges."""
    return Field(1.0), Field(reach, own=False), Field(reach - groove)


def layers(corners: np.ndarray, fields: tuple[Field, ...]) -> list[Layer]:
    """What is on a face (its ``corners`` k x 3), from below to above."""
    out = []
    for field in fields:
        if field.star:
            out += [(bar, field.own) for bar in bars(corners, field.reach)]
        elif isinstance(field.shape, Pattern):
            pieces = field.shape.pieces
            out += [(_on_face(corners, piece * field.reach), printed == field.own) for piece, printed in pieces]
        else:
            out.append((outline(corners, field.reach, field.shape), field.own))
    return out


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


def outline(corners: np.ndarray, reach: float, shape: FieldShape | None = None) -> np.ndarray:
    """The outline (n x 3) of a field on a face (its ``corners`` k x 3). ``reach``: of the way to the face's edges."""
    middle = corners.mean(0)
    if shape is None:
        return middle + (corners - middle) * reach
    angles = np.linspace(0, 2 * np.pi, _CORNERS + _A_LOBE * shape.lobes, endpoint=False)
    far = reach * (1 - shape.depth * (1 - np.cos(shape.lobes * angles)) / 2)
    if shape.rounding != DISC:
        edges = 2 * np.pi * np.arange(len(corners)) / len(corners)
        near = np.maximum(np.cos(angles[:, None] - edges), 0)  # 1 where an edge is reached
        far = far / (near**shape.rounding).sum(1) ** (1 / shape.rounding)
    turned = angles + shape.turn
    return _on_face(corners, np.column_stack([np.cos(turned), np.sin(turned)]) * far[:, None])


def _on_face(corners: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (n x 2, parts of the way to the first edge and a quarter turn on) on a face, n x 3."""
    middle = corners.mean(0)
    along = (corners[0] + corners[1]) / 2 - middle
    across = np.cross(np.cross(along, corners[0] - middle), along)
    across *= np.linalg.norm(along) / np.linalg.norm(across)
    return middle + points @ np.array([along, across])
