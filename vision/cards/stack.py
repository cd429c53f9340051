"""Which card lies on which, and how much of an outline is seen of what is not covered: by their edges alone.

Where two cards overlap, the side of the upper one runs through the lower one and is seen there; the lower one's side
runs below the upper one and is not.
"""

from collections.abc import Sequence

import numpy as np

from vision.cards.face import COLUMNS, ROWS, cells
from vision.cards.find import Place, poses, side_points
from vision.cards.plane import CARD_MM

_WITHIN = 2.5  # mm: so far inside another card, a side is on it or below it
BESIDE = 1.2  # mm: so near a card that covers it, a side is not looked for, nor a cell
_ENOUGH = 3  # points of a side
_ON_TOP, _CLEARLY = 0.6, 0.35  # of an upper one's side must be seen, and so much more than of the lower one's
_SAME_MM, _SAME_TURN = 12.0, 0.2  # places this near are two tries at one card, not two cards

_ACROSS, _DOWN = np.moveaxis(cells(ROWS, COLUMNS) - np.array(CARD_MM) / 2, -1, 0)
_ACROSS, _DOWN = _ACROSS[:1], _DOWN[:, :1]  # mm from the card's middle: 1 x COLUMNS, ROWS x 1


def lie_above(places: Sequence[Place]) -> np.ndarray:
    """N x N bool: whether the first clearly lies on the second."""
    if not places:
        return np.zeros((0, 0), bool)
    points = side_points(poses(places))
    seen = np.array([place.seen for place in places], bool)
    on = inside(points, places, _WITHIN).swapaxes(0, 1)  # whose side, on which card, where
    on &= ~_same(places)[..., None]
    number = on.sum(-1)
    share = np.where(number >= _ENOUGH, (on & seen[:, None]).sum(-1) / np.maximum(number, 1), np.nan)
    with np.errstate(invalid="ignore"):
        return (share > _ON_TOP) & (share - share.T > _CLEARLY)


def two_sides_in_sight(places: Sequence[Place], covers: Sequence[Place]) -> list[float]:
    """How much of the two best seen sides of each place is seen, 0 to 1, of what no card above covers."""
    if not covers or not places:
        return [place.two_sides for place in places]
    clear = ~inside(side_points(poses(places)), covers, -BESIDE).any(0).reshape(len(places), 4, -1)
    seen = np.array([place.seen for place in places], bool).reshape(clear.shape)
    number = clear.sum(-1)
    share = np.where(number >= _ENOUGH, (seen & clear).sum(-1) / np.maximum(number, 1), 0.0)
    return np.sort(share)[:, -2:].mean(1).tolist()


def hidden_cells(place: Place, above: Place) -> np.ndarray:
    """Which fine cells of a card (ROWS x COLUMNS, bool) are hidden by another that lies on it.

    What ``inside`` says of their places, in a third of the time: it is asked for every two cards that overlap.
    """
    hidden = _cells_within(place, above)
    for other in above.under:
        hidden &= ~_cells_within(place, other)
    return hidden


def _cells_within(place: Place, above: Place) -> np.ndarray:
    x, y, turn = place.x - above.x, place.y - above.y, place.turn - above.turn
    c, s = np.cos(above.turn), np.sin(above.turn)
    across = c * x + s * y + np.cos(turn) * _ACROSS - np.sin(turn) * _DOWN
    down = c * y - s * x + np.sin(turn) * _ACROSS + np.cos(turn) * _DOWN
    width, height = CARD_MM
    return (np.abs(across) < width / 2 + BESIDE) & (np.abs(down) < height / 2 + BESIDE)


def inside(points: np.ndarray, places: Sequence[Place], by: float) -> np.ndarray:
    """Which points (... x 2 mm) each of some cards takes up, by so many mm at least: cards x ..., bool."""
    out = _within(points, places, by)
    for own, place in zip(out, places, strict=True):
        if place.under:
            own &= ~_within(points, place.under, 0).any(0)
    return out


def _within(points: np.ndarray, places: Sequence[Place], by: float) -> np.ndarray:
    x, y, turn = poses(places).T.reshape(3, -1, *(1,) * (points.ndim - 1))
    c, s = np.cos(turn), np.sin(turn)
    across, down = points[..., 0] - x, points[..., 1] - y
    width, height = CARD_MM
    return (np.abs(c * across + s * down) < width / 2 - by) & (np.abs(c * down - s * across) < height / 2 - by)


def _same(places: Sequence[Place]) -> np.ndarray:
    """N x N bool: whether two are tries at one card."""
    x, y, turn = poses(places).T[:, :, None]
    apart = np.abs((turn - turn.T + np.pi / 2) % np.pi - np.pi / 2)
    return ((x - x.T) ** 2 + (y - y.T) ** 2 < _SAME_MM**2) & (apart < _SAME_TURN)
