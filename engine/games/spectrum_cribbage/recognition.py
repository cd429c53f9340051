"""Which events would lay the cards that are seen: cut, dealt, into the crib, starter, played, the crib shown."""

from collections.abc import Iterator

from engine.components.hands import HandsDealt
from engine.core.verdict import Awaiting
from engine.games.spectrum_cribbage.events import CountHand, Cut, PegCard, Starter, ToCrib
from engine.games.spectrum_cribbage.options import cards_to_crib
from engine.games.spectrum_cribbage.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs


def infer_events(state: State, waits: Awaiting, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards. "Go" and claims are spoken, so none is inferred."""
    if not unexplained.cards:
        return
    card = unexplained.cards[0]
    match state.phase:
        case "cut":
            yield EventHypothesis(Cut(waits.seats[0], card), 1)
        case "deal":
            if count := backs(waits, unexplained):
                yield EventHypothesis(HandsDealt(), count)
        case "layaway":
            yield from _to_crib(state, unexplained)
        case "starter":
            yield EventHypothesis(Starter(card), 1)
        case "play":
            yield EventHypothesis(PegCard(state.to_move, card), 1)
        case "count":
            if waits.ask == "SHOW_CRIB":
                yield EventHypothesis(CountHand(state.to_move, unexplained.cards), len(unexplained.cards))


def _to_crib(state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    """Backs are anybody's who has not laid yet, unless they lie before a seat (``crib:1``)."""
    count = cards_to_crib(len(state.hands))
    if len(unexplained.cards) < count:
        return
    for seat, done in enumerate(state.laid):
        if not done and all(unexplained.lies(n, f"crib:{seat + 1}") for n in range(count)):
            yield EventHypothesis(ToCrib(seat, unexplained.cards[:count]), count)
