"""A dealer for measurements and tests: shuffles what is left of the deck and plays random legal moves."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.components.card_table import Deck
from engine.components.cards import Card, numbered
from engine.core.events import Event
from engine.core.match import Match


def play(match: Match, chance: Any, random: Random, stop: int = 5000) -> Match:
    """Play to the end, or to ``stop`` entries; ``chance(game, state, random)`` is what the table shows next."""
    game = match.game
    while len(match.log) < stop and (actor := game.awaiting(match.state).actor) != "nobody":
        match.add(chance(game, match.state, random) if actor == "table" else choose(game, match.state, random))
    return match


def choose(game: Any, state: Any, random: Random) -> Event:
    """One legal move by chance."""
    moves = list(game.moves(state))
    return moves[random.randrange(len(moves))]


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
