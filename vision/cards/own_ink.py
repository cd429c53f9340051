"""Which of a taught card's colours are its hue's ink, and which belong to a picture of its own.

Told by the whole deck: a hue's ink lies on the wheel where its name says, cards of other hues lack it, and it is
printed where other cards show theirs. A picture that differs from card to card has colours as strong, but seldom all
three.
"""

import cv2
import numpy as np

from vision.cards.face_grid import BLOCK, COARSE, COLUMNS, ROWS, blocks
from vision.photometry.colour_transfer import direction
from vision.photometry.hue_wheel import STEPS, wheel_positions, wrapped

# Constants: chosen by hand on pictures of 12 learned and chosen decks every card of which has its own art.
_NEAR, _FAR = 1.7, 2.6  # steps on the wheel from the hue's name: surely its ink, or in halves; surely none
_SHADES, _BLUR = 40, 1.0  # kinds of colours, across; over how many of them one is spread
_SOME, _PART = 0.004, 0.3  # of a card, and of what the card itself has of it: less of a colour is none
_SHARED = 0.2  # of the other hues may have a colour: halves are printed in their neighbours'
_WIDE, _SELDOM, _OFTEN = 1.2, 0.15, 0.4  # fine cells; how often others show theirs there, beside where most do
_MOST = 0.98  # quantile: where most do
_LEFT = 0.35  # with less of it left, a hue's ink is also the deck's, and only its place tells


def own_ink(shares: np.ndarray, faces: np.ndarray, inks: np.ndarray | None, hues: np.ndarray) -> np.ndarray:
    """How much of what looks like the hue's ink (``shares``, K x cells x fine cells) is: the same shape, 0 to 1.
    ``faces``: K x cells x fine cells x 3; ``inks``: K x 12 x 3 of the mat, None where hues are not the mat's."""
    shares = np.clip(shares, 0, 1)
    named = np.ones(shares.shape) if inks is None else _near_its_name(faces, inks, hues)
    alone = _alone(faces, hues)
    there = named * _where_others_are(shares * named * alone)
    much = (shares * there).sum((1, 2))
    left = (shares * there * alone).sum((1, 2)) > _LEFT * much
    return np.where(left[:, None, None], there * alone, there)


def _near_its_name(faces: np.ndarray, inks: np.ndarray, hues: np.ndarray) -> np.ndarray:
    """Whether colours lie on the wheel where the hue's name says; of every card, where its lamp leaves that to see."""
    out = np.ones(faces.shape[:-1])
    for k, face in enumerate(faces):
        seen = wheel_positions(face.reshape(-1, 3), inks[k])
        if seen is not None:
            off = np.abs(wrapped(seen - hues[k], STEPS)).reshape(out[k].shape)
            out[k] = np.nan_to_num(np.clip((_FAR - off) / (_FAR - _NEAR), 0, 1))
    return out


def _alone(faces: np.ndarray, hues: np.ndarray) -> np.ndarray:
    """Whether cards of other hues lack a colour, but for its brightness, bool."""
    kind = np.clip((direction(faces)[..., :2] * _SHADES).astype(int), 0, _SHADES - 1).reshape(len(faces), -1, 2)
    has = np.zeros((len(faces), _SHADES, _SHADES), np.float32)
    for of, cells in zip(has, kind, strict=True):
        np.add.at(of, tuple(cells.T), 1 / len(cells))
    has = np.array([cv2.GaussianBlur(of, (0, 0), _BLUR) for of in has])
    names = np.unique(hues)
    of_hue = np.array([has[hues == name].mean(0) for name in names])
    out = []
    for of, cells, hue in zip(has, kind, hues, strict=True):
        own, others = (part[..., cells[:, 0], cells[:, 1]] for part in (of, of_hue[names != hue]))
        out.append((others > np.maximum(_SOME, _PART * own)).sum(0) <= _SHARED * len(others))
    return np.array(out).reshape(faces.shape[:-1])


def _where_others_are(shown: np.ndarray) -> np.ndarray:
    """How far other cards show their hues there as well, 0 to 1, where ``shown`` (K x cells x fine cells) are all."""
    whole = shown.reshape(-1, *COARSE, BLOCK, BLOCK).swapaxes(2, 3).reshape(-1, ROWS, COLUMNS).astype(np.float32)
    whole = np.array([cv2.GaussianBlur(one, (0, 0), _WIDE) for one in whole])
    others = (whole.sum(0) - whole) / max(len(whole) - 1, 1)
    most = np.maximum(np.quantile(others, _MOST, axis=(1, 2), keepdims=True), 1e-3)
    return blocks(np.clip((others / most - _SELDOM) / (_OFTEN - _SELDOM), 0, 1)[..., None])[..., 0]
