"""Where a card lies by what is printed on all cards of its deck alike: a frame, corners, where the numbers stand.

Of a white border on a white mat no edge is seen. What is found instead is the frame within, off by as much as the
border is wide, each card another way, and a little turned. But cards of one deck lie on each other by the print that
they share. As only that is looked for, no number becomes likelier than another by it.

Of prints (``edge_orientations``) the cosine and the sine count here: two are alike where both point the same way. They
are brought onto each other by cross-correlation, one turn after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.face_grid import cut_patches
from vision.cards.place import CardPlace, same_place
from vision.cards.print_edges import PIXELS, edge_orientations
from vision.cards.table_plane import Plane

# Constants: chosen by hand on 120 decks of the learned and chosen families, of which 45 have white borders.
_OWN = (PIXELS[0] * 3 // 4, PIXELS[1] * 3 // 4)
"""Rows and columns of a cut-out that are the card's own; the rest lies around it, so far it is looked for."""
_ROOM = (PIXELS[0] - _OWN[0]) // 2, (PIXELS[1] - _OWN[1]) // 2
_TURNS = np.radians(np.arange(-6.0, 6.1, 1.0))
_AS_IT_IS = len(_TURNS) // 2
_SOFT, _RIM = 1.2, 2  # px: prints are softened; and left out at the sides
_STRAY, _STRAY_TURN = 0.02, 0.007
"""How much less alike prints count a millimetre elsewhere, and turned by a degree."""
_ROUNDS = 4
_SHARED = 0.75
"""So alike are cards of a deck that surely share a print (the median): 53 of those 120 decks, up to 0.91. Where each
card has another picture they are 0.4 to 0.6, where they share little beside their digits between."""
_SEEN, _BETTER = 0.6, 0.03
"""So alike is the print of a card that has it, at least; and by so much more than where it was looked for. Of 318
special cards but swaps, in decks whose numbered cards share a print, two are as alike to it, at most 0.63."""


class PrintShift(NamedTuple):
    """How a card lies beside the place where it was looked for: which of the turns, and how many pixels further down
    and to the right; how ``alike`` its print is to the shared one there (their cosine, 1: the same), and how much at
    the place itself."""

    turn: int
    down: float
    right: float
    alike: float
    alike_here: float


@dataclass(frozen=True, slots=True, eq=False)
class PrintAround:
    """What is printed at a place and around it, turned every way a little: TURNS x PIXELS x 2."""

    place: CardPlace
    prints: np.ndarray

    @classmethod
    def of(cls, soft: np.ndarray, plane: Plane, place: CardPlace) -> "PrintAround":
        """At a place in a softened picture."""
        width, height = place.size_mm
        size_mm = width * PIXELS[1] / _OWN[1], height * PIXELS[0] / _OWN[0]
        turned = [replace(place, turn=place.turn + turn, size_mm=size_mm) for turn in _TURNS.tolist()]
        return cls(place, np.array([_print(patch) for patch in cut_patches(soft, plane, turned)]))

    def own(self, move: PrintShift) -> np.ndarray:
        """The card's own print (OWN x 2) if it lies so."""
        top, left = _ROOM[0] + round(move.down), _ROOM[1] + round(move.right)
        return self.prints[move.turn, top : top + _OWN[0], left : left + _OWN[1]]

    def onto(self, shared: np.ndarray) -> PrintShift:
        """How it lies by a shared print (OWN x 2)."""
        alike = np.array([cv2.matchTemplate(one, shared, cv2.TM_CCORR_NORMED) for one in self.prints])
        good = alike - self._stray()
        turn, row, column = (int(at) for at in np.unravel_index(good.argmax(), good.shape))
        down = _between(good[turn, :, column], row) - _ROOM[0]
        right = _between(good[turn, row], column) - _ROOM[1]
        here = float(alike[_AS_IT_IS, _ROOM[0], _ROOM[1]])
        return PrintShift(turn, down, right, float(alike[turn, row, column]), here)

    def _stray(self) -> np.ndarray:
        """How much less each turn and step counts."""
        width, height = self._pixel_mm()
        down, right = (np.arange(-room, room + 1) for room in _ROOM)
        far = np.hypot((down * height)[:, None], right * width)
        return _STRAY * far + _STRAY_TURN * np.abs(np.degrees(_TURNS))[:, None, None]

    def _pixel_mm(self) -> tuple[float, float]:
        width, height = self.place.size_mm
        return width / _OWN[1], height / _OWN[0]

    def moved(self, move: PrintShift) -> CardPlace:
        """The place where it lies so."""
        width, height = self._pixel_mm()
        turned = replace(self.place, turn=self.place.turn + float(_TURNS[move.turn]))
        x, y = turned.to_table(np.array(turned.size_mm) / 2 + (move.right * width, move.down * height)).tolist()
        return replace(turned, x=x, y=y)


