"""Playing card games in tests: a shuffled deck where the table must give one, legal moves at random otherwise."""

from random import Random
from typing import Any

from engine.components.cards import Card
from engine.components.deck import Deck
from engine.core.events import Event
from engine.core.game import Game
from engine.core.registry import dealing_of


def shuffled(cards: tuple[Card, ...], random: Random) -> Deck:
    order = list(cards)
    random.shuffle(order)
    return Deck(tuple(order))


def choose(game: Game[Any, Any], state: Any, random: Random, *, last: tuple[str, ...] = ()) -> Event:
    """What the table shows next, or a legal move; kinds in ``last`` only if nothing else."""
    if game.awaiting(state).actor == "table":
        fact = dealing_of(game.name).next_fact(game, state, random)
        assert fact is not None, "only a real table can know that"
        return fact
    moves = list(game.moves(state))
    better = [move for move in moves if move.kind not in last]
    return random.choice(better or moves)


def play_out(
    game: Game[Any, Any], seed: int, *, limit: int = 100_000, last: tuple[str, ...] = ()
) -> tuple[Any, list[Event]]:
    """A game from its start to its end, with everything that happened. Fails when it does not end."""
    random, state, events = Random(seed), game.start(), []
    while game.awaiting(state).actor != "nobody":
        event = choose(game, state, random, last=last)
        state = game.after(state, event)
        events.append(event)
        assert len(events) < limit, "the game does not end"
    return state, events


def all_cards(*groups: Any) -> list[Card]:
    """Every card of nested tuples."""
    out: list[Card] = []
    for group in groups:
        if isinstance(group, Card):
            out.append(group)
        else:
            out += all_cards(*group)
    return out
