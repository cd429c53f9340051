"""How tiles are drawn for a table without a bag."""

from typing import Any

from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.games.spectrangle.events import TilesDrawn
from engine.games.spectrangle.movegen import next_to_draw


def next_fact(game: Any, state: Any, chance: Chance) -> TilesDrawn | None:
    """Tiles out of the bag, for whoever draws next."""
    seat = next_to_draw(state)
    if seat is None:
        return None
    return TilesDrawn(seat, tuple(chance.sample(state.bag, game.awaiting(state).need.count)))


DEALING = Dealing(next_fact)
