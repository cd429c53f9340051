"""The colours of a die's faces: which faces the camera sees, and what it sees on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.dice.edge_fit import FittedDie
from vision.dice.readings import Kind
from vision.dice.solids import placed, solid
from vision.geometry.camera_model import View
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR

# Constants: chosen by hand on 24 tables of the learned families' dice, whose faces had fields of any shape instead.
_GRID, _WITHIN = 13, 0.84  # across a face, and of the way to its edges: the size may be taken for a little more
_ALIKE, _OFTEN, _EVERY = (12.0, 28.0), 0.1, 3
"""Gray levels by which samples of one colour differ, never less nor more: twice what a tenth of the pairs of every
third of them do at most."""
_ENOUGH = 0.2  # of a face: what has less of it counts less, as a spot of what lies beside it
_SURELY = 0.25
"""Of the places that show a face's colour, which are surely of it. Of 8, 15 and 25 in a hundred 25 alone left no hue
silently wrong of 1,180 dice on 20 invented tables whose dice have fields of any shape."""
_GRAY = 0.05  # parts of white: nothing is that colourless, so that of white and black the larger one counts
_FAINT = 0.1  # of the brightest channel: what a lamp has less of tells no colours, only noise
# Where no mat tells the light, on rendered dice: off borders, and without the brighter third, which glare is in.
_REACH = 0.8  # of the colour field: sampling keeps off borders
_MIDDLE_GRID = 7
REACHES = np.arange(0.6, 1.0, 0.04)
FIELD_LIMIT = 28.0
"""Gray levels by which a colour may differ within its field: less is noise and glare."""
_KEEP = 0.65  # the darker part of the samples: glare is bright


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Colours of N dice. ``colour``: N x F x 3 linear BGR; ``seen``: N x F, 0 (turned away) to 1 (seen squarely);
    ``xy``: N x F x 2 mm. F: the top, then the ring."""

    colour: np.ndarray
    seen: np.ndarray
    xy: np.ndarray


def look_at(
    image: np.ndarray,
    view: View,
    dice: list[FittedDie],
    light: Illumination | None = None,
    places: np.ndarray | None = None,
) -> Faces:
    """Sample the faces of dice of one shape (uint8 BGR picture). Of each it is the colour of its own where a mat tells
    the ``light``, else that of its middle. ``places``: where on a face that is (M x 2, a face's first corner being
    (1, 0)), if not all over it."""
    shape = dice[0].shape
    middles, normals = _middles(shape.kind)
    x, y, angle = (np.array([getattr(die, name) for die in dice])[:, None, None] for name in ("x", "y", "angle"))
    samples = _samples(shape.kind, light is not None) if places is None else _on_faces(shape.kind, places)
    if light is None:
        near = middles[:, None] + (samples - middles[:, None]) * (_REACH * shape.field)
        colour = _darker(LINEAR[_shown(image, view, dice, near)])
    else:
        shown = _shown(image, view, dice, samples)
        there = light.at(np.concatenate([x[:, 0], y[:, 0]], axis=1))[:, None]
        colour = own_colours(shown, there) if places is None else most_colourful(shown, there)
    c, s = np.cos(angle[:, :, 0]), np.sin(angle[:, :, 0])
    facing = np.stack([c * normals[:, 0] - s * normals[:, 1], s * normals[:, 0] + c * normals[:, 1]], -1)
    where = placed(middles, x[:, 0], y[:, 0], angle[:, 0], shape.size)
    to_eye = view.eye - where
    cosine = (to_eye[..., :2] * facing).sum(-1) + to_eye[..., 2] * normals[:, 2]
    cosine /= np.linalg.norm(to_eye, axis=-1)
    return Faces(colour, np.clip((cosine - 0.12) * 2.5, 0, 1), where[..., :2])


def own_colours(shown: np.ndarray, light: np.ndarray) -> np.ndarray:
    """The colours of their own of faces of which some samples are seen (... x S x 3, uint8 BGR): ... x 3 linear BGR.

    A face shows its colour in a disc, a ring, a star, or all around what is printed in its middle; all else on it is
    the body's colour, print, or glare. So it is the most colourful one of which there is enough. ``light``: ... x 3.
    """
    gray, linear = shown.astype(np.float32), LINEAR[shown].astype(np.float32)
    square = (gray**2).sum(-1)
    apart = square[..., :, None] + square[..., None, :] - 2 * gray @ np.swapaxes(gray, -1, -2)
    some = apart[..., ::_EVERY, ::_EVERY].reshape(*apart.shape[:-2], -1)
    low = int(_OFTEN * some.shape[-1])
    usual = np.sqrt(np.maximum(np.partition(some, low, axis=-1)[..., low], 0))
    alike = (apart <= np.clip(2 * usual, *_ALIKE)[..., None, None] ** 2).astype(np.float32)
    count = alike.sum(-1)
    colours = alike @ linear / count[..., None]
    colourful = np.ptp(colours / white_in(light)[..., None, :], axis=-1)
    worth = (_GRAY + colourful) * np.minimum(1, count / (_ENOUGH * shown.shape[-2])) ** 2
    return np.take_along_axis(colours, worth.argmax(-1)[..., None, None], -2)[..., 0, :].astype(float)


def most_colourful(shown: np.ndarray, light: np.ndarray) -> np.ndarray:
    """The colours of faces, as ``own_colours`` has them, by places that may show them: what the most colourful of these
    do. Not all need to: a loop that looks the same from fewer sides than its face lies otherwise on every face."""
    linear = LINEAR[shown].astype(np.float32)
    colourful = np.ptp(linear / white_in(light)[..., None, :], axis=-1)
    return _mean_of_first(linear, -colourful, _SURELY).astype(float)


