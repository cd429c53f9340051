"""How fast SIXCHEX Spectrum is refereed; and games of random moves, for tests too."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from engine.core.events import Event
from engine.core.match import Match
from engine.games.sixchex_spectrum.dealing import next_fact as chance


def any_move(match: Match, random: Random) -> Event:
    """A random legal move."""
    return random.choice(list(match.game.moves(match.state)))


def eager_move(match: Match, random: Random) -> Event:
    """A random capture where there is one, else any move."""
    game, state = match.game, match.state
    captures = [move for move in game.moves(state) if game.judge(state, move).details]
    return random.choice(captures) if captures else any_move(match, random)


def random_match(
    seats: int = 2,
    seed: int = 0,
    stop: int = 20_000,
    choose: Callable[[Match, Random], Event] = any_move,
    **options: Any,
) -> Match:
    """A game of random legal moves to its end."""
    random = Random(seed)
    match = Match.new("sixchex_spectrum", [f"Player {n + 1}" for n in range(seats)], options=options)
    while (actor := match.game.awaiting(match.state).actor) != "nobody" and len(match.log) < stop:
        if actor == "table":
            match.add(chance(match.game, match.state, random))
        else:
            match.add(choose(match, random))
    return match


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
