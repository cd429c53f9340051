"""How Roll & Color is rolled for a table without dice."""

from typing import Any

from engine.components.hues import PRIMARIES, Hue
from engine.core.chance import Chance
from engine.core.dealing import Dealing
from engine.games.roll_and_color.events import TrayRolled
from engine.games.roll_and_color.state import N_D6, N_D12


def next_fact(_game: Any, state: Any, chance: Chance) -> TrayRolled:
    """What the dice show next: those that stay, and fresh ones for the others."""
    kept_d6, kept_d12 = state.kept if state.in_hand else ((), ())
    d6 = (*kept_d6, *chance.choices(PRIMARIES, k=N_D6 - len(kept_d6)))
    return TrayRolled(d6, (*kept_d12, *chance.choices(tuple(Hue), k=N_D12 - len(kept_d12))))


DEALING = Dealing(next_fact)
