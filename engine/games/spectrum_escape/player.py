"""Who plays Spectrum Escape by chance."""

from engine.core.random_player import RandomPlayer, Setup

PLAYER = RandomPlayer((Setup(2), Setup(4)), ended_by=lambda game, state, event: "SB-ESC-11 pawns escaped")
