"""How far cards really reach, beyond the outlines that were found of them or short of those: until the table begins.

A frame or a stripe is printed on every card, and its outline may be clearer than the worn edge of the card itself. What
lies beyond it still is the card, and looks unlike the table; so where the table begins the card ends. Of white borders
on white paper that says nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.edge_map import flat_map, soften
from vision.cards.place import CardPlace
from vision.cards.table_plane import MatPlane, Size
from vision.photometry.channels import largest_channel

# Constants: chosen by hand on 84 decks of the chosen families.
_BEYOND = np.arange(-9.0, 24.01, 0.5)  # mm from an outline outwards
_ALONG = np.linspace(-0.44, 0.44, 24)  # of a side, from its middle
_WITHIN, _OUTSIDE = (_BEYOND >= -3) & (_BEYOND <= -2), (_BEYOND >= 1) & (_BEYOND <= 3)
_CARD, _TABLE = 0.6, 0.5  # of a side's points unlike the table: more is a card, less is none
_UNLIKE, _GRAY = 4.0, 10.0  # of what is usual on the table, and gray levels: a colour less unlike may be the table's
_COLOURED = 0.35  # of a table's strongest channel, by which its weakest is less
_ENOUGH = 400  # mm2 of free table, to know its colour
_IN_SIGHT = 0.7  # of a side's points must lie on the part of the mat that is for cards
_MARGIN = 3.0  # mm at its rim that may be its frame
_BLURRED = 2.0
"""mm that both ends together are seen too far out: 1 to 3.5 on 66 decks that were measured rightly."""
_LARGER, _ALIKE = 2.5, 1.5  # mm: less is not quite measured; cards of one deck agree but for so much
_ASIDE = 1.5  # mm: outlines are not so far off that lie where they should
_CARDS, _MOSTLY = 2, 0.6  # that must say something, and part of them that must agree


@dataclass(frozen=True, slots=True, eq=False)
class TableAround:
    """The table around the cards of a teaching picture, from straight above, 1 px a mm. ``unlike``: where it does not
    look like the table; ``for_cards``: where it is the part of the mat that is for cards (both H x W bool);
    ``corner``: mm of the first pixel; ``coloured``: no border of a card, white, black or gray, looks like it."""

    unlike: np.ndarray
    for_cards: np.ndarray
    corner: np.ndarray
    coloured: bool

    @classmethod
    def of(
        cls, image: np.ndarray, plane: MatPlane, play: tuple[float, float, float, float], near: np.ndarray
    ) -> "TableAround | None":
        """Of a picture (uint8 BGR); None where too little of the table is free. ``play``: left, top, width and height
        (mm) of the part of the mat that is for cards; ``near``: where cards are seen or end nearby (``CardMask``)."""
        left, top, wide, high = play
        flat = cv2.remap(soften(image), *flat_map(plane), cv2.INTER_LINEAR).astype(np.float32)
        rows, columns = np.mgrid[: flat.shape[0], : flat.shape[1]]
        corner = np.array(plane.area[:2])
        x, y = (columns + corner[0] - left) / wide - 0.5, (rows + corner[1] - top) / high - 0.5
        for_cards = (np.abs(x) < 0.5 - _MARGIN / wide) & (np.abs(y) < 0.5 - _MARGIN / high)
        free = for_cards & ~near
        if free.sum() < _ENOUGH:
            return None
        terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1).astype(np.float32)
        surface, usual = _surface(terms[free], flat[free])
        unlike = largest_channel(np.abs(flat - terms @ surface)) > max(_UNLIKE * usual, _GRAY)
        middle = np.median(flat[free], axis=0)
        return cls(unlike, for_cards, corner, bool(np.ptp(middle) > _COLOURED * middle.max()))

    def beyond(self, places: Sequence[CardPlace]) -> np.ndarray:
        """By how much cards are wider and higher than their places (N x 2, mm); NaN where that cannot be seen."""
        return np.array([self._beyond(place) for place in places]).reshape(-1, 2)

    def _beyond(self, place: CardPlace) -> tuple[float, float]:
        (left, right), (top, bottom) = self._ends(place)
        return left + right, top + bottom

    def moved(self, place: CardPlace) -> CardPlace:
        """A place moved to where the table begins as far beyond each side as beyond the opposite one; as it is where it
        nearly lies so, or where these sides are not so far from each other as a card's."""
        aside = [_aside(*ends) for ends in self._ends(place)]
        across, down = _ways(place)
        x, y = (place.x, place.y) + aside[0] * across + aside[1] * down
        return replace(place, x=float(x), y=float(y)) if any(aside) else place

    def _ends(self, place: CardPlace) -> tuple[tuple[float, float], tuple[float, float]]:
        """How far beyond the left and the right, and the top and the bottom side of a place the table begins."""
        (across, down), (width, height) = _ways(place), place.size_mm
        left, right = (self._end(place, way * across, down, width, height) for way in (-1, 1))
        top, bottom = (self._end(place, way * down, across, height, width) for way in (-1, 1))
        return (left, right), (top, bottom)

    def _end(self, place: CardPlace, out: np.ndarray, along: np.ndarray, deep: float, wide: float) -> float:
        """How far (mm) beyond one side of a place the table begins; short of it, where the next card's side was taken
        for that of this one."""
        points = out * (deep / 2 + _BEYOND)[:, None, None] + along * (_ALONG * wide)[:, None] + (place.x, place.y)
        column, row = np.moveaxis(np.rint(points - self.corner).astype(int), -1, 0)
        there = (row >= 0) & (column >= 0) & (row < self.unlike.shape[0]) & (column < self.unlike.shape[1])
        row, column = np.where(there, row, 0), np.where(there, column, 0)
        there &= self.for_cards[row, column]
        unlike = (self.unlike[row, column] & there).sum(1) / np.maximum(there.sum(1), 1)
        in_sight = there.mean(1) >= _IN_SIGHT
        first = int(np.flatnonzero(_WITHIN)[0])
        if unlike[_WITHIN].min() < _CARD:
            next_card = unlike[_OUTSIDE].min() >= _CARD and in_sight[_OUTSIDE].all()
            too_large = self.coloured and unlike[_WITHIN | _OUTSIDE].max() < _TABLE
            if unlike[0] < _CARD or not (next_card or too_large):
                return np.nan
            first = 0
        ends = first + np.flatnonzero((unlike[first:] < _TABLE) | ~in_sight[first:])
        if not len(ends) or not in_sight[ends[0]]:
            return np.nan
        at = int(ends[0])
        part = (unlike[at - 1] - _TABLE) / max(unlike[at - 1] - unlike[at], 1e-6)
        return float(_BEYOND[at - 1] + part * (_BEYOND[at] - _BEYOND[at - 1]))


