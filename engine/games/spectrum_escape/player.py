"""Who plays Spectrum Escape by chance."""

from engine.core.random_player import RandomPlayer, TableSetup

PLAYER = RandomPlayer((TableSetup(2), TableSetup(4)), ended_by=lambda game, state, event: "SB-ESC-11 pawns escaped")
