"""The moves of Spectrum 500: draws and calls, then melds, cards to lay off, discards (F5-DRAW to F5-DISC)."""

from collections.abc import Iterator

from engine.components.deck import DrawFromStock
from engine.core.events import Move, Seat
from engine.games.spectrum_500.events import Call, Decline, Discard, LayMeld, LayOff, TakeDiscards
from engine.games.spectrum_500.laying import may_reach
from engine.games.spectrum_500.melds import call_depths, fits_on, melds_in, numbers_wanted
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.state import State


def pseudo_legal_moves(state: State, options: Options) -> Iterator[Move]:
    """Longer melds are listed as a short one with cards to lay off on it; ``judge`` takes them at once, too."""
    if not state.dealt or not state.opened or state.closed:
        return
    seat = state.to_move
    if not state.drawn:
        yield from _draws(state, seat, options)
        return
    melding = options.melding
    hand = [card for card in state.hands[seat] if card.known]
    kept_off, left = state.kept_off, len(state.hands[seat])
    for cards in melds_in(hand, melding):
        # The card taken alone cannot be the one that is left for the discard.
        if kept_off is None or left - len(cards) != 1 or kept_off in cards:
            yield LayMeld(seat, cards)
    for n, meld in enumerate(state.melds):
        numbers = numbers_wanted(meld)
        for card in hand:
            if card.number not in numbers or not fits_on(card, meld, melding):
                continue
            if kept_off is None or left != 2 or card is kept_off:
                yield LayOff(seat, card, n + 1)
    if state.must is None:
        yield from (Discard(seat, card) for card in hand if card is not kept_off)


def _draws(state: State, seat: Seat, options: Options) -> Iterator[Move]:
    melding = options.melding
    yield DrawFromStock(seat) if state.stock else Decline(seat)
    for depth in range(1, len(state.discards) + 1):
        if depth == 1 or may_reach(state, seat, depth, melding):
            yield TakeDiscards(seat, depth)
    if state.discarder is not None:
        depths = call_depths(state.discards, state.melds, melding)
        for caller in range(len(state.hands)):
            yield from (Call(caller, depth) for depth in depths if caller != state.discarder)
