"""Whose choice it is in a turn of Spectrumo, and what a card is compared with."""

from engine.components.cards import Cards
from engine.core.events import Seat
from engine.games.spectrumo.fit import CardBelow
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.state import HandSwap, State


def chooser(state: State, options: Options) -> Seat:
    """Who decides next: the player whose turn it is, or who gives cards back in an exchange."""
    swap = state.exchange
    back = swap is not None and not swap.give and options.swap_pick == "owner_chooses"
    return swap.other if swap is not None and back else state.to_move


def card_below(state: State) -> CardBelow:
    assert state.table is not None
    return CardBelow(state.table, state.extra, state.swaps > 0)


def free_to_give(state: State, swap: HandSwap, seat: Seat) -> Cards:
    hand = state.hands[seat]
    return hand[: len(hand) - swap.passed] if seat == swap.other else hand
