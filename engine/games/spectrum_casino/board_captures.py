"""Captures as cards: which board cards a choice of bits means, and what a hand could have taken."""

from collections.abc import Sequence

from engine.components.cards import Card, Cards
from engine.core.events import Seat
from engine.games.spectrum_casino.captures import base_of, best_take
from engine.games.spectrum_casino.events import Capture


def pick(board: Cards, bits: int) -> Cards:
    """The board cards of a choice."""
    return tuple([card for n, card in enumerate(board) if bits >> n & 1])


def picks(board: Cards) -> Sequence[Cards]:
    """The board cards of every choice, by its bits: a choice is the one without its last card, and that card."""
    chosen: list[Cards] = [()]
    for card in board:
        chosen += [(*cards, card) for cards in chosen]
    return chosen


def could_take(hand: Sequence[Card], board: Cards, cap: int | None) -> Cards:
    """A card of the hand and board cards it can take, base first; empty when nothing can be taken."""
    numbers = tuple(card.number for card in board)
    for card in hand:
        if card.known and (take := best_take(numbers, card.number, cap)) is not None:
            return (card, *pick(board, take[0]), *pick(board, take[1]))
    return ()


def take_of(seat: Seat, card: Card, gone: Cards, cap: int | None) -> Capture:
    """The capture that takes exactly these cards from the board; as a numeral where it can be none (D-CA-06)."""
    numbers = tuple(c.number for c in gone)
    # Cards without a number, face down or special, are for the rules to refuse.
    base = base_of(numbers, card.number, cap) if all((card.number, *numbers)) else 0
    every = (1 << len(gone)) - 1
    return Capture(seat, card, pick(gone, every & ~(base or 0)), pick(gone, base or 0))
