"""What is timed of Spectrum Solitaire."""

from collections.abc import Callable
from random import Random

from engine.components.cards import numbered
from engine.components.deck import Deck
from engine.core.registry import create
from engine.games.spectrum_solitaire.events import Flip

GIVE_UP_AFTER = 200
"""Random players never solve it and may move runs to and fro for ever."""


def cases() -> list[tuple[str, Callable[[], object]]]:
    game = create("spectrum_solitaire", 1)
    order = list(numbered())
    Random(1).shuffle(order)
    deck = Deck(tuple(order))
    state = game.after(game.start(), deck)
    for _ in range(8):
        state = game.after(state, Flip(0))
    flip = Flip(0)

    def random_game() -> object:
        random, now = Random(7), game.after(game.start(), deck)
        for _ in range(GIVE_UP_AFTER):
            moves = list(game.moves(now))
            now = game.result(now, random.choice(moves[:-1] or moves))
        return now

    return [
        ("solitaire: moves", lambda: list(game.moves(state))),
        ("solitaire: verdict", lambda: game.judge(state, flip)),
        ("solitaire: step", lambda: game.result(state, flip)),
        (f"solitaire: random game of {GIVE_UP_AFTER} moves", random_game),
    ]
