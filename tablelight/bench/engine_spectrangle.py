"""How fast Spectrangle is refereed; and games of random moves, for tests too."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.core.match import Match
from engine.core.registry import create
from engine.games.spectrangle.dealing import next_fact as chance
from tablelight.bench.players import random_match as any_match


def random_match(seats: int = 2, seed: int = 0, stop: int = 10_000, **options: Any) -> Match:
    """A game of random legal moves to its end."""
    return any_match("spectrangle", seats, seed, stop, **options)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time): lists of moves with four open tiles, a verdict, a step, a whole random game."""
    out: list[tuple[str, Callable[[], object]]] = []
    for rule in ("at_least_one", "all_touching"):
        match = random_match(2, seed=1, stop=34, edge_rule=rule)
        game, state = match.game, match.state
        while game.awaiting(state).actor == "table":
            state = game.result(state, chance(game, state, Random(0)))
        out.append((f"spectrangle: moves, four open tiles, {rule}", lambda g=game, s=state: list(g.moves(s))))
        move = next(iter(game.moves(state)))
        out.append((f"spectrangle: verdict, {rule}", lambda g=game, s=state, m=move: g.judge(s, m)))
        out.append((f"spectrangle: step, {rule}", lambda g=game, s=state, m=move: g.result(s, m)))
    opening = create("spectrangle", 2)
    start = opening.start()
    while opening.awaiting(start).actor == "table":
        start = opening.result(start, chance(opening, start, Random(3)))
    out.append(("spectrangle: moves, first tile", lambda: list(opening.moves(start))))
    out.append(("spectrangle: random game, two players", lambda: random_match(2, seed=7)))
    out.append(("spectrangle: random game, four players", lambda: random_match(4, seed=7)))
    return out
