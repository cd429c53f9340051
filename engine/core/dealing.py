"""How a game is dealt for a table that has no cards or dice at hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.chance import Chance
from engine.core.events import Event

Draw = Callable[[Any, Any, Chance], Event | None]
"""From the game, its whole state and chance to what the table shows; None where only a real table can know it."""


def nothing(_game: Any, _state: Any, _chance: Chance) -> Event | None:
    """Nothing is dealt here."""
    return None


@dataclass(frozen=True, slots=True)
class Dealing:
    """What a game brings in ``dealing.py``, as a value called ``DEALING``. The state is given whole, nothing is hidden.

    ``next_fact``: what the table shows, asked for while the game waits for the table. ``before_play``: cards that are
    dealt face down before the first turn although the game does not wait for them. ``owed``: cards that something
    dealt here owes, now and without anybody's word.
    """

    next_fact: Draw = nothing
    before_play: Draw = nothing
    owed: Draw = nothing
