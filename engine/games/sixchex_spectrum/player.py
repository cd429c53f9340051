"""Who plays SIXCHEX Spectrum by chance."""

from typing import Any

from engine.core.chance import Chance
from engine.core.events import Event, Move
from engine.core.random_player import RandomPlayer, TableSetup, any_move


def eager_move(game: Any, state: Any, chance: Chance) -> Move:
    """A random capture where there is one, else any move."""
    captures: list[Move] = [move for move in game.moves(state) if game.judge(state, move).details]
    return chance.choice(captures) if captures else any_move(game, state, chance)


def ended_by(_game: Any, state: Any, _event: Event) -> str:
    """The rule that ended a game."""
    if len(state.alive) == 1:
        return "SIX-END-01 one player left"
    return "SIX-END-02 coins that never meet" if state.apart() else "D-SIX-11 move limit"


PLAYER = RandomPlayer(
    (TableSetup(2, options={"move_limit": 200}), TableSetup(4)), ended_by=ended_by, purposeful=eager_move
)
