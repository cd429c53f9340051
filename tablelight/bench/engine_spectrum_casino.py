"""What is timed of Spectrum Casino."""

from collections.abc import Callable
from random import Random

from engine.card_table import Deck
from engine.cards import numbered
from engine.registry import create


def cases() -> list[tuple[str, Callable[[], object]]]:
    game = create("spectrum_casino", 4)
    order = list(numbered())
    Random(1).shuffle(order)
    deck = Deck(tuple(order))
    state = game.after(game.start(), deck)
    move = next(iter(game.moves(state)))

    def random_game() -> object:
        random, now = Random(7), game.start()
        while (waits := game.awaiting(now)).actor != "nobody":
            if waits.actor == "table":
                cards = list(numbered())
                random.shuffle(cards)
                now = game.result(now, Deck(tuple(cards)))
            else:
                now = game.result(now, random.choice(list(game.moves(now))))
        return now

    return [
        ("casino: moves", lambda: list(game.moves(state))),
        ("casino: first move", lambda: bool(game.moves(state))),
        ("casino: verdict", lambda: game.judge(state, move)),
        ("casino: step", lambda: game.result(state, move)),
        ("casino: random game of 4 to 100", random_game),
    ]
