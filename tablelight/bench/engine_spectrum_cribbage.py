"""How fast Spectrum Cribbage is refereed."""

from collections.abc import Callable
from typing import Any

from engine.core.match import Match
from tablelight.bench.players import random_match as any_match


def random_match(seats: int = 2, seed: int = 0, stop: int = 5000, **options: Any) -> Match:
    """A game of random legal moves to its end, every card known."""
    return any_match("spectrum_cribbage", seats, seed, stop, **options)


def _at(phase: str, seats: int = 2) -> tuple[Any, Any]:
    """The first position of that phase in a random game."""
    match = random_match(seats, 3)
    states = (match.state_at(n) for n in range(len(match.log)))
    return match.game, next(state for state in states if state.phase == phase)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time)."""
    game, playing = _at("play")
    _, laying = _at("layaway")
    _, counting = _at("count")
    move = next(iter(game.moves(playing)))
    return [
        ("spectrum_cribbage: moves, crib", lambda: list(game.moves(laying))),
        ("spectrum_cribbage: moves, play", lambda: list(game.moves(playing))),
        ("spectrum_cribbage: moves, count", lambda: list(game.moves(counting))),
        ("spectrum_cribbage: count of a hand", lambda: game.breakdown(counting)),
        ("spectrum_cribbage: verdict", lambda: game.judge(playing, move)),
        ("spectrum_cribbage: step", lambda: game.result(playing, move)),
        ("spectrum_cribbage: random game, two players", lambda: random_match(2, 7)),
        ("spectrum_cribbage: random game, four players", lambda: random_match(4, 7)),
    ]
