"""Tables and random players for every game, for measurements and tests: whole games without the log of a match."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from engine.components.deck import Deck
from engine.core.events import Event, Move
from engine.core.registry import create
from engine.games.spectrum_solitaire.events import Concede, Put
from engine.games.spectrum_solitaire.state import pile_of
from tablelight.bench import engine_roll_and_color as roll_and_color
from tablelight.bench import engine_sixchex_spectrum as sixchex
from tablelight.bench import engine_spectra_icehouse as icehouse
from tablelight.bench import engine_spectrangle as spectrangle
from tablelight.bench import engine_spectrum_cribbage as cribbage
from tablelight.bench import engine_spectrum_escape as escape
from tablelight.bench import engine_spectrum_poker as poker
from tablelight.bench import engine_spectrump as spectrump
from tablelight.bench import spectrum_players

Chance = Callable[[Any, Any, Random], Event | None]
"""What the table shows next; None when a player is to act although the table is asked."""


def any_move(game: Any, state: Any, random: Random) -> Move:
    return random.choice(list(game.moves(state)))


def tidy(game: Any, state: Any, random: Random) -> Move:
    """Solitaire by somebody who gives up last and never moves cards to and fro.

    No rule ends that: a game is solved or given up (SS-END-01). Piles are moved only as a whole, and never from one
    empty place to another; then every move turns a card, empties a place or uses up the stock.
    """
    moves = list(game.moves(state))
    return random.choice([move for move in moves if not _pointless(state, move)] or moves)


def _pointless(state: Any, move: Move) -> bool:
    if isinstance(move, Put):
        pile = pile_of(move.source)
        to = pile_of(move.to)
        if pile is None or to is None:
            return False
        return move.count < len(state.up[pile]) or not (state.down[pile] or state.up[to])
    return isinstance(move, Concede)


class Setup(NamedTuple):
    """One way to play a game, and who plays."""

    name: str
    seats: int
    edition: str = "A"
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed
    choose: Callable[[Any, Any, Random], Move] = any_move


def _deck(game: Any, state: Any, random: Random) -> Event:
    cards = list(game.pile_to_shuffle(state))
    random.shuffle(cards)
    return Deck(tuple(cards))


CHANCE: dict[str, Chance] = {
    "spectrum": spectrum_players.fact,
    "roll_and_color": lambda game, state, random: roll_and_color.chance(state, random),
    "sixchex_spectrum": lambda game, state, random: sixchex.chance(state, random),
    "spectra_icehouse": icehouse.chance,
    "spectrum_escape": lambda game, state, random: escape.chance(state, random),
    "spectrangle": spectrangle.chance,
    "spectrum_cribbage": cribbage.chance,
    "spectrum_poker": poker.chance,
    "spectrump": spectrump.chance,
    "spectrum_solitaire": _deck,
    "spectrumo": _deck,
    "spectrum_casino": _deck,
    "spectrum_500": _deck,
}

SETUPS = (
    Setup("spectrum", 2),
    Setup("spectrum", 2, "B"),
    Setup("spectrum", 6),
    Setup("spectrum", 1),
    Setup("spectrum", 2, options={"dice": "d12", "missions": True}),
    Setup("spectrum", 2, options={"dice": "cards", "swap_cards": True}),
    Setup("spectrum", 3, options={"portals": True}),
    Setup("spectrum", 2, "B", {"scoring": "weighted", "start": "shotgun_d12"}),
    Setup("spectrum", 2, options={"self_capture": True, "self_jump": True, "capture_place": "may_stock"}),
    Setup("spectrum_escape", 2),
    Setup("spectrum_escape", 4),
    Setup("roll_and_color", 2),
    Setup("roll_and_color", 3, options={"reroll_order": "free", "wrap": False}),
    Setup("sixchex_spectrum", 2, options={"move_limit": 200}),
    Setup("sixchex_spectrum", 4),
    Setup("spectra_icehouse", 2),
    Setup("spectra_icehouse", 6),
    Setup("spectrangle", 2),
    Setup("spectrangle", 4, options={"edge_rule": "all_touching"}),
    Setup("spectrum_solitaire", 1, options={"pass_limit": 10}, choose=tidy),
    Setup("spectrum_solitaire", 1, options={"flip": 1, "pass_limit": 10, "empty_column": "any"}, choose=tidy),
    Setup("spectrumo", 2, options={"swap_pick": "owner_chooses", "drawn_card": "may_keep"}),
    Setup("spectrumo", 4),
    Setup("spectrumo", 8, options={"elimination": True, "target": 150}),
    Setup("spectrum_casino", 2),
    Setup("spectrum_casino", 4, options={"must_capture": False, "created_value_cap": 12}),
    Setup("spectrum_cribbage", 2),
    Setup("spectrum_cribbage", 4, options={"muggins": True}),
    Setup("spectrum_poker", 4, options={"deals": 5}),
    Setup("spectrum_poker", 3, options={"form": "holdem", "rank_order": "statistical"}),
    Setup("spectrum_500", 2, options={"min_meld": 3, "deduct_hand": True}),
    Setup("spectrum_500", 4),
    Setup("spectrump", 4),
    Setup("spectrump", 2, options={"deck": 72, "hand_loading": True}),
    Setup("spectrump", 6, options={"partners": True, "end": "target"}),
)
"""Every game, with other numbers of players and other options."""


def next_event(setup: Setup, game: Any, state: Any, random: Random) -> Event:
    """What the table shows, or a move by chance."""
    if game.awaiting(state).actor == "table" or game.name == "spectrum":
        shown = CHANCE[game.name](game, state, random)
        if shown is not None:
            return shown
    return setup.choose(game, state, random)


def events(setup: Setup, random: Random, stop: int) -> Iterator[tuple[Any, Any, Event]]:
    """Game, position and what happens in it, until the game is over or ``stop`` events happened."""
    game = create(setup.name, setup.seats, setup.edition, setup.options)
    state = game.start()
    for _ in range(stop):
        if game.awaiting(state).actor == "nobody":
            return
        event = next_event(setup, game, state, random)
        yield game, state, event
        state = game.result(state, event)
