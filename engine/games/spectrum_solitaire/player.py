"""Who plays Spectrum Solitaire by chance."""

from typing import Any

from engine.core.chance import Chance
from engine.core.events import Event, Move
from engine.core.random_player import RandomPlayer, TableSetup
from engine.games.spectrum_solitaire.events import Concede, Put
from engine.games.spectrum_solitaire.state import pile_of


def tidy(game: Any, state: Any, chance: Chance) -> Move:
    """Somebody who gives up last and never moves cards to and fro.

    No rule ends that: a game is solved or given up (SS-END-01). Piles are moved only as a whole, and never from one
    empty place to another; then every move turns a card, empties a place or uses up the stock.
    """
    moves: list[Move] = list(game.moves(state))
    return chance.choice([move for move in moves if not _pointless(state, move)] or moves)


def _pointless(state: Any, move: Move) -> bool:
    if isinstance(move, Put):
        pile = pile_of(move.source)
        to = pile_of(move.to)
        if pile is None or to is None:
            return False
        return move.count < len(state.up[pile]) or not (state.down[pile] or state.up[to])
    return isinstance(move, Concede)


def ended_by(_game: Any, state: Any, _event: Event) -> str:
    """The rule that ended a game."""
    return "SS-END-01 solved" if state.solved else "SS-END-01 given up"


PLAYER = RandomPlayer(
    (
        TableSetup(1, options={"pass_limit": 10}),
        TableSetup(1, options={"flip": 1, "pass_limit": 10, "empty_column": "any"}),
    ),
    tidy,
    ended_by=ended_by,
)
