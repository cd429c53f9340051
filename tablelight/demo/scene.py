"""What a mishap at a simulated table is: when it can happen, what a hand does, and what puts it right."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.core.events import Event
from engine.core.match import Match
from tablelight.demo.physical_table import PhysicalTable

Right = Callable[[], None]
"""What a hand does to put it right."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table, what is really so in the game, and chance."""

    table: PhysicalTable
    match: Match
    random: Random


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What came of a mishap.

    ``right``: puts it right, None where that is nothing for a hand; ``event``: what has really happened in the game
    once it is put right; ``asks``: whether the table has to say something to it.
    """

    right: Right | None = None
    event: Callable[[], Event | None] = lambda: None
    asks: bool = True


@dataclass(frozen=True, slots=True)
class Mishap:
    """``fits``: whether it can happen now; ``happen``: lets it, and tells what came of it; None: it could not be done
    after all."""

    fits: Callable[[Scene], bool]
    happen: Callable[[Scene], Aftermath | None]
