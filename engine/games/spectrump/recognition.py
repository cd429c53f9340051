"""Which events would lay the cards that are seen: a deal of backs, then card after card to the trick."""

from collections.abc import Iterator

from engine.components.hands import HandsDealt
from engine.core.verdict import Awaiting
from engine.games.spectrump.events import PlayToTrick
from engine.games.spectrump.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs


def infer_events(state: State, waits: Awaiting, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards. Bids are spoken, so none is inferred."""
    if state.phase == "deal":
        if count := backs(waits, unexplained):
            yield EventHypothesis(HandsDealt(), count)
    elif state.phase == "play" and unexplained.cards:
        yield EventHypothesis(PlayToTrick(state.to_move, unexplained.cards[0]), 1)
