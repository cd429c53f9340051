"""Whether what tells a covered card is still in sight: a whole number or word, and some of its hue.

What tells two cards apart is where their faces differ, so this holds for decks of any design: what differs between
numbers of a hue, between hues of a number, between specials.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.components.cards import swapped_hues
from vision.cards.deck_plan import AnyCard, DeckPlan
from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.training.cards.painting import HEIGHT, INKS, PX_PER_MM, WIDTH
from vision.training.cards.tables import PrintedDeck
from vision.training.families.faces import FamilyDesign

# Constants: chosen by hand, by what a person needs.
_MOST_OTHERS, _JOINED_MM = 9, 3.0  # faces that are compared with; signs so near to each other are one: the digits of 12
_AROUND_MM, _WHOLE = 1.0, 0.98  # so much around a sign must be in sight too (a 1 may be half of 12), and so much of all
_HUE_MM2, _MOST = 15.0, 0.5  # of the hue; and of a card without any such sign, the part of all of it
_LEAST_PX, _UNLIKE = 20, 25  # of a sign; gray levels
_INKS = np.random.default_rng(5).uniform(0, 255, (INKS, 3))


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


def can_be_told(look: PrintedDeck, plan: DeckPlan, card: AnyCard | None, seen: np.ndarray) -> bool:
    """Whether a person could say which card it is, of a card whose ``seen`` part (HEIGHT x WIDTH, bool) is in sight."""
    if seen.all():
        return True
    if isinstance(look, FamilyDesign):  # wear and pictures of each card's own tell no card
        look = replace(look, own_art=False, wear=0.0)
    others = _others(plan, card)
    if not others:
        return bool(seen.mean() > _MOST)
    return _sign_in_sight(look, card, others, seen) and (bool(card.special) or _hue_in_sight(look, plan, card, seen))


def _others(plan: DeckPlan, card: AnyCard | None) -> list[AnyCard]:
    """Cards that differ from this one in a sign alone: others of its hue, or other specials. None of a back, of a swap,
    and of cards that have pictures of their own."""
    if card is None or swapped_hues(card.special):
        return []
    if card.special:
        return [other for other in plan.special_cards if other != card and not swapped_hues(other.special)]
    if card.hue is None:
        return []
    count = len(plan.values)
    return [plan.card(int(card.hue), (card.number - 1 + k) % count + 1) for k in range(1, min(count, _MOST_OTHERS + 1))]


def _hue_in_sight(look: PrintedDeck, plan: DeckPlan, card: AnyCard, seen: np.ndarray) -> bool:
    colours = len(plan.colours)
    other = plan.card((int(card.hue) + colours // 2) % colours, card.number)
    coloured = np.abs(look.face(card, _INKS) - look.face(other, _INKS)).max(-1) > _UNLIKE
    return bool((coloured & seen).sum() > _HUE_MM2 * PX_PER_MM**2)


def _sign_in_sight(look: PrintedDeck, card: AnyCard, others: Sequence[AnyCard], seen: np.ndarray) -> bool:
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
