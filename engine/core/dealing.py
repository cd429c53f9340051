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
    """How one game is dealt by chance: the value called ``DEALING`` in a game's ``dealing.py``.

    Each function is given the game, its whole state (nothing is hidden from it) and chance, and returns the fact that
    happens next, or None. ``next_fact``: while the game waits for the table. ``before_play``: cards dealt face down
    before the first turn, although the game does not wait for them. ``owed``: cards that follow from what was dealt
    here before, and come at once without anybody asking.
    """

    next_fact: Draw = nothing
    before_play: Draw = nothing
    owed: Draw = nothing
