"""Who plays SIXCHEX Spectrum by chance."""

from typing import Any

from engine.core.events import Event
from engine.core.random_player import RandomPlayer, Setup


def ended_by(_game: Any, state: Any, _event: Event) -> str:
    """The rule that ended a game."""
    if len(state.alive) == 1:
        return "SIX-END-01 one player left"
    return "SIX-END-02 coins that never meet" if state.apart() else "D-SIX-11 move limit"


PLAYER = RandomPlayer((Setup(2, options={"move_limit": 200}), Setup(4)), ended_by=ended_by)
