"""Tables and random players for every game, for measurements and tests: whole games without the log of a match."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from engine.core.chance import Chance
from engine.core.dealing import Draw
from engine.core.events import Event, Move
from engine.core.match import Match
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


def table_of(name: str) -> Draw:
    """What the table shows in a game, real cards that nobody saw included."""
    return random_player_of(name).table or dealing_of(name).next_fact


def next_event(setup: Setup, game: Any, state: Any, random: Random) -> Event:
    """What the table shows, or a move by chance."""
    table, choose = table_of(setup.name), random_player_of(setup.name).choose
    return _by_chance(table, choose, game, state, game.awaiting(state).actor, random)


def _by_chance(table: Draw, choose: Choose, game: Any, state: Any, actor: str, random: Random) -> Event:
    """What the table shows where the game waits for it (``actor``), else somebody's move."""
    if actor == "table":
        shown = table(game, state, random)
        if shown is not None:
            return shown
    return choose(game, state, random)


def random_match(
    name: str, seats: int = 2, seed: int = 0, stop: int = 100_000, choose: Choose | None = None, **options: Any
) -> Match:
    """A match by chance to its end, or to ``stop`` entries. ``choose``: another player than the game's own."""
    random = Random(seed)
    match = Match.new(name, [f"Player {n + 1}" for n in range(seats)], options=options)
    table, player = table_of(name), random_player_of(name).choose
    game, choose = match.game, choose or player
    while len(match.log) < stop and (actor := game.awaiting(match.state).actor) != "nobody":
        match.add(_by_chance(table, choose, game, match.state, actor, random))
    return match


def events(setup: Setup, random: Random, stop: int) -> Iterator[tuple[Any, Any, Event]]:
    """Game, position and what happens in it, until the game is over or ``stop`` events happened."""
    game = create(setup.name, setup.seats, setup.edition, setup.options)
    table, choose = table_of(setup.name), random_player_of(setup.name).choose
    state = game.start()
    for _ in range(stop):
        actor = game.awaiting(state).actor
        if actor == "nobody":
            return
        event = _by_chance(table, choose, game, state, actor, random)
        yield game, state, event
        state = game.result(state, event)
