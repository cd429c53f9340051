"""How Spectrum Escape is rolled for a table without dice."""

from typing import Any

from engine.components.hues import PRIMARIES, Hue
from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.core.events import Event
from engine.games.spectrum_escape.events import CommonDiceRolled, OwnDieRolled
from engine.games.spectrum_escape.state import dice_split


def next_fact(_game: Any, state: Any, chance: Chance) -> Event:
    """The dice the table shows next: somebody's own one, or the common ones."""
    cubes, twelves = PRIMARIES, tuple(Hue)
    if None in state.own:
        return OwnDieRolled(state.own.index(None), chance.choice(cubes if state.round == "d6" else twelves))
    _, d6, d12 = dice_split(state.seats, state.round)
    return CommonDiceRolled(tuple(chance.choices(cubes, k=d6)), tuple(chance.choices(twelves, k=d12)))


DEALING = Dealing(next_fact)
