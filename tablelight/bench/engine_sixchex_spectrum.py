"""How fast SIXCHEX Spectrum is refereed; and games of random moves, for tests too."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.match import Match
from engine.core.random_player import any_move
from engine.games.sixchex_spectrum.player import eager_move
from tablelight.bench.players import Choose
from tablelight.bench.players import random_match as any_match


def random_match(seats: int = 2, seed: int = 0, stop: int = 20_000, choose: Choose = any_move, **options: Any) -> Match:
    """A game of random legal moves to its end."""
    return any_match("sixchex_spectrum", seats, seed, stop, choose, **options)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time): lists of moves by die, a verdict, a step, whole random games."""
    match = random_match(4, seed=3, stop=20)
    game = match.game
    out: list[tuple[str, Callable[[], object]]] = []
    for die in (1, 3, 6):
        state = replace(match.state, die=die)
        out.append((f"sixchex_spectrum: moves with a {die}", lambda s=state: list(game.moves(s))))
    move = next(iter(game.moves(state)))
    out.append(("sixchex_spectrum: verdict with a 6", lambda: game.judge(state, move)))
    out.append(("sixchex_spectrum: step with a 6", lambda: game.result(state, move)))
    out.append(("sixchex_spectrum: game of eager captures, two players", lambda: random_match(2, 1, choose=eager_move)))
    out.append(("sixchex_spectrum: random game, two players", lambda: random_match(2, seed=1)))
    out.append(("sixchex_spectrum: random game, four players", lambda: random_match(4, seed=1)))
    return out
