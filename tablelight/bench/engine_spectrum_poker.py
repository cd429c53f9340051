"""How fast Spectrum Poker is refereed and hands are ranked."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.core.match import Match
from engine.games.spectrum_poker.ranks import ranker
from tablelight.bench.players import random_match as any_match

N_HANDS = 100_000


def random_match(seats: int = 4, seed: int = 0, stop: int = 5000, **options: Any) -> Match:
    """A game of random legal moves to its end, every card known."""
    return any_match("spectrum_poker", seats, seed, stop, **options)


def cases() -> list[tuple[str, Callable[[], object]]]:
    """(label, what to time); the two ranking cases rank 100,000 hands a call."""
    import numpy as np

    from tablelight.odds.poker import values

    random = Random(5)
    hands = [random.sample(range(144), 5) for _ in range(N_HANDS)]
    array = np.asarray(hands, np.uint8)
    rank = ranker()
    match = random_match(4, 1, 1)
    game, state = match.game, match.state
    move = next(iter(game.moves(state)))
    held = random_match(4, 1, 3, form="holdem")
    return [
        ("spectrum_poker: moves, exchange", lambda: list(game.moves(state))),
        ("spectrum_poker: moves, hold'em", lambda: list(held.game.moves(held.state))),
        ("spectrum_poker: verdict", lambda: game.judge(state, move)),
        ("spectrum_poker: step", lambda: game.result(state, move)),
        ("spectrum_poker: rank 100,000 hands one by one", lambda: [rank.value(hand) for hand in hands]),
        ("spectrum_poker: rank 100,000 hands in a batch", lambda: values(array, rank)),
        ("spectrum_poker: random game, four players", lambda: random_match(4, 7)),
    ]
