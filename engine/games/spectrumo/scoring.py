"""What cards left in hand cost in Spectrumo, and who has won (SO-SCORE, SO-END)."""

from collections.abc import Mapping, Sequence

from engine.components.cards import Card
from engine.core.events import Seat
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.state import State

SPECIAL_POINTS = 20
"""What a special card left in hand costs (SO-SCORE-02)."""


def hand_points(cards: Sequence[Card]) -> int:
    """What cards left in hand cost (SO-SCORE-02)."""
    return sum(SPECIAL_POINTS if card.special else card.number for card in cards)


def over(state: State, options: Options) -> bool:
    """Somebody reached the target; or, with elimination, at most one is left (SO-END)."""
    if options.elimination:
        return len(state.active) <= 1
    return max(state.totals) >= options.target


def scores(state: State) -> Mapping[Seat, int]:
    """What each seat has scored so far."""
    return dict(enumerate(state.totals))


def winners(state: State, options: Options) -> tuple[Seat, ...]:
    """Who has won; empty while the game goes on."""
    if state.dealt or not over(state, options):
        return ()
    if options.elimination:
        return state.active
    # Equal lowest totals share the win (D-SO-18).
    lowest = min(state.totals[seat] for seat in state.active)
    return tuple(seat for seat in state.active if state.totals[seat] == lowest)
