"""The card logic of Spectrump: worth, power, what follows what, who wins a trick, which bid is higher."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

from engine.components.cards import Card, basic_hues, related
from engine.components.hues import Hue

Follow = Literal["common_colour", "neighbours"]

DEALS: dict[tuple[int, int], tuple[int, int, int]] = {
    (144, 2): (3, 2, 12), (144, 4): (2, 2, 9), (144, 6): (1, 2, 12), (144, 8): (1, 2, 8),
    (72, 2): (2, 2, 9), (72, 4): (1, 2, 9), (72, 6): (1, 1, 12), (72, 8): (1, 1, 9),
}  # fmt: skip
"""Deck and players -> sessions, sets in a session, cards in a set (ST-SETUP-01)."""


@cache
def power(trump: Hue) -> tuple[Hue, Hue, Hue]:
    """Trump and the two scoring trumps, strongest first (ST-TRICK-01, ST-TRICK-02)."""
    near, far = (1, -1) if trump.is_primary else (-1, 1)
    return (trump, trump.step(near), trump.step(far))


def scoring(trump: Hue) -> tuple[Hue, Hue]:
    """The two scoring trumps, the stronger one first."""
    return power(trump)[1:]


def points(card: Card, trump: Hue) -> int:
    """Trump counts against its owner, the neighbours of trump for him (ST-TRUMP-01)."""
    if card.hue == trump:
        return -card.number
    return card.number if card.hue in scoring(trump) else 0


def plus_and_minus(cards: Sequence[Card], trump: Hue) -> tuple[int, int]:
    """The positive and the negative points of some cards."""
    worth = [points(card, trump) for card in cards]
    return sum(p for p in worth if p > 0), sum(p for p in worth if p < 0)


def outbids(new: tuple[Hue, int], standing: tuple[Hue, int]) -> bool:
    """By number, then a primary over a secondary; equals never beat each other (ST-BID-03)."""
    return (new[1], new[0].is_primary) > (standing[1], standing[0].is_primary)


def winning_place(trick: Sequence[Card], trump: Hue) -> int:
    """The place in the trick, from 0, of the card that takes it (ST-TRICK-03, ST-TRICK-04)."""
    for hue in power(trump):
        strong = [n for n, card in enumerate(trick) if card.hue == hue]
        if strong:
            return max(strong, key=lambda n: trick[n].number)
    led = trick[0].hue
    assert led is not None

    def strength(place: int) -> tuple[int, bool, bool, int]:
        card = trick[place]
        assert card.hue is not None
        return card.number, card.hue == led, related(card.hue, led), -place

    return max(range(len(trick)), key=strength)


# ---- following


def hues_opened(
    trick: Sequence[Card], trump: Hue, follow: Follow, *, thrown_open: bool = False, trump_follows: bool = False
) -> frozenset[Hue]:
    """The hues that follow, and must be played if held (ST-FOLLOW-03 as corrected).

    ``common_colour``: hues that share a basic colour with any card of the trick. ``neighbours``: the led hue, its
    neighbours, and those of every card that itself followed; with ``thrown_open`` those of every card.
    Trump and scoring trump are no follow cards unless ``trump_follows``.
    """
    hues = tuple(card.hue for card in trick if card.hue is not None)
    opened = _sharing(hues) if follow == "common_colour" else _neighbouring(hues, thrown_open)
    return opened if trump_follows else opened - _trumps(trump)


@cache
def _trumps(trump: Hue) -> frozenset[Hue]:
    return frozenset(power(trump))


@lru_cache(maxsize=4096)
def _sharing(hues: tuple[Hue, ...]) -> frozenset[Hue]:
    colours = frozenset(colour for hue in hues for colour in basic_hues(hue))
    return frozenset(hue for hue in Hue if basic_hues(hue) & colours)


@lru_cache(maxsize=4096)
def _neighbouring(hues: tuple[Hue, ...], thrown_open: bool) -> frozenset[Hue]:
    opened: frozenset[Hue] = frozenset()
    for place, hue in enumerate(hues):
        if place == 0 or thrown_open or hue in opened:
            opened |= {other for other in Hue if related(other, hue)}
    return opened


def shares_a_colour(hue: Hue, trick: Sequence[Card]) -> bool:
    """Whether a hue has a basic colour in common with any card of the trick."""
    return any(card.hue is not None and basic_hues(hue) & basic_hues(card.hue) for card in trick)


def proof_of_revoke(trick: Sequence[Card], hue: Hue, trump: Hue) -> frozenset[Hue]:
    """Hues that prove, when shown later in the set, that playing ``hue`` on this trick was wrong in every reading.

    Empty when it was right in one. Trump on a trump lead aside, a card is only wrong if it shares no basic colour with
    any card of the trick, and then only a neighbour of the led hue that is no trump proves it.
    """
    led = trick[0].hue
    assert led is not None
    if led == trump:
        return frozenset() if hue == trump else frozenset({trump})
    if shares_a_colour(hue, trick):
        return frozenset()
    return frozenset(h for h in Hue if related(h, led)) - set(power(trump))


def round_points(
    positive: Sequence[int], negative: Sequence[int], disqualified: Sequence[bool]
) -> tuple[int, ...]:  # fmt: skip
    """What a round gives each seat. An overbid takes all negative points; the others keep the positive (ST-DQ-01)."""
    if not any(disqualified):
        return tuple(map(int.__add__, positive, negative))
    # The penalty is one for a side: its first seat carries it.
    first = list(disqualified).index(True)
    return tuple(
        (sum(negative) if seat == first else 0) if out else positive[seat] for seat, out in enumerate(disqualified)
    )