def up_to_the_table(tables: Sequence[TableAround | None], found: Sequence[Sequence[CardPlace]], size_mm: Size) -> Size:
    """The size of cards that were found as ``size_mm`` in some pictures and reach further, or less far, until the table
    begins."""
    each = [table.beyond(places) for table, places in zip(tables, found, strict=True) if table is not None]
    beyond = np.concatenate([np.zeros((0, 2)), *each])
    width, height = (side + _agreed(each[~np.isnan(each)]) for each, side in zip(beyond.T, size_mm, strict=True))
    return (width, height) if np.abs(np.subtract((width, height), size_mm)).max() > _LARGER else size_mm


def _ways(place: CardPlace) -> tuple[np.ndarray, np.ndarray]:
    """Along a place's upper side to the right, and along its left side down."""
    cos, sin = np.cos(place.turn), np.sin(place.turn)
    return np.array([cos, sin]), np.array([-sin, cos])


def _aside(one: float, other: float) -> float:
    """How far a place of the right size lies too near to where the table begins beyond the ``one`` side; where that is
    seen beyond one of the two alone, by that one."""
    one, other = (_BLURRED - b if np.isnan(a) else a for a, b in ((one, other), (other, one)))
    half = (other - one) / 2
    return half if abs(half) > _ASIDE and abs(one + other - _BLURRED) < _LARGER else 0.0


def _agreed(beyond: np.ndarray) -> float:
    """By how much a side is longer, or shorter, as most cards say."""
    if len(beyond) < _CARDS:
        return 0.0
    middle = float(np.median(beyond))
    return middle - _BLURRED if (np.abs(beyond - middle) < _ALIKE).mean() >= _MOSTLY else 0.0


def _surface(terms: np.ndarray, colours: np.ndarray) -> tuple[np.ndarray, float]:
    """The colours (N x 3) of a table under a lamp as a sum of ``terms`` (N x K): K x 3, by least squares without what
    lies far off; and how far off is usual, in gray levels."""
    near = np.ones(len(terms), bool)
    for _ in range(4):
        surface = np.linalg.lstsq(terms[near], colours[near], rcond=None)[0]
        off = np.abs(colours - terms @ surface).max(1)
        near = off < _UNLIKE * np.median(off[near]) + 2
    return surface, float(np.sqrt(((colours - terms @ surface)[near] ** 2).mean()))
