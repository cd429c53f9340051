"""Who plays Spectrumo by chance."""

from engine.core.random_player import RandomPlayer, TableSetup

PLAYER = RandomPlayer(
    (
        TableSetup(2, options={"swap_pick": "owner_chooses", "drawn_card": "may_keep"}),
        TableSetup(4),
        TableSetup(8, options={"elimination": True, "target": 150}),
    ),
    ended_by=lambda game, state, event: "SO-END target",
)
