"""Which events would lay the cards that are seen: melds, cards laid off, a discard; what is gone was taken."""

from collections.abc import Iterator

from engine.components.deck import Deck, DrawFromStock, Turned
from engine.components.hands import HandShown
from engine.core.verdict import Awaiting
from engine.games.spectrum_500.events import Call, Discard, LayMeld, LayOff, TakeDiscards
from engine.games.spectrum_500.melds import fits_on, meld_kind
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs

ADDING_PLACES = 6
"""So many places there are at most to lay cards off to melds."""


def infer_events(
    state: State, waits: Awaiting, unexplained: UnexplainedCards, options: Options
) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards. A draw from the stock shows nothing; who lays cards has drawn."""
    match waits.ask:
        case "DEAL":
            if count := backs(waits, unexplained):
                yield EventHypothesis(Deck(unexplained.cards), count)
        case "TURN_FIRST_CARD":
            if unexplained.cards:
                yield EventHypothesis(Turned(unexplained.cards[:1]), 1)
        case "SHOW":
            seat = waits.seats[0]
            count = min(len(state.hands[seat]), len(unexplained.cards))
            if count:
                yield EventHypothesis(HandShown(seat, unexplained.cards[:count]), count)
        case "MELD_IT" | "MELD_OR_DISCARD":
            yield from _melds_and_discard(state, unexplained, options)
        case "DRAW" | "DRAW_OR_CALL" | "TAKE_OR_END":
            yield from _draws(state, unexplained)


def _draws(state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    if not unexplained.gone:
        if unexplained.cards and state.stock:
            yield EventHypothesis(DrawFromStock(state.to_move))
        return
    depth = len(unexplained.gone)
    taken = state.discards[-depth:]
    if set(taken) != set(unexplained.gone):
        return
    yield EventHypothesis(TakeDiscards(state.to_move, depth), 0, taken)
    if state.discarder is not None:
        callers = (seat for seat in range(len(state.hands)) if seat != state.discarder)
        yield from (EventHypothesis(Call(seat, depth), 0, taken) for seat in callers)


def _melds_and_discard(state: State, unexplained: UnexplainedCards, options: Options) -> Iterator[EventHypothesis]:
    seat, cards = state.to_move, unexplained.cards
    if not cards:
        return
    for count in range(len(cards), options.min_meld - 1, -1):
        there = all(_is_of_meld(unexplained, n, len(state.melds) + 1) for n in range(count))
        if there and meld_kind(cards[:count], options.melding):
            yield EventHypothesis(LayMeld(seat, cards[:count]), count)
    for n, meld in enumerate(state.melds, 1):
        if _is_added_to(unexplained, n, len(state.melds)) and fits_on(cards[0], meld, options.melding):
            yield EventHypothesis(LayOff(seat, cards[0], n), 1)
    if unexplained.lies(0, "discard") and len(cards) == 1:
        yield EventHypothesis(Discard(seat, cards[0]), 1)


def _is_of_meld(unexplained: UnexplainedCards, n: int, meld: int) -> bool:
    """Whether card ``n`` may be one of a new meld; on some tables all these are laid in one place."""
    return unexplained.places[n] == "meld" or unexplained.lies(n, f"meld:{meld}")


def _is_added_to(unexplained: UnexplainedCards, meld: int, last: int) -> bool:
    """Whether the first card may be laid off to this meld, counted from 1; ``add:2`` are melds 2, 8, 14 and so on, and
    what comes to a meld that was just shown is added to this, the ``last``."""
    place, _, number = unexplained.places[0].partition(":")
    if place == "add":
        return (meld - int(number)) % ADDING_PLACES == 0
    if place == "meld" and not number:
        return meld == last and len(unexplained.cards) == 1
    return unexplained.lies(0, f"meld:{meld}")
