"""What would lay the cards that are seen: a deal of backs, then card after card to the trick."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.hands import Dealt
from engine.games.spectrump.state import Play, State
from engine.inference.cards import Laid, Sight, backs

if TYPE_CHECKING:
    from engine.games.spectrump.game import Spectrump


def laid(game: "Spectrump", state: State, sight: Sight) -> Iterator[Laid]:
    """The next event that lays some of the cards. Bids are spoken, so none is inferred."""
    if state.phase == "deal":
        if count := backs(game, state, sight):
            yield Laid(Dealt(), count)
    elif state.phase == "play" and sight.cards:
        yield Laid(Play(state.to_move, sight.cards[0]), 1)
