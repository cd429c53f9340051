"""Whose choice it is in a turn of Spectrumo, and what a card is compared with."""

from collections.abc import Iterator

from engine.components.cards import Card, Cards
from engine.core.events import Seat
from engine.games.spectrumo.events import LayCard
from engine.games.spectrumo.fit import CardBelow
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.state import HandSwap, State


def chooser(state: State, options: Options) -> Seat:
    """Who decides next: the player whose turn it is, or who gives cards back in an exchange."""
    swap = state.exchange
    back = swap is not None and not swap.give and options.swap_pick == "owner_chooses"
    return swap.other if swap is not None and back else state.to_move


def card_below(state: State) -> CardBelow:
    """What the next card is laid on; the table card has been turned."""
    assert state.table is not None
    return CardBelow(state.table, state.extra, state.swaps > 0)


def free_to_give(state: State, swap: HandSwap, seat: Seat) -> Cards:
    """The cards this player may hand over: none that came to it in this exchange."""
    hand = state.hands[seat]
    return hand[: len(hand) - swap.passed] if seat == swap.other else hand


def most_swapped(state: State, seat: Seat, other: Seat) -> int:
    """The most cards these two can exchange once ``seat`` has played Swap Cards (D-SO-15)."""
    return min(len(state.hands[seat]) - 1, len(state.hands[other]))


def swaps_of(state: State, seat: Seat, card: Card) -> Iterator[LayCard]:
    """Every way to play Swap Cards: with whom, and how many cards (SO-SPECIAL-07)."""
    for other in state.active:
        if other != seat:
            yield from (LayCard(seat, card, other, count) for count in range(1, most_swapped(state, seat, other) + 1))
