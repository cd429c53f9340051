"""How fast Spectrum Escape is refereed; and games of random moves, for tests too."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.core.match import Match
from engine.games.spectrum_escape.dealing import next_fact as chance
from tablelight.bench.players import random_match as any_match


def random_match(seats: int = 2, seed: int = 0, stop: int = 20_000, **options: Any) -> Match:
    """A game of random legal moves to its end."""
    return any_match("spectrum_escape", seats, seed, stop, **options)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time): lists of moves, a verdict, a step, whole random games."""
    match = random_match(4, seed=3, stop=0)
    random = Random(3)
    while len(match.log) < 60 or match.game.awaiting(match.state).actor == "table":
        table = match.game.awaiting(match.state).actor == "table"
        match.add(chance(match.game, match.state, random) if table else next(iter(match.game.moves(match.state))))
    game, state = match.game, match.state
    move = next(iter(game.moves(state)))
    return [
        ("spectrum_escape: moves, four players", lambda: list(game.moves(state))),
        ("spectrum_escape: verdict", lambda: game.judge(state, move)),
        ("spectrum_escape: step", lambda: game.result(state, move)),
        ("spectrum_escape: random game, two players", lambda: random_match(2, seed=1)),
        ("spectrum_escape: random game, four players", lambda: random_match(4, seed=1)),
    ]
