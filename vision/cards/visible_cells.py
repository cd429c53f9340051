"""What is in sight of a card on which others lie: its cells, and how much of its outline is seen there."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.cards.face_grid import COLUMNS, ROWS, cells
from vision.cards.place import SIDE_POINTS, CardPlace, poses, side_points
from vision.cards.table_plane import CARD_MM

# Constants: chosen by hand: so wide is the blur beside an edge in the pictures that are read.
BESIDE = 1.2  # mm: so near a card that covers it, a side is not looked for, nor a cell
_ENOUGH = 3  # points of a side

_ACROSS, _DOWN = np.moveaxis(cells(ROWS, COLUMNS) - 0.5, -1, 0)
_ACROSS, _DOWN = _ACROSS[:1], _DOWN[:, :1]  # from the card's middle, parts of its size: 1 x COLUMNS, ROWS x 1


class Sides(NamedTuple):
    """How much is seen of a card's sides, 0 to 1, of what no card above covers: of the ``two`` best, and of the one of
    which ``least`` is seen."""

    two: float
    least: float


def sides_in_sight(places: Sequence[CardPlace], covers: Sequence[CardPlace]) -> list[Sides]:
    """What is seen of the sides of each place. Sides of which hardly anything is in sight count for nothing."""
    if not places:
        return []
    seen = np.array([place.seen for place in places], bool).reshape(len(places), 4, -1)
    clear = sides_clear(places, covers).reshape(seen.shape)
    number = clear.sum(-1)
    told = number >= _ENOUGH
    share = (seen & clear).sum(-1) / np.maximum(number, 1)
    two = np.sort(np.where(told, share, 0.0))[:, -2:].mean(1)
    least = np.where(told.any(1), np.where(told, share, 1.0).min(1), 0.0)
    return [Sides(*each) for each in zip(two.tolist(), least.tolist(), strict=True)]


def sides_clear(places: Sequence[CardPlace], covers: Sequence[CardPlace]) -> np.ndarray:
    """Which points of their sides (``SIDE_POINTS``) are in sight of some places: N x 56, bool."""
    if not covers:
        return np.ones((len(places), len(SIDE_POINTS)), bool)
    return ~inside(side_points(poses(places), places[0].size_mm), covers, -BESIDE).any(0)


def hidden_share(place: CardPlace, above: Sequence[CardPlace]) -> float:
    """How much of a card is hidden by others that lie on it, 0 to 1."""
    return float(np.any([hidden_cells(place, card) for card in above], 0).mean()) if above else 0.0


def hidden_cells(place: CardPlace, above: CardPlace) -> np.ndarray:
    """Which fine cells of a card (ROWS x COLUMNS, bool) are hidden by another that lies on it.

    What ``inside`` says of their places, in a third of the time: it is asked for every two cards that overlap.
    """
    hidden = _cells_within(place, above)
    for other in above.under:
        hidden &= ~_cells_within(place, other)
    return hidden


def _cells_within(place: CardPlace, above: CardPlace) -> np.ndarray:
    x, y, turn = place.x - above.x, place.y - above.y, place.turn - above.turn
    c, s = np.cos(above.turn), np.sin(above.turn)
    width, height = place.size_mm
    own_across, own_down = width * _ACROSS, height * _DOWN
    across = c * x + s * y + np.cos(turn) * own_across - np.sin(turn) * own_down
    down = c * y - s * x + np.sin(turn) * own_across + np.cos(turn) * own_down
    return (np.abs(across) < width / 2 + BESIDE) & (np.abs(down) < height / 2 + BESIDE)


def inside(points: np.ndarray, places: Sequence[CardPlace], by: float) -> np.ndarray:
    """Which points (... x 2 mm) each of some cards takes up, by so many mm at least: cards x ..., bool."""
    out = _within(points, places, by)
    for own, place in zip(out, places, strict=True):
        if place.under:
            own &= ~_within(points, place.under, 0).any(0)
    return out


def _within(points: np.ndarray, places: Sequence[CardPlace], by: float) -> np.ndarray:
    x, y, turn = poses(places).T.reshape(3, -1, *(1,) * (points.ndim - 1))
    c, s = np.cos(turn), np.sin(turn)
    across, down = points[..., 0] - x, points[..., 1] - y
    width, height = places[0].size_mm if places else CARD_MM
    return (np.abs(c * across + s * down) < width / 2 - by) & (np.abs(c * down - s * across) < height / 2 - by)
