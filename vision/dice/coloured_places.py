"""Where on a die's faces their colours are: all over, or in a field, a ring, a star, a rim around something else.

Dice of one make show them in the same places, turned with the face. There the taught tops look like what they are
called; elsewhere they are all of their body's colour.
"""

from functools import cache

import numpy as np

from vision.dice.edge_fit import FittedDie
from vision.dice.faces import face_places, top_pixels, white_in
from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.geometry.camera_model import View
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR

# Constants: chosen by hand on 32 invented tables whose dice have fields of any shape.
_GRID, _WITHIN = 21, 0.95  # across a face, and of the way to its edges: rings are thin, and rims lie outside
_PALE = 0.03  # of white: what is so colourless looks like no hue
_BEST = 12  # places that surely show the colour
_SHOWN = 0.6  # of what these show
_AS_CALLED = 0.5  # cosine between colours there and the inks of their names: less, and dice are not as they are called
_MOST, _NEARLY_ALL, _EVENLY = 0.6, 0.85, 0.8
"""A colour that more than the first of the places show, as evenly as the third says, or more than the second however
unevenly, is all over the face. A loop that lies otherwise on every face is seen at most places, and evenly at none."""


def shown_places(image: np.ndarray, view: View, dice: list[FittedDie], light: Illumination) -> np.ndarray:
    """What the tops of N dice of one kind show at each place, in parts of white: N x S x 3, BGR."""
    kind = dice[0].shape.kind
    xy = np.array([[die.x, die.y] for die in dice])
    seen = LINEAR[top_pixels(image, view, dice, _places(kind))]
    return seen / white_in(light.at(xy))[:, None]


def coloured_places(kind: Kind, shown: np.ndarray, named: np.ndarray) -> np.ndarray | None:
    """Where on its faces (M x 2, as ``faces.look_at`` takes them) a kind of dice shows its colours; None where it is
    all over them, nowhere to be seen, or not what it is called. ``shown``: N x S x 3 of the taught tops; ``named``:
    N x 3, what the inks of their hues look like; both in parts of white."""
    look, hues = (part - part.mean(-1, keepdims=True) for part in (shown, named))
    hues /= np.maximum(np.linalg.norm(hues, axis=-1, keepdims=True), _PALE)
    alike = np.einsum("nsc,nc->ns", look, hues)
    surely = np.sort(alike, 1)[:, -_BEST:].mean(1, keepdims=True)
    often = np.clip(alike / np.maximum(surely, _PALE), 0, 1).mean(0)[_turned(kind)].mean(0)
    evenly = np.sort(often)[-_BEST:].mean()
    there = often > _SHOWN * evenly
    share = there.mean()
    if there.sum() < _BEST or share > (_MOST if evenly > _EVENLY else _NEARLY_ALL):
        return None
    strong = np.maximum(np.linalg.norm(look[:, there], axis=-1).mean(1), _PALE)
    as_called = alike[:, there].mean(1) / strong
    return _places(kind)[there] if np.median(as_called) > _AS_CALLED else None


@cache
def _places(kind: Kind) -> np.ndarray:
    """S x 2."""
    return face_places(solid(kind).ring, _GRID, _WITHIN)


@cache
def _turned(kind: Kind) -> np.ndarray:
    """Where each place comes to lie when its face is turned to look the same: corners x S, the nearest places."""
    places, corners = _places(kind), solid(kind).ring
    out = []
    for k in range(corners):
        turn = 2 * np.pi * k / corners
        c, s = np.cos(turn), np.sin(turn)
        moved = places @ np.array([[c, s], [-s, c]])
        out.append(((moved[:, None] - places) ** 2).sum(-1).argmin(1))
    return np.array(out)
