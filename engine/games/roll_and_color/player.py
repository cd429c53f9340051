"""Who plays Roll & Color by chance."""

from engine.core.random_player import RandomPlayer, TableSetup

PLAYER = RandomPlayer(
    (TableSetup(2), TableSetup(3, options={"reroll_order": "free", "wrap": False})),
    ended_by=lambda game, state, event: "RC-END-01 sheets full",
)
