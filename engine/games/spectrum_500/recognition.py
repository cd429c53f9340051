"""What would lay the cards that are seen: melds, cards laid off, a discard; what is gone says what was taken."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.card_table import Deck, Shown, Turned
from engine.games.spectrum_500.melds import fits_on, meld_kind
from engine.games.spectrum_500.table import Call, Discard, Draw, LayMeld, LayOff, State, Take
from engine.inference.cards import Laid, Sight, backs

if TYPE_CHECKING:
    from engine.games.spectrum_500.game import Spectrum500


def laid(game: "Spectrum500", state: State, sight: Sight) -> Iterator[Laid]:
    """The next event that lays some of the cards. A draw from the stock shows nothing; who lays cards has drawn."""
    waits = game.awaiting(state)
    match waits.ask:
        case "DEAL":
            if count := backs(game, state, sight):
                yield Laid(Deck(sight.cards), count)
        case "TURN_FIRST_CARD":
            if sight.cards:
                yield Laid(Turned(sight.cards[:1]), 1)
        case "SHOW":
            seat = waits.seats[0]
            count = min(len(state.hands[seat]), len(sight.cards))
            if count:
                yield Laid(Shown(seat, sight.cards[:count]), count)
        case "MELD_IT" | "MELD_OR_DISCARD":
            yield from _laid(game, state, sight)
        case "DRAW" | "DRAW_OR_CALL" | "TAKE_OR_END":
            yield from _drawn(state, sight)


def _drawn(state: State, sight: Sight) -> Iterator[Laid]:
    if not sight.gone:
        if sight.cards and state.stock:
            yield Laid(Draw(state.to_move))
        return
    depth = len(sight.gone)
    taken = state.discards[-depth:]
    if set(taken) != set(sight.gone):
        return
    yield Laid(Take(state.to_move, depth), 0, taken)
    if state.discarder is not None:
        callers = (seat for seat in range(len(state.hands)) if seat != state.discarder)
        yield from (Laid(Call(seat, depth), 0, taken) for seat in callers)


def _laid(game: "Spectrum500", state: State, sight: Sight) -> Iterator[Laid]:
    seat, cards = state.to_move, sight.cards
    if not cards:
        return
    for count in range(len(cards), game.options.min_meld - 1, -1):
        new = f"meld:{len(state.melds) + 1}"
        if all(sight.lies(n, new) for n in range(count)) and meld_kind(cards[:count], game.melding):
            yield Laid(LayMeld(seat, cards[:count]), count)
    for n, meld in enumerate(state.melds, 1):
        if sight.lies(0, f"meld:{n}") and fits_on(cards[0], meld, game.melding):
            yield Laid(LayOff(seat, cards[0], n), 1)
    if sight.lies(0, "discard") and len(cards) == 1:
        yield Laid(Discard(seat, cards[0]), 1)
