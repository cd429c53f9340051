"""Lists of moves along random games: every call lists those of another position, so nothing remembered helps it."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, cycle, islice
from random import Random
from typing import Any

from tablelight.bench.players import SETUPS, Setup, events

POSITIONS = 1000
"""Different positions of a game, more than any table of the engine remembers."""


def cases(wanted: str = "") -> list[tuple[str, Callable[[], object]]]:
    """One case for every kind of game whose name has ``wanted`` in it; its positions are made at the first call."""
    return [(label(setup), lister(setup)) for setup in SETUPS if wanted in setup.name]


def label(setup: Setup) -> str:
    """What is played, by how many, under which options, as a line of the table says it."""
    rules = ", ".join(f"{name} {value}" for name, value in setup.options.items())
    return f"{setup.name}: moves along games of {setup.seats}" + (f", {rules}" if rules else "")


def lister(setup: Setup) -> Callable[[], object]:
    """Lists the moves of the next position of some random games."""

    @cache
    def positions() -> Iterator[tuple[Any, Any]]:
        return cycle(list(islice(_positions(setup), POSITIONS)))

    def step() -> object:
        game, state = next(positions())
        return list(game.moves(state))

    return step


def _positions(setup: Setup) -> Iterator[tuple[Any, Any]]:
    """Positions in which a player is to move."""
    for seed in count():
        for game, state, _ in events(setup, Random(seed), POSITIONS):
            if game.awaiting(state).actor == "player":
                yield game, state