class SharedPrint:
    """What the numbered cards of a deck share of their prints; all its cards, where none has a number."""

    def __init__(self, taught: np.ndarray) -> None:
        """``taught``: how the edges lie (``edge_orientations``) on those cards, N x PIXELS x 3."""
        prints = taught[..., :2].astype(np.float32)
        small = [cv2.resize(one, _OWN[::-1], interpolation=cv2.INTER_AREA) for one in prints]
        each = np.array([_inner(cv2.GaussianBlur(one, (0, 0), _SOFT)) for one in small])
        alike = [_cosine(one, each.sum(0) - one) for one in each]
        self._shared = each.sum(0) if len(each) > 1 and np.median(alike) >= _SHARED else None

    def place_of(self, soft: np.ndarray, plane: Plane, place: CardPlace) -> CardPlace | None:
        """Where the card at a place in a softened picture lies by it, whichever way up; None where it is not seen, or
        the card lies as it should."""
        if self._shared is None:
            return None
        card = PrintAround.of(soft, plane, place)
        ways = (card.onto(np.ascontiguousarray(way)) for way in (self._shared, self._shared[::-1, ::-1]))
        best = max(ways, key=lambda move: move.alike)
        moved = card.moved(best)
        return moved if _is_there(best) and same_place(moved, place) else None


def brought_together(cards: Sequence[PrintAround], others: Sequence[PrintAround] = ()) -> list[CardPlace]:
    """Where cards of one design lie so that their prints lie on each other; and then ``others`` of the deck, of which
    some may have that print. The middle one of all moves is taken for none. They stay where they are where they share
    no print, and so does each that does not lie clearly better elsewhere.

    Each in turn is brought onto the sum of the others as these lie by then (congealing, Learned-Miller 2006)."""
    if len(cards) < 2:
        return [one.place for one in (*cards, *others)]
    moves = [PrintShift(_AS_IT_IS, 0.0, 0.0, 1.0, 1.0)] * len(cards)
    total = np.sum([one.own(move) for one, move in zip(cards, moves, strict=True)], 0)
    for _ in range(_ROUNDS):
        for k, one in enumerate(cards):
            rest = total - one.own(moves[k])
            moves[k] = one.onto(_inner(rest))
            total = rest + one.own(moves[k])
    if np.median([move.alike for move in moves]) < _SHARED:
        return [one.place for one in (*cards, *others)]
    moves += [one.onto(_inner(total)) for one in others]
    down, right = np.median([(move.down, move.right) for move in moves[: len(cards)]], 0)
    turn = int(np.median([move.turn for move in moves[: len(cards)]])) - _AS_IT_IS
    return [
        one.moved(_back(move, turn, down, right)) if _is_there(move) else one.place
        for one, move in zip((*cards, *others), moves, strict=True)
    ]


def _is_there(move: PrintShift) -> bool:
    """Whether a card surely lies so, and not where it was looked for."""
    return move.alike >= _SEEN and move.alike > move.alike_here + _BETTER


def _back(move: PrintShift, turn: int, down: float, right: float) -> PrintShift:
    """A move without what all of them have in common."""
    way = int(np.clip(move.turn - turn, 0, len(_TURNS) - 1))
    return move._replace(turn=way, down=move.down - float(down), right=move.right - float(right))


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float((one * other).sum() / max(np.sqrt((one**2).sum() * (other**2).sum()), 1e-6))


def _print(patch: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(edge_orientations(patch)[..., :2], (0, 0), _SOFT)


def _inner(shared: np.ndarray) -> np.ndarray:
    """A shared print without its rim: what is at a card's sides is the table's, where it is not seen."""
    out = np.zeros_like(shared)
    out[_RIM:-_RIM, _RIM:-_RIM] = shared[_RIM:-_RIM, _RIM:-_RIM]
    return out


def _between(values: np.ndarray, k: int) -> float:
    """Where about the k-th of some values they are highest: between pixels, by a parabola."""
    if not 0 < k < len(values) - 1:
        return float(k)
    before, peak, after = values[k - 1 : k + 2]
    bend = float(2 * peak - before - after)
    return k + float(np.clip((after - before) / (2 * bend), -0.5, 0.5)) if bend > 0 else float(k)
