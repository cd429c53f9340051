"""How fast Spectra is refereed; and games of sensible random moves, for tests too."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.core.match import Match
from engine.core.random_player import any_move
from engine.games.spectra_icehouse.dealing import next_fact as chance
from engine.games.spectra_icehouse.player import eager_move
from tablelight.bench.players import Choose
from tablelight.bench.players import random_match as any_match


def random_match(seats: int = 2, seed: int = 0, stop: int = 3_000, choose: Choose = any_move, **options: Any) -> Match:
    """A game of random legal moves to its end, or to ``stop`` events: no rule ends a game in which all dawdle."""
    return any_match("spectra_icehouse", seats, seed, stop, choose, **options)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time): lists of moves early and late, a verdict, a step, whole random games."""
    out: list[tuple[str, Callable[[], object]]] = []
    for label, stop in (("early", 40), ("late", 160)):
        match = random_match(4, seed=2, stop=stop)
        while match.game.awaiting(match.state).actor == "table":
            match.add(chance(match.game, match.state, Random(1)))
        game, state = match.game, match.state
        move = next(iter(game.moves(state)))
        out.append((f"spectra_icehouse: moves, {label}", lambda g=game, s=state: list(g.moves(s))))
        out.append((f"spectra_icehouse: verdict, {label}", lambda g=game, s=state, m=move: g.judge(s, m)))
        out.append((f"spectra_icehouse: step, {label}", lambda g=game, s=state, m=move: g.result(s, m)))
    out.append(("spectra_icehouse: random game, two players", lambda: random_match(2, seed=1)))
    out.append(("spectra_icehouse: eager game, four players", lambda: random_match(4, seed=1, choose=eager_move)))
    return out
