"""How pieces are drawn for a table without a bag of pyramids."""

from typing import Any

from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.games.spectra_icehouse.state import Drawn


def next_fact(game: Any, state: Any, chance: Chance) -> Drawn:
    """The piece that comes out of the bag next."""
    bag = game.bag(state)
    return Drawn(chance.choices(list(bag), list(bag.values()))[0])


DEALING = Dealing(next_fact)
