"""Playing card games in tests: a shuffled deck where the table must give one, legal moves at random otherwise."""

from random import Random
from typing import Any

from engine.components.cards import Card
from engine.components.deck import Deck
from engine.core.events import Event
from engine.core.game import Game
from engine.core.match import Match
from engine.core.registry import dealing_of

CARD_AND_DICE = (
    "roll_and_color", "spectrumo", "spectrump", "spectrum_casino", "spectrum_500", "spectrum_cribbage",
    "spectrum_poker", "spectrum_solitaire",
)  # fmt: skip
"""The games of cards, and the one of dice and paper."""


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


def cribbage_started(*hands: str, seats: int = 2, options: dict | None = None) -> Match:
    """A match of Cribbage in which player 1 deals and hands stand as given: the first three of each go to the crib."""
    names = ["Ann", "Ben", "Cleo", "Dora"][:seats]
    match = Match.new("spectrum_cribbage", names, options={"first_dealer": 1, **(options or {})})
    match.add(match.parse("deal " + " / ".join(hands)))
    for seat, hand in enumerate(hands):
        match.add(match.parse(f"{seat + 1}: crib " + " ".join(hand.split()[: match.game.to_crib])))
    return match
