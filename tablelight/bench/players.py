"""Tables and random players for every game, for measurements and tests: whole games without the log of a match."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from engine.core.chance import Chance
from engine.core.dealing import Draw
from engine.core.events import Event, Move
from engine.core.registry import create, dealing_of, find, names, random_player_of

Choose = Callable[[Any, Any, Chance], Move]
"""From the game, a position and chance to a move."""


class Setup(NamedTuple):
    """One way to play a game; without an edition its first one."""

    name: str
    seats: int
    edition: str = ""
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed


def setups_of(name: str) -> list[Setup]:
    """The tables that a game's own random player is tried at."""
    first = find(name).editions[0]
    return [Setup(name, s.seats, s.edition or first, s.options) for s in random_player_of(name).setups]


SETUPS = tuple(setup for name in names() for setup in setups_of(name))
"""Every game, with other numbers of players and other options."""


def _player(name: str) -> tuple[Draw, Choose]:
    """What the table shows in a game, and who plays it by chance."""
    player = random_player_of(name)
    return player.table or dealing_of(name).next_fact, player.choose


def next_event(setup: Setup, game: Any, state: Any, random: Random) -> Event:
    """What the table shows, or a move by chance."""
    return _happens(*_player(setup.name), game, state, random)


def _happens(table: Draw, choose: Choose, game: Any, state: Any, random: Random) -> Event:
    if game.awaiting(state).actor == "table":
        shown = table(game, state, random)
        if shown is not None:
            return shown
    return choose(game, state, random)


def events(setup: Setup, random: Random, stop: int) -> Iterator[tuple[Any, Any, Event]]:
    """Game, position and what happens in it, until the game is over or ``stop`` events happened."""
    game = create(setup.name, setup.seats, setup.edition, setup.options)
    table, choose = _player(setup.name)
    state = game.start()
    for _ in range(stop):
        if game.awaiting(state).actor == "nobody":
            return
        event = _happens(table, choose, game, state, random)
        yield game, state, event
        state = game.result(state, event)
