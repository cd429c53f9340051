"""What would lay the cards that are seen: the pile, the board, a card left there, or a card that takes others away."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.card_table import Deck, Turned
from engine.components.cards import Card
from engine.components.hands import Cards, in_order
from engine.games.spectrum_casino.captures import takes
from engine.games.spectrum_casino.table import Leave, State, Take, pick, take_of
from engine.inference.cards import Laid, Sight, backs

if TYPE_CHECKING:
    from engine.games.spectrum_casino.game import Casino


def laid(game: "Casino", state: State, sight: Sight) -> Iterator[Laid]:
    """The next event that lays some of the cards. What is gone from the board says what was taken."""
    cards = sight.cards
    if not cards:
        return
    if not state.deal:
        if count := backs(game, state, sight):
            yield Laid(Deck(cards), count)
    elif state.unread:
        count = min(state.unread, len(cards))
        yield Laid(Turned(cards[:count]), count)
    else:
        if sight.gone:
            yield _taken(game, state, cards[0], sight.gone)
        elif sight.gone is None:
            yield from _takes(game, state, cards[0])
        if not sight.gone or len(cards) > 1:
            yield Laid(Leave(state.to_move, cards[0]), 1)


def _taken(game: "Casino", state: State, card: Card, gone: Cards) -> Laid:
    """The capture of exactly these cards. Which of them the card was put on first changes nothing, so one will do."""
    return Laid(take_of(state.to_move, card, gone, game.cap), 1, gone)


def _takes(game: "Casino", state: State, card: Card) -> Iterator[Laid]:
    """Every capture, when nobody looked at what is gone; the same cards taken are the same capture."""
    board, seen = in_order(state.board), set()
    for base, taken in takes(tuple(c.number for c in board), card.number, game.cap):
        if base | taken not in seen:
            seen.add(base | taken)
            yield Laid(Take(state.to_move, card, pick(board, taken), pick(board, base)), 1)
