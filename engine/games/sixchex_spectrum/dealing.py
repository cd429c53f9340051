"""How SIXCHEX Spectrum is laid and rolled for a table without cards and dice."""

from typing import Any

from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.core.events import Event
from engine.games.sixchex_spectrum.board import DARK, LIGHT, SPOTS, parity
from engine.games.sixchex_spectrum.events import CardsLaid, DieRolled, StartRoll


def shuffled(chance: Chance) -> tuple[str, ...]:
    """The printed deck, both piles shuffled and laid like a checkerboard."""
    dark, light = [*DARK] * 4, [*LIGHT] * 4
    chance.shuffle(dark)
    chance.shuffle(light)
    return tuple((dark if parity(spot) else light).pop() for spot in SPOTS)


def next_fact(_game: Any, state: Any, chance: Chance) -> Event:
    """What the table shows next: the cards, or dice."""
    if not state.cards:
        return CardsLaid(shuffled(chance))
    if state.contenders:
        return StartRoll(tuple(chance.randint(1, 6) + chance.randint(1, 6) for _ in state.contenders))
    return DieRolled(chance.randint(1, 6))


DEALING = Dealing(next_fact)
