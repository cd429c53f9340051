"""Who plays Spectrum Casino by chance."""

from engine.core.random_player import RandomPlayer, Setup

PLAYER = RandomPlayer(
    (Setup(2), Setup(4, options={"must_capture": False, "created_value_cap": 12})),
    ended_by=lambda game, state, event: "CA-END-01 target",
)
