"""Who plays Spectrump by chance."""

from engine.core.random_player import RandomPlayer, Setup

PLAYER = RandomPlayer(
    (
        Setup(4),
        Setup(2, options={"deck": 72, "hand_loading": True}),
        Setup(6, options={"partners": True, "end": "target"}),
    ),
    ended_by=lambda game, state, event: "ST-END-01 rounds or target",
)
