"""The rim of a board says whose turn it is and who has just scored, and covers nothing that the game says."""

import pytest

from engine.components.lights import Light, Meaning
from engine.core.events import Undo
from engine.core.registry import find, names
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.players import random_match, setups_of
from tablelight.referee.lights import lights
from tablelight.referee.state import RefereeState
from tablelight.referee.turn_lights import RIMS, just_scored, part_of, with_turn


@pytest.mark.parametrize("board", RIMS)
def test_the_rim_of_a_board_is_on_its_map_and_shared_without_a_spot_of_two(board):
    rim = RIMS[board]
    assert set(rim) <= BoardMap.load(board).by_spot.keys() and len(set(rim)) == len(rim)
    parts = [part_of(rim, seat, 5) for seat in range(5)]
    assert all(parts) and len({spot for part in parts for spot in part}) == sum(map(len, parts))


@pytest.mark.parametrize("name", names())
def test_in_every_game_of_several_it_is_lit_whose_turn_it_is_and_nothing_of_the_game_is_covered(name):
    setup = setups_of(name)[0]
    match, told = random_match(name, setup.seats, 1, 40, **setup.options), 0
    for n in range(len(match.log)):
        then = match.at(n)
        own = then.game.lights(then.game.view(then.state, None))
        shown = with_turn(own, then)
        added = shown.keys() - own.keys()
        assert all(shown[spot] == light for spot, light in own.items() if light.meaning is not Meaning.IDLE)
        told += bool(added) or any(f"seat:{seat + 1}" in own for seat in then.awaiting_at(n).seats)
    assert told > len(match.log) / 2 or len(match.seats) == 1


def test_who_has_scored_is_seen_by_a_wave_in_the_colour_of_his_pieces_until_the_next_event():
    match = random_match("roll_and_color", 2, 1, 60)
    n = next(n for n in range(1, len(match.log)) if just_scored(match.at(n)))
    (seat,) = just_scored(match.at(n))
    part = part_of(RIMS["spectrum"], seat, 2)
    assert {Light(Meaning.SCORED, find("roll_and_color").seat_hues[seat])} == {
        light for spot, light in with_turn({}, match.at(n)).items() if spot in part
    }
    after = match.at(n)
    after.add(match.log[n])
    assert not just_scored(after)


def test_what_is_taken_back_scored_nothing():
    match = random_match("roll_and_color", 2, 1, 60)
    then = match.at(next(n for n in range(1, len(match.log)) if just_scored(match.at(n))))
    then.add(Undo(then.undo_target()))
    assert not just_scored(then)


def test_cards_that_were_taken_are_shown_once_by_a_wave():
    match = random_match("spectrum_casino", 2, 1, 60)
    n = next(n for n, event in match.events if event.words().startswith("take"))
    waves = {s for s, light in lights(RefereeState(match.at(n + 1))).items() if light.meaning is Meaning.SCORED}
    assert set(match.log[n].spots()) <= waves
