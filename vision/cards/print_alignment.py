"""Where about a place a taught card lies, by all that is printed on it, as far as other cards leave it in sight.

Of a white card on white ones, or of a strip between two others, hardly a side is seen, and places that were proposed by
sides lie several millimetres off. So every taught print is held there, turned and slid a little, and compared with what
is seen: coarsely first, and then, where a few of them are likest, finely.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.place import CardPlace
from vision.cards.print_around import OWN, ROOM, TURNS, PrintAround, PrintShift, own_print, peak_near
from vision.cards.table_plane import Plane

# Constants: chosen by hand on 57 decks of the learned and chosen families.
_COARSER, _EVERY = 2, 2  # times, and of the turns, at first
_SMALL = OWN[0] // _COARSER, OWN[1] // _COARSER
_LITTLE = 24.0
"""So much print, in pixels with clear edges, says half of what much says: a little of it is like anything. With 8, six
swaps of one deck were read where none lay, of which 16 to 32 pixels of another card's side were seen; of 44 right ones
at least 50 were, of most 200 and more."""
_IN_SIGHT = 0.1  # of a card, at least
_PRINTED = 0.45  # how alike a print must be
_LIKEST, _NEAR = 6, 2  # prints that are looked at finely, so many px about where they are likest


class _Turned(NamedTuple):
    """What is seen about a place, turned one way (PIXELS x 2, nothing where it is hidden), and where it is in sight."""

    seen: np.ndarray
    clear: np.ndarray


class PrintAlignment:
    """The prints of taught cards, to be looked for."""

    def __init__(self, taught: np.ndarray) -> None:
        """``taught``: how the edges lie (``edge_orientations``) on the cards, N x PIXELS x 3."""
        upright = [own_print(one) for one in taught]
        self._prints = [np.ascontiguousarray(way) for one in upright for way in (one, one[::-1, ::-1])]
        small = np.array([_smaller(one) for one in self._prints]).reshape(-1, *_SMALL, 2)
        self._small = np.ascontiguousarray(small.reshape(len(small), -1).T)
        self._power = np.ascontiguousarray((small**2).sum(-1).reshape(len(small), -1).T)

    def place_of(
        self, soft: np.ndarray, plane: Plane, place: CardPlace, above: Sequence[CardPlace]
    ) -> CardPlace | None:
        """The likest place in a softened picture of a card below those that lie ``above``; None where no print is like
        what is seen, or too little of a card would be in sight."""
        around = PrintAround.of(soft, plane, place)
        clear = around.in_sight(above)
        turned = [_Turned(seen * there[..., None], there) for seen, there in zip(around.prints, clear, strict=True)]
        ways = np.array([self._coarsely(one) for one in turned[::_EVERY]])
        if not np.isfinite(ways).any():
            return None
        likest = np.argsort(-ways.max((0, 1, 2)))[:_LIKEST]
        looks = (self._finely(turned, k, ways[..., k]) for k in likest)
        best = max(looks, key=lambda one: one.alike)
        if best.alike < _PRINTED:
            return None
        return replace(around.moved(best).taken_for_seen(), by_print=True)

    def _coarsely(self, turned: _Turned) -> np.ndarray:
        """How like each print (K) what is seen is at every second pixel, rows x columns x K."""
        seen, clear = _smaller(turned.seen), _smaller(turned.clear)
        windows = _windows(seen).swapaxes(2, 3).swapaxes(3, 4)
        rows, columns = windows.shape[:2]
        there = _windows(clear).reshape(rows * columns, -1)
        power = cv2.boxFilter((seen**2).sum(-1), -1, _SMALL[::-1], normalize=False)
        top, left = _SMALL[0] // 2, _SMALL[1] // 2
        alike = _cosine(
            windows.reshape(rows * columns, -1) @ self._small,
            power[top : top + rows, left : left + columns].reshape(-1, 1),
            there @ self._power,
            _LITTLE / _COARSER**2,
        )
        alike[there.mean(1) < _IN_SIGHT] = -np.inf
        return alike.reshape(rows, columns, -1)

    def _finely(self, turned: list[_Turned], k: int, ways: np.ndarray) -> PrintShift:
        """Where one print is likest, about where it is so at a first look (``ways``: turns x rows x columns)."""
        turn, down, right = (int(at) for at in np.unravel_index(ways.argmax(), ways.shape))
        top, left = max(_COARSER * down - _NEAR, 0), max(_COARSER * right - _NEAR, 0)
        part = np.s_[top : top + OWN[0] + 2 * _NEAR, left : left + OWN[1] + 2 * _NEAR]
        turns = range(max(turn * _EVERY - 1, 0), min(turn * _EVERY + 2, len(TURNS)))
        looks = np.array([_alike(turned[way], self._prints[k], part) for way in turns])
        turn, down, right = (int(at) for at in np.unravel_index(looks.argmax(), looks.shape))
        return PrintShift(
            turns[turn],
            peak_near(looks[turn, :, right], down) + top - ROOM[0],
            peak_near(looks[turn, down], right) + left - ROOM[1],
            float(looks[turn, down, right]),
        )


def _alike(turned: _Turned, taught: np.ndarray, part: tuple[slice, slice]) -> np.ndarray:
    """How like a print what is seen is, slid within a part of it: rows x columns."""
    seen, clear = np.ascontiguousarray(turned.seen[part]), np.ascontiguousarray(turned.clear[part])
    ones = np.ones(OWN, np.float32)
    return _cosine(
        cv2.matchTemplate(seen, taught, cv2.TM_CCORR),
        cv2.matchTemplate((seen**2).sum(-1), ones, cv2.TM_CCORR),
        cv2.matchTemplate(clear, (taught**2).sum(-1), cv2.TM_CCORR),
        _LITTLE,
    )


def _cosine(both: np.ndarray, seen: np.ndarray, taught: np.ndarray, little: float) -> np.ndarray:
    """The cosine of two prints, by their product and the squares of each: less, where there is ``little`` of them."""
    return both / np.sqrt((np.maximum(seen, 0) + little) * (np.maximum(taught, 0) + little))


def _smaller(values: np.ndarray) -> np.ndarray:
    return cv2.resize(values, None, fx=1 / _COARSER, fy=1 / _COARSER, interpolation=cv2.INTER_AREA)


def _windows(values: np.ndarray) -> np.ndarray:
    """All that a card may take up of coarse pixels: rows x columns (x channels) x SMALL."""
    return np.lib.stride_tricks.sliding_window_view(values, _SMALL, (0, 1))
