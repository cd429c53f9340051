"""What is timed of Spectrumo."""

from collections.abc import Callable
from random import Random

from engine.components.cards import full_deck
from engine.components.deck import Deck, DrawFromStock
from engine.core.registry import create
from tablelight.bench.card_table import random_game


def cases() -> list[tuple[str, Callable[[], object]]]:
    game = create("spectrumo", 4)
    order = list(full_deck())
    Random(1).shuffle(order)
    state = game.after(game.start(), Deck(tuple(order)))
    move = next(iter(game.moves(state)), DrawFromStock(state.to_move))

    return [
        ("spectrumo: moves", lambda: list(game.moves(state))),
        ("spectrumo: verdict", lambda: game.judge(state, move)),
        ("spectrumo: step", lambda: game.result(state, move)),
        ("spectrumo: random game of 4 to 200", lambda: random_game(game, game.pile_to_shuffle)),
    ]
