"""Somebody who plays a game by chance to its end: for tests and measurements, on tables of several kinds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.core.chance import Chance
from engine.core.dealing import Draw
from engine.core.events import Event, Move


def any_move(game: Any, state: Any, chance: Chance) -> Move:
    """One of the legal moves, each as likely as another."""
    move: Move = chance.choice(list(game.moves(state)))
    return move


def kind_of_the_last_event(_game: Any, _state: Any, event: Event) -> str:
    """The kind of the event that ended a game."""
    return event.kind


@dataclass(frozen=True, slots=True)
class TableSetup:
    """One way to play a game: so many seats, an edition (empty: the first one), and some options."""

    seats: int
    edition: str = ""
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """What a game brings in ``player.py``, as a value called ``PLAYER``.

    ``setups``: the tables it is tried at. ``choose``: its move; by default any legal one, which is enough wherever
    random games end. ``table``: what happens while the table is waited for, where that is more than what the game's
    ``dealing`` gives. ``ended_by``: the rule that ended a game, from its last position and event. ``purposeful``: who
    plays towards an end, by simple means, where by chance alone a game would take thousands of moves.
    """

    setups: tuple[TableSetup, ...]
    choose: Callable[[Any, Any, Chance], Move] = any_move
    table: Draw | None = None
    ended_by: Callable[[Any, Any, Event], str] = kind_of_the_last_event
    purposeful: Callable[[Any, Any, Chance], Move] | None = None
