"""How fast Roll & Color is refereed; and games of random moves, for tests too."""

from collections.abc import Callable
from typing import Any

from engine.core.match import Match
from engine.games.roll_and_color.events import RowScored
from tablelight.bench.players import random_match as any_match


def random_match(seats: int = 2, seed: int = 0, stop: int = 100_000, **options: Any) -> Match:
    """A game of random legal moves to its end."""
    return any_match("roll_and_color", seats, seed, stop, **options)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time)."""
    match = random_match(2, seed=1, stop=1)
    game, state = match.game, match.state
    score = RowScored(0, "RO")
    return [
        ("roll_and_color: moves after the first roll", lambda: list(game.moves(state))),
        ("roll_and_color: worth of every open row", lambda: game.best_rows(state)),
        ("roll_and_color: verdict", lambda: game.judge(state, score)),
        ("roll_and_color: step", lambda: game.result(state, score)),
        ("roll_and_color: lights", lambda: game.lights(state)),
        ("roll_and_color: a two-player game of random moves", lambda: random_match(2, seed=2)),
    ]
