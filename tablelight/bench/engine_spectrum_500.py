"""What is timed of Spectrum 500."""

from collections.abc import Callable
from random import Random

from engine.components.cards import numbered
from engine.components.deck import Deck, DrawFromStock
from engine.core.registry import create
from tablelight.bench.card_table import random_game


def cases() -> list[tuple[str, Callable[[], object]]]:
    game = create("spectrum_500", 4)
    order = list(numbered())
    Random(1).shuffle(order)
    drawing = game.after(game.start(), Deck(tuple(order)))
    melding = game.after(drawing, DrawFromStock(0))
    move = next(iter(game.moves(melding)))

    return [
        ("500: moves, drawing", lambda: list(game.moves(drawing))),
        ("500: moves, melding", lambda: list(game.moves(melding))),
        ("500: verdict", lambda: game.judge(melding, move)),
        ("500: step", lambda: game.result(melding, move)),
        ("500: random game of 4 to 500", lambda: random_game(game)),
    ]
