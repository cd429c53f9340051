"""What would lay the cards that are seen: a deal, cards laid away and drawn, cards for all, hands shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.hands import Dealt
from engine.games.spectrum_poker.state import Board, Drawn, Exchange, Show, State
from engine.inference.cards import Laid, Sight, backs

if TYPE_CHECKING:
    from engine.games.spectrum_poker.game import SpectrumPoker


def laid(game: "SpectrumPoker", state: State, sight: Sight) -> Iterator[Laid]:
    """The next event that lays some of the cards. Bets and folding are spoken, so none is inferred."""
    cards, seat = sight.cards, state.to_move
    if not cards:
        return
    match state.phase:
        case "deal":
            if count := backs(game, state, sight):
                yield Laid(Dealt(), count)
        case "draw":
            yield Laid(Exchange(seat, cards), len(cards))
        case "drawing":
            if len(cards) >= state.owed:
                yield Laid(Drawn(cards[: state.owed]), state.owed)
        case "board":
            # The flop, the turn and the river may be seen at once; the game says how many come next.
            count = game.street(state)
            yield Laid(Board(cards[:count]), min(count, len(cards)))
        case "show":
            yield from _shown(game, state, sight)


def _shown(game: "SpectrumPoker", state: State, sight: Sight) -> Iterator[Laid]:
    """A hand of the size the form has; at a mere showdown any number of cards, or cards for all (``board``)."""
    seat, cards = state.to_move, sight.cards
    if game.options.form != "showdown":
        count = min(game.hand_size, len(cards))
        yield Laid(Show(seat, cards[:count]), count)
        return
    if all(place == "board" for place in sight.places):
        yield Laid(Board(cards), len(cards))
    else:
        yield Laid(Show(seat, cards), len(cards))
