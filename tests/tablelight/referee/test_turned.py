"""A tile that is turned, or changed for another, after it counted is noticed by the camera, and put right."""

import json
from pathlib import Path

import pytest

from engine.components.lights import Light, Meaning
from engine.core.events import Undo
from engine.core.match import Match
from engine.games.spectrangle.events import TilePlaced
from engine.inference.observation import SOMEBODY
from tablelight.referee.inputs import Accept, BoardSighting, IgnoreSwitches
from tablelight.referee.lights import all_lights
from tablelight.referee.piece_places import held_on
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches

SURE = 0.999


@pytest.fixture(scope="module")
def whole():
    golden = Path(__file__).parents[2] / "golden" / "playthroughs" / "spectrangle.json"
    return Match.from_json(json.loads(golden.read_text())["match"])


def seen(held):
    return BoardSighting(dict.fromkeys(held, SOMEBODY), chances={spot: {tile: SURE} for spot, tile in held.items()})


def after_tiles(whole, count, *, then=0):
    """The game after so many tiles, and ``then`` more events; and as its table looks."""
    placed = [n for n, event in whole.events if isinstance(event, TilePlaced)]
    match = whole.at(placed[count - 1] + 1 + then)
    return match, dict(held_on(match))


def turned_on(held, spot):
    tile = held[spot]
    return {**held, spot: tile[1:3] + tile[0] + tile[3:]}


def looked(match, *boards):
    state = RefereeState(match)
    for held in boards:
        state, _ = step(state, seen(held))
    return state


def of_three_colours(held, match):
    return next(spot for spot in sorted(held) if len(set(held[spot][:3])) > 1 and spot not in match.log[-1].spots())


def test_a_turned_tile_is_said_and_lit_until_it_lies_as_it_counted(whole):
    match, held = after_tiles(whole, 4)
    spot = of_three_colours(held, match)
    state = looked(match, held, turned_on(held, spot))
    assert state.pieces.why.reason == "TURNED" and spot in switches.sentence(state)
    assert all_lights(state) == {spot: Light(Meaning.WRONG)} and state.match.log == match.log
    state, _ = step(state, seen(held))
    assert state.pieces.why is None and not switches.sentence(state)


def test_another_tile_in_its_place_is_said_as_well_and_a_picture_that_cannot_tell_is_not(whole):
    match, held = after_tiles(whole, 4)
    spot = of_three_colours(held, match)
    assert looked(match, held, {**held, spot: "PPP6"}).pieces.why.reason == "TURNED"
    state = looked(match, held)
    unsure = {**seen(held).chances, spot: {"PPP6": 0.9, held[spot]: 0.1}}
    state, _ = step(state, BoardSighting(dict.fromkeys(held, SOMEBODY), chances=unsure))
    assert state.pieces.why is None


def test_the_tile_laid_last_may_be_counted_as_it_lies_now(whole):
    """Somebody puts right how they laid it, when it has counted already."""
    for count in range(2, 12):
        match, held = after_tiles(whole, count)
        (spot,) = match.log[-1].spots()
        state = looked(match, held, turned_on(held, spot))
        if state.pieces.explanations:
            break
    else:
        pytest.fail("no tile of this game could have been laid otherwise")
    told, _ = step(state, Accept())
    assert held_on(told.match) == turned_on(held, spot) and told.pieces.why is None
    assert isinstance(told.match.log[-2], Undo) and switches.sentence(state)


def test_a_tile_that_the_camera_has_wrong_is_left_out_by_one_tap(whole):
    match, held = after_tiles(whole, 4)
    spot = of_three_colours(held, match)
    state, _ = step(looked(match, held, turned_on(held, spot)), IgnoreSwitches())
    state, _ = step(state, seen(turned_on(held, spot)))
    assert state.pieces.why is None and spot in state.pieces.ignored
