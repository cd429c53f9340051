"""Who plays Spectrum 500 by chance."""

from engine.core.random_player import RandomPlayer, TableSetup

PLAYER = RandomPlayer(
    (TableSetup(2, options={"min_meld": 3, "deduct_hand": True}), TableSetup(4)),
    ended_by=lambda game, state, event: "F5-SCORE-03 target",
)
