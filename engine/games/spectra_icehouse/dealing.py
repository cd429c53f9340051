"""How pieces are drawn for a table without a bag of pyramids."""

from typing import Any

from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.games.spectra_icehouse.events import PyramidDrawn


def next_fact(game: Any, state: Any, chance: Chance) -> PyramidDrawn:
    """The piece that comes out of the bag next."""
    bag = game.bag(state)
    return PyramidDrawn(chance.choices(list(bag), list(bag.values()))[0])


DEALING = Dealing(next_fact)
