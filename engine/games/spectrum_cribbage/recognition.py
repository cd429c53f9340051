"""What would lay the cards that are seen: cut, dealt, into the crib, as starter, to the count, the crib shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.hands import Dealt
from engine.games.spectrum_cribbage.state import Cut, Play, Show, Starter, State, ToCrib
from engine.inference.cards import Laid, Sight, backs

if TYPE_CHECKING:
    from engine.games.spectrum_cribbage.game import SpectrumCribbage


def laid(game: "SpectrumCribbage", state: State, sight: Sight) -> Iterator[Laid]:
    """The next event that lays some of the cards. "Go" and claims are spoken, so none is inferred."""
    if not sight.cards:
        return
    card = sight.cards[0]
    match state.phase:
        case "cut":
            yield Laid(Cut(game.awaiting(state).seats[0], card), 1)
        case "deal":
            if count := backs(game, state, sight):
                yield Laid(Dealt(), count)
        case "layaway":
            yield from _to_crib(game, state, sight)
        case "starter":
            yield Laid(Starter(card), 1)
        case "play":
            yield Laid(Play(state.to_move, card), 1)
        case "count":
            if game.awaiting(state).ask == "SHOW_CRIB":
                yield Laid(Show(state.to_move, sight.cards), len(sight.cards))


def _to_crib(game: "SpectrumCribbage", state: State, sight: Sight) -> Iterator[Laid]:
    """Backs are anybody's who has not laid yet, unless they lie before a seat (``crib:1``)."""
    count = game.to_crib
    if len(sight.cards) < count:
        return
    for seat, done in enumerate(state.laid):
        if not done and all(sight.lies(n, f"crib:{seat + 1}") for n in range(count)):
            yield Laid(ToCrib(seat, sight.cards[:count]), count)
