"""How fast Spectrump is refereed."""

from collections.abc import Callable
from typing import Any

from engine.core.match import Match
from tablelight.bench.players import random_match as any_match


def random_match(seats: int = 4, seed: int = 0, stop: int = 50_000, **options: Any) -> Match:
    """A game of random legal moves to its end, every card known."""
    return any_match("spectrump", seats, seed, stop, **options)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time)."""
    match = random_match(4, 3, 60)
    game = match.game
    states = [match.state_at(n) for n in range(len(match.log))]
    bidding = next(state for state in states if state.phase == "auction")
    leading = next(state for state in states if state.phase == "play" and not state.trick)
    following = next(state for state in states if len(state.trick) == 2)
    move = next(iter(game.moves(following)))
    return [
        ("spectrump: moves, auction", lambda: list(game.moves(bidding))),
        ("spectrump: moves, lead", lambda: list(game.moves(leading))),
        ("spectrump: moves, follow", lambda: list(game.moves(following))),
        ("spectrump: verdict", lambda: game.judge(following, move)),
        ("spectrump: step", lambda: game.result(following, move)),
        ("spectrump: random game, four players, five rounds", lambda: random_match(4, 7)),
        ("spectrump: random game, two players, 72 cards", lambda: random_match(2, 7, deck=72)),
    ]
