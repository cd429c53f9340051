"""A whole game of cards by chance, without the log of a match, for measurements."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.components.cards import Card, numbered
from engine.components.deck import Deck


def random_game(game: Any, pile: Callable[[Any], Sequence[Card]] = lambda state: numbered()) -> Any:
    """A game to its end by chance; ``pile`` gives the cards of a state that the table shuffles."""
    random, now = Random(7), game.start()
    while (waits := game.awaiting(now)).actor != "nobody":
        if waits.actor == "table":
            cards = list(pile(now))
            random.shuffle(cards)
            now = game.result(now, Deck(tuple(cards)))
        else:
            now = game.result(now, random.choice(list(game.moves(now))))
    return now
