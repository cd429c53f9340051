"""What the special cards of Spectrumo do (SO-SPECIAL-07 to -13)."""

from collections.abc import Sequence

from engine.components.cards import Cards, all_known, hidden
from engine.core.fast_constructor import replace
from engine.games.spectrumo.events import LayCard
from engine.games.spectrumo.state import HandSwap, State


def play_wheel(state: State, play: LayCard) -> State:
    match play.card.special:
        case "draw":
            return _next_draws(state)
        case "reverse-draw":
            return _next_draws(replace(state, clockwise=not state.clockwise))
        case "deck-swap":
            return _decks_swapped(state)
        case "pass-left":
            return _hands_passed(state, 1)
        case "pass-right":
            return _hands_passed(state, -1)
    assert play.other is not None
    unknown = not any(card.known for seat in (play.seat, play.other) for card in state.hands[seat])
    # Nothing changes for eyes that know neither hand.
    return state if unknown else replace(state, exchange=HandSwap(play.other, play.count, play.count))


def _next_draws(state: State) -> State:
    count = state.last_number // 2
    return replace(state, owed=((state.next_seat(state.to_move), count),)) if count else state


def _decks_swapped(state: State) -> State:
    """Draw pile and discards change roles, each turned over; the card that did it lies on top (SO-SPECIAL-10).

    Where some cards are unknown nobody is held to an order of cards that he may not have followed.
    """
    below, top = state.discards[:-1], state.discards[-1]
    stock = below if all_known(state.stock) and all_known(below) else hidden(below)
    return replace(state, stock=stock, discards=(*state.stock, top), buried=len(state.stock))


def _hands_passed(state: State, shift: int) -> State:
    """Whole hands go to a neighbour; who got fewer cards draws up (SO-SPECIAL-11 to -13)."""
    seats = state.active
    old = [state.hands[seat] for seat in seats]
    new = received(old, shift)
    hands = list(state.hands)
    for seat, hand in zip(seats, new, strict=True):
        hands[seat] = hand
    draws = top_up(list(map(len, old)), list(map(len, new)))
    owed = tuple((seat, count) for seat, count in zip(seats, draws, strict=True) if count)
    return replace(state, hands=tuple(hands), owed=owed)


def received(hands: Sequence[Cards], shift: int) -> list[Cards]:
    """Everybody's new hand when whole hands go round: 1 to the left neighbour, next clockwise, -1 to the right."""
    return [hands[(n - shift) % len(hands)] for n in range(len(hands))]


def top_up(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """How many cards each draws so that nobody holds fewer than before (SO-SPECIAL-13)."""
    return [max(b - a, 0) for b, a in zip(before, after, strict=True)]
