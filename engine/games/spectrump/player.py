"""Who plays Spectrump by chance."""

from engine.core.random_player import RandomPlayer, TableSetup

PLAYER = RandomPlayer(
    (
        TableSetup(4),
        TableSetup(2, options={"deck": 72, "hand_loading": True}),
        TableSetup(6, options={"partners": True, "end": "target"}),
    ),
    ended_by=lambda game, state, event: "ST-END-01 rounds or target",
)
