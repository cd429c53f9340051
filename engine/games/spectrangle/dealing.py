"""How tiles are drawn for a table without a bag."""

from typing import Any

from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.games.spectrangle.state import Drawn


def next_fact(game: Any, state: Any, chance: Chance) -> Drawn:
    """Tiles out of the bag."""
    return Drawn(game.drawer(state), tuple(chance.sample(state.bag, game.awaiting(state).need.count)))


DEALING = Dealing(next_fact)
