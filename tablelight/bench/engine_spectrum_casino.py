"""What is timed of Spectrum Casino."""

from collections.abc import Callable
from random import Random

from engine.components.cards import numbered
from engine.components.deck import Deck
from engine.core.registry import create
from tablelight.bench.card_table import random_game


def cases() -> list[tuple[str, Callable[[], object]]]:
    game = create("spectrum_casino", 4)
    order = list(numbered())
    Random(1).shuffle(order)
    deck = Deck(tuple(order))
    state = game.after(game.start(), deck)
    move = next(iter(game.moves(state)))

    return [
        ("casino: moves", lambda: list(game.moves(state))),
        ("casino: first move", lambda: bool(game.moves(state))),
        ("casino: verdict", lambda: game.judge(state, move)),
        ("casino: step", lambda: game.result(state, move)),
        ("casino: random game of 4 to 100", lambda: random_game(game)),
    ]
