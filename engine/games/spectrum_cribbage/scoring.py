"""What is counted next, who leads, and which Go was wrong (CR-COUNT, CR-GAME, CR-AUDIT)."""

from collections.abc import Iterator, Mapping

from engine.components.hands import Hand
from engine.core.audit import Remark
from engine.core.events import Seat
from engine.games.spectrum_cribbage.count import LIMIT, Breakdown
from engine.games.spectrum_cribbage.options import Options
from engine.games.spectrum_cribbage.state import State


def breakdown(state: State, options: Options, cards: Hand = ()) -> Breakdown:
    """What the hand or crib that is next counts; ``cards`` for a crib nobody saw."""
    crib = state.counted == len(state.hands)
    counted = cards or (state.crib if crib else state.played[state.to_move])
    return options.counting.count(counted, state.starter, crib=crib)


def scores(state: State) -> Mapping[Seat, int]:
    """What each seat has scored so far."""
    return {seat: state.points[seat % 2] for seat in range(len(state.hands))}


def winners(state: State) -> tuple[Seat, ...]:
    """Who has won; empty while the game goes on."""
    if state.phase != "over":
        return ()
    best = max(state.points)
    return tuple(seat for seat in range(len(state.hands)) if state.points[seat % 2] == best)


def false_goes(state: State) -> Iterator[Remark]:
    """Go claims that the cards played later disprove (CR-AUDIT-01)."""
    for turn, go in enumerate(state.goes, start=1):
        later = state.played[go.player][go.played :]
        fit = tuple(card for card in later if go.total + card.number <= LIMIT)
        if fit:
            yield Remark("FALSE_GO", go.player, turn, fit)
