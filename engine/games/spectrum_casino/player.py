"""Who plays Spectrum Casino by chance."""

from engine.core.random_player import RandomPlayer, TableSetup

PLAYER = RandomPlayer(
    (TableSetup(2), TableSetup(4, options={"must_capture": False, "created_value_cap": 12})),
    ended_by=lambda game, state, event: "CA-END-01 target",
)
