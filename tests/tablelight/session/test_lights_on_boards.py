"""Every light a game asks for has a place on its board: nothing it says is lost at the edge of the map."""

from random import Random

import pytest

from engine.core import registry
from engine.core.match import Match
from firmware_bridge.board_maps import BoardMap
from tablelight.bench import (
    engine_roll_and_color,
    engine_sixchex_spectrum,
    engine_spectra_icehouse,
    engine_spectrangle,
    engine_spectrum_cribbage,
    engine_spectrum_escape,
    engine_spectrum_poker,
    engine_spectrump,
)
from tablelight.bench.spectrum_players import inward, next_event
from tests.engine.card_games import choose

SEATS = {"spectrum_solitaire": (1,), "spectrum_poker": (2, 4), "spectrump": (2, 4), "spectrum_cribbage": (2, 4)}
MATCHES = {
    "roll_and_color": engine_roll_and_color,
    "sixchex_spectrum": engine_sixchex_spectrum,
    "spectra_icehouse": engine_spectra_icehouse,
    "spectrangle": engine_spectrangle,
    "spectrum_cribbage": engine_spectrum_cribbage,
    "spectrum_escape": engine_spectrum_escape,
    "spectrum_poker": engine_spectrum_poker,
    "spectrump": engine_spectrump,
}
EVENTS = 300


def positions(name, seats, seed):
    """The game and every position of a random play of it."""
    if name in MATCHES:
        match = MATCHES[name].random_match(seats=seats, seed=seed, stop=EVENTS)
        return match.game, [match.state_at(n) for n in range(len(match.log) + 1)]
    match = Match.new(name, [f"Player {n}" for n in range(seats)])
    game, random = match.game, Random(seed)
    while game.awaiting(match.state).actor != "nobody" and len(match.log) < EVENTS:
        if name == "spectrum":
            match.add(next_event(game, match.state, random, inward))
        else:
            match.add(choose(game, match.state, random, last=("concede",)))
    return game, [match.state_at(n) for n in range(len(match.log) + 1)]


@pytest.mark.parametrize("name", registry.names())
def test_every_light_of_random_play_is_on_the_games_board(name):
    board = BoardMap.load(registry.find(name).board)
    seen = set()
    for seats in SEATS.get(name, (2, 3)):
        for seed in (1, 2, 3):
            game, states = positions(name, seats, seed)
            for state in states:
                seen |= set(game.lights(state))
    assert seen, "the game never lit anything"
    assert not seen - board.by_spot.keys()
