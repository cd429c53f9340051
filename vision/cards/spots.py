"""Where a mat asks for single cards and piles: how much likelier a card lies just there, and where one may lie whose
outline cannot be seen, as the table has its colour."""

import math
from collections.abc import Sequence
from itertools import product

import numpy as np

from vision.cards.place import CardPlace
from vision.cards.segmenter import CELL_MM
from vision.cards.table_plane import Size
from vision.cards.visible_cells import inside

NO_SPOTS = np.empty((0, 2))
# Constants: chosen by hand; a field is some 2 mm larger than a card.
_OFF_MM, _UPRIGHT, _LIKELIER = 4.0, np.radians(10), 20.0
"""How exactly people lay a card on its field (standard deviation), how upright, and how much likelier a card lies right
there than anywhere beside."""
_ASIDE_MM, _TURNS = (-4.0, -2.0, 0.0, 2.0, 4.0), np.radians((-3.0, 0.0, 3.0))
_THERE_MM = 10.0  # so near a spot a card lies on it
_HOLDS = 0.8  # of a part of which nobody knows what it is


def likelier_at(place: CardPlace, spots: np.ndarray) -> float:
    """How much likelier a card lies just there than anywhere beside: 1 without ``spots`` (N x 2 mm), and far from
    them."""
    if not len(spots) or abs((place.turn + np.pi / 2) % np.pi - np.pi / 2) > _UPRIGHT:
        return 1.0
    off = np.hypot(*(spots - (place.x, place.y)).T).min() / _OFF_MM
    return max(1.0, _LIKELIER * math.exp(-(off**2) / 2))


def lie_at(places: Sequence[CardPlace], spots: np.ndarray) -> list[CardPlace]:
    """Those of some places that are at one of the ``spots``."""
    return [place for place in places if any(np.hypot(*(spots - (place.x, place.y)).T) < _THERE_MM)]


def places_at(spots: np.ndarray, left: Sequence[np.ndarray], size_mm: Size) -> list[CardPlace]:
    """Places about those spots at which most of what is ``left`` lies (of each part its cells, N x 2 mm); all their
    sides are taken for seen. A part that is longer than a card is several, each at the spot it is nearest to."""
    if not len(spots):
        return []
    each = [piece for part in left for piece in _pieces(part, spots, size_mm)]
    held = [
        spot for spot in spots if any(inside(part, [_place(*spot, 0, size_mm)], 0).mean() > _HOLDS for part in each)
    ]
    return [place for spot in held for place in _about(spot, size_mm)]


def _pieces(part: np.ndarray, spots: np.ndarray, size_mm: Size) -> list[np.ndarray]:
    """The cells of a part by the spot they are nearest to, if it is longer than a card; else all of it. The network
    sees less of a card than there is, so that two of them may be no larger than one."""
    if (np.ptp(part, axis=0) + CELL_MM).max() <= max(size_mm):
        return [part]
    nearest = np.linalg.norm(part[:, None] - spots, axis=-1).argmin(1)
    return [part[nearest == k] for k in np.unique(nearest)]


def places_in_doubt(spots: np.ndarray, sure: Sequence[CardPlace], asked: Sequence[CardPlace]) -> list[CardPlace]:
    """Places about those spots over which cards lie that are ``asked`` about, but none that is ``sure`` to lie there;
    all their sides are taken for seen."""
    open_ = [spot for spot in spots if not any(np.hypot(*(spot - (one.x, one.y))) < _THERE_MM for one in sure)]
    doubted = [spot for spot in open_ if inside(np.array([spot]), asked, 0).any()]
    return [place for spot in doubted for place in _about(spot, asked[0].size_mm)]


def _about(spot: np.ndarray, size_mm: Size) -> list[CardPlace]:
    x, y = spot
    return [_place(x + a, y + b, turn, size_mm) for a, b, turn in product(_ASIDE_MM, _ASIDE_MM, _TURNS)]


def _place(x: float, y: float, turn: float, size_mm: Size) -> CardPlace:
    return CardPlace(x, y, turn, 0.0, size_mm=size_mm).taken_for_seen()
