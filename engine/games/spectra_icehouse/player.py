"""Who plays Spectra by chance."""

from collections.abc import Sequence
from typing import Any

from engine.core.chance import Chance
from engine.core.events import Event, Move
from engine.core.random_player import RandomPlayer, TableSetup
from engine.games.spectra_icehouse.events import PyramidAdded, PyramidsExchanged, TurnDone
from engine.games.spectra_icehouse.pieces import colour_of


def eager_move(game: Any, state: Any, chance: Chance) -> Move:
    """Add where possible; exchange for the own colour; now and then for something else; then pass the bag on."""
    moves: list[Move] = list(game.moves(state))
    colour = state.colours[state.to_move] if "" not in state.colours else ""
    adds = [move for move in moves if isinstance(move, PyramidAdded)]
    exchanges = [move for move in moves if isinstance(move, PyramidsExchanged)]
    wanted = [move for move in exchanges if colour_of(move.get) == colour and state.needs(move.seat, move.get)]
    others = [move for move in exchanges if not any(state.needs(move.seat, piece) for piece in move.give)]
    done = [move for move in moves if isinstance(move, TurnDone)]
    now_and_then = others if chance.random() < 0.3 else []
    choices: tuple[Sequence[Move], ...] = (adds, wanted, now_and_then, done)
    return chance.choice(next(filter(None, choices), moves))


def ended_by(game: Any, state: Any, _event: Event) -> str:
    """The rule that ended a game."""
    return "SPA-END-01 three trees" if game.winners(state) else "D-SPA-08 bag empty, everybody passes"


PLAYER = RandomPlayer((TableSetup(2), TableSetup(6)), ended_by=ended_by, purposeful=eager_move)
