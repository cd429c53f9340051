"""Which events would lay the cards that are seen: the pile, the first card, cards played, hands shown at the end."""

from collections.abc import Iterator

from engine.components.deck import Deck, Turned
from engine.components.hands import HandShown
from engine.core.verdict import Awaiting
from engine.games.spectrumo.events import LayCard
from engine.games.spectrumo.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs


def infer_events(state: State, waits: Awaiting, sight: UnexplainedCards) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards. Drawing shows nothing, so it is never inferred."""
    cards = sight.cards
    if not cards:
        return
    match waits.ask:
        case "DEAL" | "SHUFFLE":
            if count := backs(waits, sight):
                yield EventHypothesis(Deck(cards), count)
        case "TURN_FIRST_CARD":
            yield EventHypothesis(Turned(cards[:1]), 1)
        case "SHOW":
            seat = waits.seats[0]
            count = min(len(state.hands[seat]), len(cards))
            yield EventHypothesis(HandShown(seat, cards[:count]), count)
        case "PLAY" | "FOLLOW" | "LAST_CARD":
            yield from _card_played(state, sight)


def _card_played(state: State, sight: UnexplainedCards) -> Iterator[EventHypothesis]:
    seat, card = state.to_move, sight.cards[0]
    if card.special != "swap-cards":
        yield EventHypothesis(LayCard(seat, card), 1)
        return
    # With whom and how many is spoken; the table is asked.
    for other in state.active:
        if other != seat:
            most = min(len(state.hands[seat]) - 1, len(state.hands[other]))
            yield from (EventHypothesis(LayCard(seat, card, other, count), 1) for count in range(1, most + 1))
