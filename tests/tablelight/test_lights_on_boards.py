"""Every light a game asks for has a place on its board: nothing it says is lost at the edge of the map."""

from random import Random

import pytest

from engine.core import registry
from engine.core.registry import create
from engine.games.spectrum.player import inward, playout
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.players import events, setups_of

EVENTS = 300


@pytest.mark.parametrize("name", registry.names())
def test_every_light_of_random_play_is_on_the_games_board(name):
    seen = set()
    for setup in setups_of(name):
        for seed in (1, 2, 3):
            for game, state, event in events(setup, Random(seed), EVENTS):
                seen |= {*game.lights(state), *game.lights(game.result(state, event))}
    assert seen, "the game never lit anything"
    assert not seen - BoardMap.load(registry.find(name).board).by_spot.keys()


@pytest.mark.parametrize("seats", [2, 3])
def test_every_light_is_on_the_board_where_stars_are_taken(seats):
    """Moves by chance seldom come to the stars of the board game."""
    game, seen = create("spectrum", seats), set()
    for seed in (1, 2, 3):
        for state, _ in playout(game, Random(seed), EVENTS, inward):
            seen |= set(game.lights(state))
    assert not seen - BoardMap.load(game.board).by_spot.keys()
