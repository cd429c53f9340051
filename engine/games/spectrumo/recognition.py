"""Which events would lay the cards that are seen: the pile, the first card, cards played, hands shown at the end."""

from collections.abc import Iterator

from engine.components.deck import Deck, Turned
from engine.components.hands import HandShown
from engine.core.verdict import Awaiting
from engine.games.spectrumo.events import LayCard
from engine.games.spectrumo.state import State
from engine.games.spectrumo.turn import swaps_of
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs


def infer_events(state: State, waits: Awaiting, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards. Drawing shows nothing, so it is never inferred."""
    cards = unexplained.cards
    if not cards:
        return
    match waits.ask:
        case "DEAL" | "SHUFFLE":
            if count := backs(waits, unexplained):
                yield EventHypothesis(Deck(cards), count)
        case "TURN_FIRST_CARD":
            yield EventHypothesis(Turned(cards[:1]), 1)
        case "SHOW":
            seat = waits.seats[0]
            count = min(len(state.hands[seat]), len(cards))
            yield EventHypothesis(HandShown(seat, cards[:count]), count)
        case "PLAY" | "FOLLOW" | "LAST_CARD":
            yield from _card_played(state, unexplained)


def _card_played(state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    seat, card = state.to_move, unexplained.cards[0]
    # With whom and how many cards are swapped is spoken; the table is asked.
    moves = swaps_of(state, seat, card) if card.special == "swap-cards" else (LayCard(seat, card),)
    yield from (EventHypothesis(move, 1) for move in moves)
