"""The moves of Spectrum Poker: exchanges, folding, showing."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.components.cards import all_known
from engine.components.hands import Hand
from engine.core.events import Move
from engine.core.fast_constructor import fast_constructor
from engine.games.spectrum_poker.events import ExchangeCards, Fold, ShowHand
from engine.games.spectrum_poker.options import Options
from engine.games.spectrum_poker.state import State

_exchange = fast_constructor(ExchangeCards)


def pseudo_legal_moves(state: State, options: Options) -> Iterator[Move]:
    """A cheap superset of the legal moves."""
    if state.phase not in ("draw", "board", "show"):
        return
    seat = state.to_move
    if state.phase == "draw":
        hand = state.hands[seat]
        for count in range(options.exchange + 1):
            picks: Iterable[Hand] = combinations(hand, count)
            # Cards nobody has seen look alike: laying one or another away is the same move.
            for cards in picks if all_known(hand) else dict.fromkeys(picks):
                yield _exchange(seat, cards)
    if state.phase == "show":
        yield ShowHand(seat)
    for other in state.still_in:
        yield Fold(other)


def lists_legal(state: State) -> bool:
    """Whether all the moves listed here are legal, so that none has to be judged."""
    # While cards for all are laid anybody may fold; any cards of a known hand may be laid away.
    if state.phase == "board":
        return not any(state.shown)
    return state.phase == "draw" and all_known(state.hands[state.to_move])
