"""What is said of the cards that were made out in a picture."""

from dataclasses import replace

import cv2
import numpy as np

from vision.cards.deck_plan import AnyCard, DeckPlan
from vision.cards.hue_classifier import UnlikeHues
from vision.cards.place import CardPlace
from vision.cards.readings import CardInSight
from vision.cards.table_plane import Plane
from vision.readings import points_of

BESIDE_MM = 25.0
"""Between the middles of two things that may be one card: chosen by hand, less than half of a usual card's width."""
_REST, _MOST = 1e-3, 12
"""Of what a card may be so much is left out, and so many are told: rules choose among them. Chosen by hand."""


def sighting(
    place: CardPlace,
    plane: Plane,
    ranked: list[tuple[AnyCard | None, float]],
    sure: bool,
    hues: UnlikeHues | None = None,
) -> CardInSight:
    """A card at a place; ``ranked``: what it may be, likeliest first, with chances; ``sure``: the first it is;
    ``hues``: beside which it was compared."""
    outline, sure = plane.project(place.corners), bool(sure)
    center = outline.mean(0)
    return CardInSight(
        "ok" if sure else "ask",
        ranked[0][0] if sure else None,
        sure and ranked[0][0] is None,
        _worth_telling(ranked),
        (float(center[0]), float(center[1])),
        points_of(outline),
        (place.x, place.y),
        hues,
    )


def _worth_telling(ranked: list[tuple[AnyCard | None, float]]) -> tuple[tuple[AnyCard | None, float], ...]:
    """The likeliest of what a card may be, until hardly anything is left; two at least."""
    rest, told = 1.0, ranked[:_MOST]
    for count, (_, chance) in enumerate(told, 1):
        rest -= chance
        if rest < _REST and count >= 2:
            return tuple(told[:count])
    return tuple(told)


def unknown_card(part: np.ndarray, plane: Plane) -> CardInSight:
    """Something that is a card, seen in these places (N x 2 mm), and no more is known of it."""
    corners_mm = cv2.boxPoints(cv2.minAreaRect(part.astype(np.float32)))
    outline = plane.project(corners_mm)
    (x, y), (across, down) = outline.mean(0), corners_mm.mean(0)
    return CardInSight("ask", None, False, (), (float(x), float(y)), points_of(outline), (float(across), float(down)))


def each_once(cards: list[CardInSight], plan: DeckPlan) -> list[CardInSight]:
    """No numbered card of most decks lies on the table twice: of two that read the same, the less likely one is asked
    about."""
    if not plan.once:
        return cards
    best: dict[AnyCard, CardInSight] = {}
    for card in cards:
        numbered = card.status == "ok" and card.card is not None and not card.card.special
        if numbered and (card.card not in best or card.candidates[0][1] > best[card.card].candidates[0][1]):
            best[card.card] = card
    return [asked(card) if card.card in best and best[card.card] is not card else card for card in cards]


def ask_seen_twice(cards: list[CardInSight]) -> list[CardInSight]:
    """A card that is read where another one, asked about, is likeliest the same card was seen twice: where it lies, or
    how large it is, is not as it should be, and it is asked about."""
    doubted = [card for card in cards if card.status == "ask" and card.candidates]
    return [asked(card) if any(_same_again(card, other) for other in doubted) else card for card in cards]


def _same_again(card: CardInSight, other: CardInSight) -> bool:
    """Whether a card that is read may be another one, asked about: of backs only where one lies across the other, for
    they lie on each other in piles, but squares look the same from the side."""
    apart = np.subtract(card.table_xy_mm, other.table_xy_mm)
    if card.status != "ok" or other.candidates[0][0] != card.card or float(np.hypot(*apart)) >= BESIDE_MM:
        return False
    return card.card.hue is not None if card.card is not None else _lies_across(card, other)


def _lies_across(card: CardInSight, other: CardInSight) -> bool:
    """Whether one's upper edge runs rather as the other's sides do."""
    (one, aside), (top, _) = (np.diff(np.array(each.outline_px)[[0, 1, 2]], axis=0) for each in (card, other))
    return bool(abs(top @ aside) * np.hypot(*one) > abs(top @ one) * np.hypot(*aside))


def ask_all(cards: list[CardInSight]) -> list[CardInSight]:
    """The same cards, every one of them asked about."""
    return [asked(card) for card in cards]


def asked(card: CardInSight) -> CardInSight:
    """The same card, asked about."""
    return replace(card, status="ask", card=None, back=False)
