"""Dealing cards at a table that has none: what games share of it. Chance is passed in."""

from collections.abc import Sequence
from typing import Any

from engine.components.cards import Card, all_known, numbered
from engine.components.deck import Deck
from engine.components.hands import HandsDealt
from engine.core.chance import Chance


def whole_pile(game: Any, state: Any, chance: Chance) -> Deck | None:
    """The pile that a game wants laid down, shuffled; None where another thing is wanted, or nobody knows its cards."""
    if game.awaiting(state).ask not in ("DEAL", "SHUFFLE"):
        return None
    pile = list(game.pile_to_shuffle(state))
    if not all_known(pile):
        return None
    chance.shuffle(pile)
    return Deck(tuple(pile))


def left_in_deck(gone: Sequence[Card], chance: Chance, highest: int = 12) -> list[Card]:
    """The numbered cards up to ``highest`` that are not ``gone``, in a new random order: as good as one shuffle."""
    away = set(gone)
    deck = [card for card in numbered() if card.number <= highest and card not in away]
    chance.shuffle(deck)
    return deck


def hands_of(deck: Sequence[Card], seats: int, size: int) -> HandsDealt:
    """A hand of ``size`` cards for everybody, from the top of the deck."""
    return HandsDealt(tuple(tuple(deck[seat * size : (seat + 1) * size]) for seat in range(seats)))


def hands_known(hands: Sequence[Sequence[Card]]) -> bool:
    """Whether there are hands and every card of them is known: they were dealt here."""
    return any(hands) and all(map(all_known, hands))
