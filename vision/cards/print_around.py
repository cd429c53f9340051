"""What is printed at a place and around it, a little aside and turned a little: to see where else a card may lie.

Of prints (``edge_orientations``) the cosine and the sine count here: two are alike where both point the same way. They
are brought onto each other by cross-correlation, one turn after the other.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.face_grid import cells, cut_patches
from vision.cards.place import CardPlace
from vision.cards.print_edges import PIXELS, edge_orientations
from vision.cards.table_plane import Plane
from vision.cards.visible_cells import BESIDE, inside

# Constants: chosen by hand on 120 decks of the learned and chosen families, of which 45 have white borders.
OWN = (PIXELS[0] * 3 // 4, PIXELS[1] * 3 // 4)
"""Rows and columns of a cut-out that are the card's own; the rest lies around it, so far it is looked for."""
ROOM = (PIXELS[0] - OWN[0]) // 2, (PIXELS[1] - OWN[1]) // 2
TURNS = np.radians(np.arange(-6.0, 6.1, 1.0))
AS_IT_IS = len(TURNS) // 2
_MIDDLES = cells(*PIXELS)
_SOFT, _RIM = 1.2, 2  # px: prints are softened; and left out at the sides
_BESIDE = BESIDE + 1.5
"""mm: so near a card that lies on another its side would be taken for the other's print, which is softened."""
_STRAY, _STRAY_TURN = 0.02, 0.007
"""How much less alike prints count a millimetre elsewhere, and turned by a degree."""


class PrintShift(NamedTuple):
    """How a card lies beside the place where it was looked for: which of the turns, and how many pixels further down
    and to the right; how ``alike`` its print is to the shared one there (their cosine, 1: the same), and how much at
    the place itself, 0 where that was not asked for."""

    turn: int
    down: float
    right: float
    alike: float
    alike_here: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class PrintAround:
    """What is printed at a place and around it, turned every way a little: TURNS x PIXELS x 2."""

    place: CardPlace
    prints: np.ndarray

    @classmethod
    def of(cls, soft: np.ndarray, plane: Plane, place: CardPlace) -> "PrintAround":
        """At a place in a softened picture."""
        return cls(place, np.array([_print(patch) for patch in cut_patches(soft, plane, _turned(place))]))

    def in_sight(self, above: Sequence[CardPlace]) -> np.ndarray:
        """Which pixels no card ``above`` hides, TURNS x PIXELS: 1 in sight, float32."""
        if not above:
            return np.ones(self.prints.shape[:3], np.float32)
        points = np.array([turned.to_table(_MIDDLES * turned.size_mm) for turned in _turned(self.place)])
        return (~inside(points, above, -_BESIDE).any(0)).astype(np.float32)

    def own(self, move: PrintShift) -> np.ndarray:
        """The card's own print (OWN x 2) if it lies so."""
        top, left = ROOM[0] + round(move.down), ROOM[1] + round(move.right)
        return self.prints[move.turn, top : top + OWN[0], left : left + OWN[1]]

    def onto(self, shared: np.ndarray) -> PrintShift:
        """How it lies by a shared print (OWN x 2)."""
        alike = np.array([cv2.matchTemplate(one, shared, cv2.TM_CCORR_NORMED) for one in self.prints])
        good = alike - self._stray()
        turn, row, column = (int(at) for at in np.unravel_index(good.argmax(), good.shape))
        down = peak_near(good[turn, :, column], row) - ROOM[0]
        right = peak_near(good[turn, row], column) - ROOM[1]
        here = float(alike[AS_IT_IS, ROOM[0], ROOM[1]])
        return PrintShift(turn, down, right, float(alike[turn, row, column]), here)

    def _stray(self) -> np.ndarray:
        """How much less each turn and step counts."""
        width, height = self._pixel_mm()
        down, right = (np.arange(-room, room + 1) for room in ROOM)
        far = np.hypot((down * height)[:, None], right * width)
        return _STRAY * far + _STRAY_TURN * np.abs(np.degrees(TURNS))[:, None, None]

    def _pixel_mm(self) -> tuple[float, float]:
        width, height = self.place.size_mm
        return width / OWN[1], height / OWN[0]

    def moved(self, move: PrintShift) -> CardPlace:
        """The place where it lies so."""
        width, height = self._pixel_mm()
        turned = replace(self.place, turn=self.place.turn + float(TURNS[move.turn]))
        x, y = turned.to_table(np.array(turned.size_mm) / 2 + (move.right * width, move.down * height)).tolist()
        return replace(turned, x=x, y=y)


def may_hide(above: CardPlace, place: CardPlace) -> bool:
    """Whether a card may hide something of what is cut out at a place and around it."""
    far = math.hypot(*place.size_mm) * (PIXELS[0] / OWN[0] + 1) / 2
    return (above.x - place.x) ** 2 + (above.y - place.y) ** 2 < far**2


def _turned(place: CardPlace) -> list[CardPlace]:
    """What is cut out at a place, turned every way."""
    width, height = place.size_mm
    size_mm = width * PIXELS[1] / OWN[1], height * PIXELS[0] / OWN[0]
    return [replace(place, turn=place.turn + turn, size_mm=size_mm) for turn in TURNS.tolist()]


def own_print(taught: np.ndarray) -> np.ndarray:
    """What is printed on a card, by how its edges lie (``edge_orientations``, PIXELS x 3), OWN x 2: softened, and
    without its rim, as what is at a card's sides is the table's where it is not seen."""
    small = cv2.resize(taught[..., :2].astype(np.float32), OWN[::-1], interpolation=cv2.INTER_AREA)
    return inner(cv2.GaussianBlur(small, (0, 0), _SOFT))


def inner(own: np.ndarray) -> np.ndarray:
    """A print (OWN x 2) without its rim."""
    out = np.zeros_like(own)
    out[_RIM:-_RIM, _RIM:-_RIM] = own[_RIM:-_RIM, _RIM:-_RIM]
    return out


def peak_near(values: np.ndarray, k: int) -> float:
    """Where about the k-th of some values they are highest: between pixels, by a parabola."""
    if not 0 < k < len(values) - 1:
        return float(k)
    before, peak, after = values[k - 1 : k + 2]
    bend = float(2 * peak - before - after)
    return k + float(np.clip((after - before) / (2 * bend), -0.5, 0.5)) if bend > 0 else float(k)


def _print(patch: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(edge_orientations(patch)[..., :2], (0, 0), _SOFT)
