"""How much more each pixel looks like a piece than like the empty board: a logarithm of a ratio of likelihoods.

A shadow takes brightness and leaves the tint; a piece has a tint of its own. Where somebody's pieces have the colour of
what is printed there, its pixels say nothing either way; a piece's foot stands on white paper, and tells.
"""

from collections.abc import Iterable

import numpy as np

from vision.boards.flat_board import FlatBoard
from vision.boards.pieces import PieceColour

# Constants: chosen by hand on drawn boards of families that are learned from.
_TINT = 0.11  # how well the empty board's tint is known, one standard deviation, in a picture without noise
_NOISE = 1.3  # noise has a longer tail than its middle says
_DARKER, _BRIGHTER = 0.22, 0.10  # how much darker it gets beyond the deepest shadow, and how much brighter
_DEEPEST = 0.75  # logarithm of brightness times root 3: as deep as shadows on a table are
_HALF_THE_LIGHT = np.float32(np.sqrt(3) * np.log(2))  # the same where a black piece's edge crosses a pixel's middle
_ANY_COLOUR = 4.2  # cost of any colour at all: tints are spread over about so much more than one ink's
_MOST = 2.5  # what a single pixel may say: neighbours are not independent


def evidence(board: FlatBoard, known: Iterable[PieceColour]) -> np.ndarray:
    """For a piece of any colour: H x W float32, more is likelier a piece. ``known``: colours that some have."""
    off = board.colours - board.inks[board.labels]
    tints = (off[..., 1] ** 2 + off[..., 2] ** 2) * _precision(board)[board.labels]
    shade = off[..., 0]
    bright = np.maximum(shade, 0) * np.float32(1 / _BRIGHTER)
    dark = np.maximum(-shade - np.float32(_DEEPEST), 0) * np.float32(1 / _DARKER)
    costs = 0.5 * (bright * bright + dark * dark + tints)
    return np.clip(costs - _of_inks(board.inks, known)[board.labels], -_MOST, _MOST) * board.sure


def likelier_of_tint(board: FlatBoard, tints: np.ndarray, window: tuple[slice, slice]) -> np.ndarray:
    """For a piece of these tints (2) against the empty board, of the pixels in a window: h x w float32. Of black ones
    the dark speaks, as little light has hardly a tint."""
    labels = board.labels[window]
    other = (tints - board.inks[:, 1:]).astype(np.float32)
    off = board.colours[window] - board.inks[labels].astype(np.float32)
    nearer = (off[..., 1:] * other[labels]).sum(-1) - 0.5 * (other**2).sum(1)[labels]
    dark = np.maximum(-off[..., 0] - _HALF_THE_LIGHT, 0) * np.float32(1 / _DARKER)
    costs = nearer * _precision(board)[labels] + 0.5 * dark * dark
    return np.clip(costs, -_MOST, _MOST) * board.sure[window]


def _precision(board: FlatBoard) -> np.ndarray:
    """How exactly the tint of each ink is known (I)."""
    return 1 / (np.float32(_TINT**2) + (_NOISE * board.spread) ** 2)


def _of_inks(inks: np.ndarray, known: Iterable[PieceColour]) -> np.ndarray:
    """What it costs to take each ink for a piece (I): little where somebody's pieces are of its colour."""
    out = np.full(len(inks), _ANY_COLOUR, np.float32)
    for colour in known:
        off = np.hypot(*(inks[:, 1:] - colour.tints).T) / (2 * colour.spread)
        out = np.minimum(out, 0.5 * off**2)
    out[-1] = _ANY_COLOUR  # paper: no piece is white
    return out
