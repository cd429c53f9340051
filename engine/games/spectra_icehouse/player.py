"""Who plays Spectra by chance."""

from typing import Any

from engine.core.events import Event
from engine.core.random_player import RandomPlayer, Setup


def ended_by(game: Any, state: Any, _event: Event) -> str:
    """The rule that ended a game."""
    return "SPA-END-01 three trees" if game.winners(state) else "D-SPA-08 bag empty, everybody passes"


PLAYER = RandomPlayer((Setup(2), Setup(6)), ended_by=ended_by)
