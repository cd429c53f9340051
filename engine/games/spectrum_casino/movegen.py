"""The moves of Spectrum Casino: every card that can be played and what it can take (CA-PLAY)."""

from collections.abc import Iterator

from engine.components.cards import in_order
from engine.core.events import Move
from engine.core.fast_constructor import fast_constructor
from engine.games.spectrum_casino.board_captures import could_take, pick, picks
from engine.games.spectrum_casino.captures import FULL_BOARD, best_take, takes
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.state import State

_take = fast_constructor(Capture)


def pseudo_legal_moves(state: State, options: Options) -> Iterator[Move]:
    """A cheap superset of the legal moves."""
    if not state.deal or state.unread:
        return
    seat, cap = state.to_move, options.cap
    hand = [card for card in state.hands[seat] if card.known]
    board = in_order(state.board)
    numbers = tuple(card.number for card in board)
    # One capture of every card that has any comes first: no list is so long that it is missed.
    first = {card: take for card in hand if (take := best_take(numbers, card.number, cap)) is not None}
    for card, (base, taken) in first.items():
        yield _take(seat, card, pick(board, taken), pick(board, base))
    chosen = picks(board) if first and len(board) <= FULL_BOARD else None
    for card, best in first.items():
        for base, taken in takes(numbers, card.number, cap):
            if (base, taken) == best:
                continue
            if chosen is not None:
                yield _take(seat, card, chosen[taken], chosen[base])
            else:
                yield _take(seat, card, pick(board, taken), pick(board, base))
    if not first or not options.must_capture or len(hand) < len(state.hands[seat]):
        yield from (LeaveOnBoard(seat, card) for card in hand)


def lists_all(state: State, options: Options) -> bool:
    """A full board has more captures than anybody would read: some are listed, and the others are allowed too."""
    return len(state.board) <= FULL_BOARD or not could_take(state.hands[state.to_move], state.board, options.cap)
