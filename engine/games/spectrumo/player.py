"""Who plays Spectrumo by chance."""

from engine.core.random_player import RandomPlayer, Setup

PLAYER = RandomPlayer(
    (
        Setup(2, options={"swap_pick": "owner_chooses", "drawn_card": "may_keep"}),
        Setup(4),
        Setup(8, options={"elimination": True, "target": 150}),
    ),
    ended_by=lambda game, state, event: "SO-END target",
)
