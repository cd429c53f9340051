"""Who plays Roll & Color by chance."""

from engine.core.random_player import RandomPlayer, Setup

PLAYER = RandomPlayer(
    (Setup(2), Setup(3, options={"reroll_order": "free", "wrap": False})),
    ended_by=lambda game, state, event: "RC-END-01 sheets full",
)
