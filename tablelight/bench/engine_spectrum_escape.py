"""How fast Spectrum Escape is refereed; and games of random moves, for tests too."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.components.hues import PRIMARIES, Hue
from engine.core.events import Event
from engine.core.match import Match
from engine.games.spectrum_escape.events import CommonDiceRolled, OwnDieRolled
from engine.games.spectrum_escape.state import dice_split


def chance(state: Any, random: Random) -> Event:
    """The dice the table shows next."""
    cubes, twelves = PRIMARIES, tuple(Hue)
    if None in state.own:
        return OwnDieRolled(state.own.index(None), random.choice(cubes if state.round == "d6" else twelves))
    _, d6, d12 = dice_split(state.seats, state.round)
    return CommonDiceRolled(tuple(random.choices(cubes, k=d6)), tuple(random.choices(twelves, k=d12)))


def random_match(seats: int = 2, seed: int = 0, stop: int = 20_000, **options: Any) -> Match:
    """A game of random legal moves to its end."""
    random = Random(seed)
    match = Match.new("spectrum_escape", [f"Player {n + 1}" for n in range(seats)], options=options)
    while (actor := match.game.awaiting(match.state).actor) != "nobody" and len(match.log) < stop:
        if actor == "table":
            match.add(chance(match.state, random))
        else:
            match.add(random.choice(list(match.game.moves(match.state))))
    return match


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time): lists of moves, a verdict, a step, whole random games."""
    match = random_match(4, seed=3, stop=0)
    random = Random(3)
    while len(match.log) < 60 or match.game.awaiting(match.state).actor == "table":
        table = match.game.awaiting(match.state).actor == "table"
        match.add(chance(match.state, random) if table else next(iter(match.game.moves(match.state))))
    game, state = match.game, match.state
    move = next(iter(game.moves(state)))
    return [
        ("spectrum_escape: moves, four players", lambda: list(game.moves(state))),
        ("spectrum_escape: verdict", lambda: game.judge(state, move)),
        ("spectrum_escape: step", lambda: game.result(state, move)),
        ("spectrum_escape: random game, two players", lambda: random_match(2, seed=1)),
        ("spectrum_escape: random game, four players", lambda: random_match(4, seed=1)),
    ]
