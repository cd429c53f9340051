"""Whether what tells a covered card is still in sight: a whole number or word, and some of its hue.

What tells two cards apart is where their faces differ, so this holds for decks of any design: what differs between
numbers of a hue, between hues of a number, between specials.
"""

from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from vision.cards.deck_plan import AnyCard, DeckPlan
from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.training.cards.painting import HEIGHT, INKS, PX_PER_MM, WIDTH

# Constants: chosen by hand, by what a person needs.
_OTHERS, _JOINED_MM = 9, 3.0  # faces that are compared with; signs so near to each other are one: the digits of 12
_AROUND_MM, _WHOLE = 1.0, 0.98  # so much around a sign must be in sight too (a 1 may be half of 12), and so much of all
_HUE_MM2, _MOST = 15.0, 0.5  # of the hue; and of a swap or a back, the part of all of it
_LEAST_PX, _UNLIKE = 20, 25  # of a sign; gray levels
_INKS = np.random.default_rng(5).uniform(0, 255, (INKS, 3))


class _Face(Protocol):
    def face(self, card: AnyCard | None, palette: np.ndarray) -> np.ndarray: ...


def uncovered(corners: Sequence[np.ndarray], which: int) -> np.ndarray:
    """What of a face (HEIGHT x WIDTH, bool) is in sight. ``corners``: of every card in the picture (4 x 2 px, from its
    own top left), the lowest first."""
    square = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    to_face = cv2.getPerspectiveTransform(np.asarray(corners[which], np.float32), square)
    covered = np.zeros((HEIGHT, WIDTH), np.uint8)
    for other in corners[which + 1 :]:
        outline = cv2.perspectiveTransform(np.asarray(other, np.float32)[None], to_face)[0]
        cv2.fillConvexPoly(covered, sixteenths(outline), 1, cv2.LINE_8, FRACTION_BITS)
    return covered == 0


def can_be_told(look: _Face, plan: DeckPlan, card: AnyCard | None, seen: np.ndarray) -> bool:
    """Whether a person could say which card it is, of a card whose ``seen`` part (HEIGHT x WIDTH, bool) is in sight."""
    if seen.all():
        return True
    if card is None or (card.special and card.special.startswith("swap:")):
        return bool(seen.mean() > _MOST)
    look = _without_chance(look)
    if card.special:
        others = [other for other in plan.special_cards if other != card and not other.special.startswith("swap:")]
        return _sign_in_sight(look, card, others, seen)
    count, colours = len(plan.values), len(plan.colours)
    hue, number = int(card.hue), card.number
    numbers = [plan.card(hue, (number - 1 + k) % count + 1) for k in range(1, min(count, _OTHERS + 1))]
    other_hue = plan.card((hue + colours // 2) % colours, number)
    coloured = (np.abs(look.face(card, _INKS) - look.face(other_hue, _INKS)).max(-1) > _UNLIKE) & seen
    return bool(coloured.sum() > _HUE_MM2 * PX_PER_MM**2) and _sign_in_sight(look, card, numbers, seen)


def _without_chance(look: _Face) -> _Face:
    """The same deck without wear, and without pictures of each card's own: these tell no card."""
    given = {name: value for name, value in (("own_art", False), ("wear", 0.0)) if hasattr(look, name)}
    return replace(look, **given) if given and is_dataclass(look) else look  # type: ignore[type-var]


def _sign_in_sight(look: _Face, card: AnyCard, others: Sequence[AnyCard], seen: np.ndarray) -> bool:
    """Whether one of the places where a card shows what most others do not is wholly in sight."""
    usual = np.median([look.face(other, _INKS) for other in others], 0)
    own = np.abs(look.face(card, _INKS) - usual).max(-1) > _UNLIKE
    joined = cv2.dilate(own.astype(np.uint8), np.ones((int(_JOINED_MM * PX_PER_MM),) * 2, np.uint8))
    count, places = cv2.connectedComponents(joined)
    around = int(_AROUND_MM * PX_PER_MM)
    for place in range(1, count):
        rows, columns = np.nonzero((places == place) & own)
        if len(rows) < _LEAST_PX:
            continue
        box = np.s_[
            max(rows.min() - around, 0) : rows.max() + around + 1,
            max(columns.min() - around, 0) : columns.max() + around + 1,
        ]
        if seen[box].mean() >= _WHOLE:
            return True
    return False