def white_in(light: np.ndarray) -> np.ndarray:
    """What white paper shows in a light (... x 3, linear BGR), of no channel less than tells colours."""
    return np.maximum(light, _FAINT * light.max(-1, keepdims=True))


def top_pixels(image: np.ndarray, view: View, dice: list[FittedDie], places: np.ndarray) -> np.ndarray:
    """What the camera shows of the tops of N dice of one kind at some ``places`` (S x 2): N x S x 3 BGR."""
    return _shown(image, view, dice, _on_faces(dice[0].shape.kind, places)[:1])[:, 0]


def _darker(linear: np.ndarray) -> np.ndarray:
    """The mean of the darker samples of each face (... x S x 3): glare is bright."""
    return _mean_of_first(linear, linear.sum(-1), _KEEP)


def _mean_of_first(linear: np.ndarray, order: np.ndarray, part: float) -> np.ndarray:
    """The mean of this part of each face's samples (... x S x 3), one at least: the first by ``order`` (... x S)."""
    first = np.argsort(order, axis=-1)[..., : max(1, int(part * order.shape[-1]))]
    return np.take_along_axis(linear, first[..., None], axis=-2).mean(-2)


@cache
def _middles(kind: Kind) -> tuple[np.ndarray, np.ndarray]:
    """Of the top and the ring of a die of height 1: the middles and the normals, F x 3 each."""
    body = solid(kind)
    return body.faces[: 1 + body.ring].mean(1), body.normals[: 1 + body.ring]


@cache
def _samples(kind: Kind, whole: bool) -> np.ndarray:
    """Places on the same faces, F x S x 3: on the ``whole`` of each, or within the circle that touches its edges."""
    ring = solid(kind).ring
    return _on_faces(kind, face_places(ring, _GRID, _WITHIN) if whole else _in_circle(ring))


def _on_faces(kind: Kind, grid: np.ndarray) -> np.ndarray:
    """Points of a grid (S x 2) on the same faces, F x S x 3."""
    body = solid(kind)
    middles, normals = _middles(kind)
    axis_u = body.faces[: 1 + body.ring, 0] - middles
    axis_v = np.cross(normals, axis_u)
    return middles[:, None] + grid[:, :1] * axis_u[:, None] + grid[:, 1:] * axis_v[:, None]


def _shown(image: np.ndarray, view: View, dice: list[FittedDie], points: np.ndarray) -> np.ndarray:
    """What the camera shows of points of N dice of one shape (F x S x 3, of a die of height 1): N x F x S x 3 BGR."""
    x, y, angle = (np.array([getattr(die, name) for die in dice])[:, None, None] for name in ("x", "y", "angle"))
    return _pixels(image, view, placed(points, x, y, angle, dice[0].shape.size))


def _pixels(image: np.ndarray, view: View, points: np.ndarray) -> np.ndarray:
    """What the camera shows of points (..., 3) mm: (..., 3) BGR."""
    pixels = np.rint(view.project(points)).astype(int)
    height, width = image.shape[:2]
    return image[np.clip(pixels[..., 1], 0, height - 1), np.clip(pixels[..., 0], 0, width - 1)]


def colour_reach(image: np.ndarray, view: View, dice: list[FittedDie]) -> np.ndarray:
    """How far from the middle the top's colour stays the same: unlikeness, gray levels, at each of ``REACHES``."""
    body = solid(dice[0].shape.kind)
    top = body.faces[0]
    edge = np.concatenate([top + (np.roll(top, -1, axis=0) - top) * t for t in (0.25, 0.5, 0.75)])
    middle = top.mean(0)
    rings = middle + (edge - middle) * np.concatenate([[0.3, 0.45], REACHES])[:, None, None]
    values = _shown(image, view, dice, rings).astype(float)
    own = np.median(values[:, :2].reshape(len(dice), -1, 3), axis=1)[:, None, None]
    return np.median(np.abs(values[:, 2:] - own).max(-1), axis=(0, 2))


def colour_field(unlike: Sequence[np.ndarray]) -> float:
    """How far the pure colour reaches on a face, 0.6 to 1 of it, by what ``colour_reach`` says of several pictures
    (each len(REACHES), gray levels)."""
    even = np.median(unlike, axis=0) < FIELD_LIMIT
    return float(REACHES[even].max()) if even.any() else float(REACHES[0])


def face_places(corners: int, across: int, within: float) -> np.ndarray:
    """Points of a grid of so many ``across`` inside a regular polygon whose first corner is (1, 0), ``within`` so much
    of the way to its edges: N x 2."""
    line = np.linspace(-1, 1, across)
    grid = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    turns = 2 * np.pi * (np.arange(corners) + 0.5) / corners
    return grid[(grid @ [np.cos(turns), np.sin(turns)] <= within * np.cos(np.pi / corners)).all(1)]


def _in_circle(corners: int) -> np.ndarray:
    """Points inside the circle that touches the edges of a regular polygon whose first corner is (1, 0): N x 2. The
    corners are left out, for the colour may be a disc."""
    line = np.linspace(-1, 1, _MIDDLE_GRID) * np.cos(np.pi / corners)
    grid = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    return grid[np.hypot(*grid.T) <= np.cos(np.pi / corners) + 1e-9]
