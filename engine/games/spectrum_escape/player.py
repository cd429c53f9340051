"""Who plays Spectrum Escape by chance."""

from engine.core.chance import Chance
from engine.core.events import Move
from engine.core.random_player import RandomPlayer, TableSetup
from engine.games.spectrum_escape.events import PawnMoved
from engine.games.spectrum_escape.game import SpectrumEscape
from engine.games.spectrum_escape.state import State


def onward(game: SpectrumEscape, state: State, rng: Chance) -> Move:
    """A pawn goes on wherever one can, as with people: to withdraw one costs a round."""
    moves = list(game.moves(state))
    return rng.choice([move for move in moves if isinstance(move, PawnMoved)] or moves)


PLAYER = RandomPlayer(
    (TableSetup(2), TableSetup(4)),
    ended_by=lambda game, state, event: "SB-ESC-11 pawns escaped",
    purposeful=onward,
)
