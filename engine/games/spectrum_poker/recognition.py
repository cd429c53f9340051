"""Which events would lay the cards that are seen: a deal, cards laid away and drawn, cards for all, hands shown."""

from collections.abc import Iterator

from engine.components.hands import HandsDealt
from engine.core.events import Seat
from engine.core.verdict import Awaiting
from engine.games.spectrum_poker.awaiting import street
from engine.games.spectrum_poker.events import CommunityCards, ExchangeCards, ReplacementsDrawn, ShowHand
from engine.games.spectrum_poker.options import Options
from engine.games.spectrum_poker.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs


def infer_events(
    state: State, waits: Awaiting, unexplained: UnexplainedCards, options: Options
) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards. Bets and folding are spoken, so none is inferred."""
    cards, seat = unexplained.cards, state.to_move
    if not cards:
        return
    match state.phase:
        case "deal":
            if count := backs(waits, unexplained):
                yield EventHypothesis(HandsDealt(), count)
        case "draw":
            yield EventHypothesis(ExchangeCards(seat, cards), len(cards))
        case "drawing":
            if len(cards) >= state.owed:
                yield EventHypothesis(ReplacementsDrawn(cards[: state.owed]), state.owed)
        case "board":
            # The flop, the turn and the river may be seen at once; the game says how many come next.
            count = street(state)
            yield EventHypothesis(CommunityCards(cards[:count]), min(count, len(cards)))
        case "show":
            yield _shown(seat, unexplained, options)


def _shown(seat: Seat, unexplained: UnexplainedCards, options: Options) -> EventHypothesis:
    """A hand of the size the form has; at a mere showdown any number of cards, or cards for all (``board``)."""
    cards = unexplained.cards
    if options.form != "showdown":
        count = min(options.hand_size, len(cards))
        return EventHypothesis(ShowHand(seat, cards[:count]), count)
    if all(place == "board" for place in unexplained.places):
        return EventHypothesis(CommunityCards(cards), len(cards))
    return EventHypothesis(ShowHand(seat, cards), len(cards))
