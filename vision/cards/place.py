"""Where a card may lie on the table, and how much of its four sides is seen as edges there.

Arrays of places are called poses: N x 3, x and y of the card's middle in mm, and its turn in radians.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cards.table_plane import CARD_MM, Size

_SAME_MM, _SAME_TURN = 7.0, np.radians(10)  # chosen by hand
MOST_PLACES = 60
"""Places that are kept of those proposed, and of those refined."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card lies: its middle (mm), its turn (radians, the card's up against the table's), and its evidence.

    ``sides``: how much of its top, right, bottom and left side is seen as an edge, 0 to 1; ``seen``: at which of the
    points ``SIDE_POINTS``. ``under``: what is supposed to lie on a card there, though it was not made out: the card
    hides nothing where that is. ``size_mm``: of the deck's cards. ``by_print``: its print says that
    it lies there, whatever is seen of its outline.
    """

    x: float
    y: float
    turn: float
    score: float
    sides: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    seen: tuple[bool, ...] = ()
    under: tuple["CardPlace", ...] = ()
    size_mm: Size = CARD_MM
    by_print: bool = False

    @classmethod
    def of(cls, x: float, y: float, turn: float, seen: np.ndarray) -> "CardPlace":
        """A place whose sides are seen at these of the points ``SIDE_POINTS`` (bool)."""
        return cls.all_of(np.array([[x, y, turn]]), seen[None])[0]

    @classmethod
    def all_of(cls, pose: np.ndarray, seen: np.ndarray, size_mm: Size = CARD_MM) -> list["CardPlace"]:
        """Places of many poses (N x 3: x, y, turn), each seen at these of the points ``SIDE_POINTS`` (N x 56 bool)."""
        share = shares_of_sides(seen)
        parts = (part.tolist() for part in (pose, outline_score(*share.T), share, seen))
        return [
            cls(*at, score, tuple(sides), tuple(there), (), size_mm)
            for at, score, sides, there in zip(*parts, strict=True)
        ]

    def taken_for_seen(self) -> "CardPlace":
        """The same where something else than its outline says that a card lies there: all its sides are taken for
        seen, and it has no score."""
        return replace(self, score=0.0, sides=(1.0,) * 4, seen=(True,) * len(SIDE_POINTS))

    def to_table(self, points: np.ndarray) -> np.ndarray:
        """Points of the card, mm from its top left, (..., 2) -> mm on the table."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        away = np.asarray(points, float) - np.array(self.size_mm) / 2
        return away @ np.array([[c, s], [-s, c]]) + [self.x, self.y]

    @property
    def two_sides(self) -> float:
        """How much of the two best seen sides is seen, 0 to 1."""
        return sum(sorted(self.sides)[-2:]) / 2

    @property
    def across(self) -> float:
        """How much is seen of the best side of each pair of opposite ones, 0 to 1, where it is less: of little, nothing
        tells how far along the other two it lies."""
        top, right, bottom, left = self.sides
        return min(max(top, bottom), max(right, left))

    @property
    def corners(self) -> np.ndarray:
        """4 x 2 mm, clockwise from the card's top left."""
        width, height = self.size_mm
        return self.to_table(np.array([[0, 0], [width, 0], [width, height], [0, height]]))


def poses(places: Sequence[CardPlace]) -> np.ndarray:
    """N x 3: x, y, turn."""
    return np.array([(place.x, place.y, place.turn) for place in places]).reshape(-1, 3)


def distinct_poses(pose: np.ndarray, near: float, alike: float, most: int) -> list[int]:
    """Of poses (N x 3 or more: x, y, turn), best first, those to look at: not nearly the same twice, not too many."""
    apart = np.abs((pose[:, 2, None] - pose[:, 2] + np.pi / 2) % np.pi - np.pi / 2)
    away = (pose[:, 0, None] - pose[:, 0]) ** 2 + (pose[:, 1, None] - pose[:, 1]) ** 2
    other = (away >= near**2) | (apart >= alike)
    free = np.ones(len(pose), bool)
    kept: list[int] = []
    for k in range(len(pose)):
        if free[k] and len(kept) < most:
            kept.append(k)
            free &= other[k]
    return kept


def same_place(a: CardPlace, b: CardPlace) -> bool:
    """Whether no two cards lie so, either way up."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < _SAME_MM**2 and abs(turned(b, a)) < _SAME_TURN


def turned(place: CardPlace, other: CardPlace) -> float:
    """How far the other is turned from a place, either way up."""
    return (other.turn - place.turn + np.pi / 2) % np.pi - np.pi / 2


def between(one: CardPlace, other: CardPlace, parts: Sequence[float]) -> list[CardPlace]:
    """Where cards of a fan would lie between two, so far on the way from one to the other."""
    x, y, turn = other.x - one.x, other.y - one.y, turned(one, other)
    return [
        CardPlace(one.x + part * x, one.y + part * y, one.turn + part * turn, 0.0, size_mm=one.size_mm)
        for part in parts
    ]


_steps = np.linspace(0.05, 0.95, 14)
SIDE_POINTS = (
    np.concatenate(
        [
            np.stack([_steps, np.zeros(14)], -1),
            np.stack([np.ones(14), _steps], -1),
            np.stack([_steps, np.ones(14)], -1),
            np.stack([np.zeros(14), _steps], -1),
        ]
    )
    - 0.5
)
"""Points along the four sides, from the card's middle, as parts of its width and height."""
SIDE_NORMALS = np.repeat(np.array([[0, -1.0], [1, 0], [0, 1], [-1, 0]]), 14, 0)
SIDE_FACING = np.arctan2(SIDE_NORMALS[:, 1], SIDE_NORMALS[:, 0]).astype(np.float32)


def outline_score(top: np.ndarray, right: np.ndarray, bottom: np.ndarray, left: np.ndarray) -> np.ndarray:
    """How good outlines are whose sides are seen in such shares (0 to 1, any shape): the best seen side counts most. 0
    to 1, the same shape."""
    most, least = np.maximum(top, bottom), np.minimum(top, bottom)
    wide, thin = np.maximum(right, left), np.minimum(right, left)
    second, third = np.minimum(most, wide), np.maximum(least, thin)
    first, last = np.maximum(most, wide), np.minimum(least, thin)
    return 0.45 * first + 0.3 * np.maximum(second, third) + 0.15 * np.minimum(second, third) + 0.1 * last


def shares_of_sides(seen: np.ndarray) -> np.ndarray:
    """How much of each side is seen (... x 4), of samples (... x 56, 0 or 1)."""
    each = seen.shape[-1] // 4
    number = seen.reshape(-1, each).astype(np.float32) @ np.ones(each, np.float32)
    return number.reshape(*seen.shape[:-1], 4).astype(float) / each


def side_points(pose: np.ndarray, size_mm: Size = CARD_MM, out: float = 0.0) -> np.ndarray:
    """The points ``SIDE_POINTS`` of poses (N x 3) on the table, so many mm further ``out``: N x 56 x 2 mm."""
    return (SIDE_POINTS * size_mm + out * SIDE_NORMALS) @ turns_of(pose) + pose[:, None, :2]


def turns_of(pose: np.ndarray) -> np.ndarray:
    """What turns rows of vectors as poses (N x 3) are, N x 2 x 2."""
    c, s = np.cos(pose[:, 2]), np.sin(pose[:, 2])
    return np.array([[c, s], [-s, c]]).transpose(2, 0, 1)
