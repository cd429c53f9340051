"""What is timed of Spectrum 500."""

from collections.abc import Callable
from random import Random

from engine.card_table import Deck
from engine.cards import numbered
from engine.games.spectrum_500.table import Draw
from engine.registry import create


def cases() -> list[tuple[str, Callable[[], object]]]:
    game = create("spectrum_500", 4)
    order = list(numbered())
    Random(1).shuffle(order)
    drawing = game.after(game.start(), Deck(tuple(order)))
    melding = game.after(drawing, Draw(0))
    move = next(iter(game.moves(melding)))

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
        ("500: moves, drawing", lambda: list(game.moves(drawing))),
        ("500: moves, melding", lambda: list(game.moves(melding))),
        ("500: verdict", lambda: game.judge(melding, move)),
        ("500: step", lambda: game.result(melding, move)),
        ("500: random game of 4 to 500", random_game),
    ]
