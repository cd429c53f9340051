"""Who plays Spectrangle by chance."""

from typing import Any

from engine.core.events import Event
from engine.core.random_player import RandomPlayer, TableSetup


def ended_by(_game: Any, state: Any, _event: Event) -> str:
    """The rule that ended a game."""
    if "" not in state.board:
        return "SPG-END-01 board full"
    return "SPG-END-01 bag empty, nobody can place" if not state.bag_size else "endless exchange"


PLAYER = RandomPlayer((TableSetup(2), TableSetup(4, options={"edge_rule": "all_touching"})), ended_by=ended_by)
