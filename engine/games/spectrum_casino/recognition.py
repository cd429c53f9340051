"""Which events would lay the cards that are seen: the pile, the board, a card left there, a capture."""

from collections.abc import Iterator

from engine.components.cards import Card, Cards, in_order
from engine.components.deck import Deck, Turned
from engine.core.verdict import Awaiting
from engine.games.spectrum_casino.board_captures import pick, take_of
from engine.games.spectrum_casino.captures import takes
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs


def infer_events(
    state: State, waits: Awaiting, unexplained: UnexplainedCards, options: Options
) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards. What is gone from the board says what was taken."""
    cards = unexplained.cards
    if not cards:
        return
    if not state.deal:
        if count := backs(waits, unexplained):
            yield EventHypothesis(Deck(cards), count)
    elif state.unread:
        count = min(state.unread, len(cards))
        yield EventHypothesis(Turned(cards[:count]), count)
    else:
        if unexplained.gone and unexplained.lies(0, "take"):
            yield _taken(state, cards[0], unexplained.gone, options)
        elif unexplained.gone is None:
            yield from _every_capture(state, cards[0], options)
        if (not unexplained.gone or len(cards) > 1) and unexplained.lies(0, "board"):
            yield EventHypothesis(LeaveOnBoard(state.to_move, cards[0]), 1)


def _taken(state: State, card: Card, gone: Cards, options: Options) -> EventHypothesis:
    """The capture of exactly these cards. Which of them the card was put on first changes nothing, so one will do."""
    return EventHypothesis(take_of(state.to_move, card, gone, options.cap), 1, gone)


def _every_capture(state: State, card: Card, options: Options) -> Iterator[EventHypothesis]:
    """Every capture, when nobody looked at what is gone; the same cards taken are the same capture."""
    board, seen = in_order(state.board), set()
    for base, taken in takes(tuple(c.number for c in board), card.number, options.cap):
        if base | taken not in seen:
            seen.add(base | taken)
            yield EventHypothesis(Capture(state.to_move, card, pick(board, taken), pick(board, base)), 1)
