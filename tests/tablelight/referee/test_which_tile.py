"""Spectrangle on switches alone: they feel that a tile was laid, and a tap tells which."""

import json
import re
from pathlib import Path

import pytest

from engine.core.match import Match
from engine.games.spectrangle.events import TilePlaced
from engine.inference.observation import SOMEBODY
from tablelight.referee.inputs import BoardObservation, BoardSighting, TakeReading
from tablelight.referee.piece_places import held_on
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches


@pytest.fixture(scope="module")
def laid():
    """A tile was laid where most others fit as well, as switches feel it: what is known then, and which it was."""
    golden = Path(__file__).parents[2] / "golden" / "playthroughs" / "spectrangle.json"
    whole = Match.from_json(json.loads(golden.read_text())["match"])
    at, tile = max(
        ((n, event) for n, event in whole.events if isinstance(event, TilePlaced)),
        key=lambda placed: len(fitting(whole.at(placed[0]), placed[1].field)),
    )
    felt = frozenset(held_on(whole.at(at)))
    state, _ = step(RefereeState(whole.at(at)), BoardObservation(felt, quiet=True))
    state, entries = step(state, BoardObservation(felt | set(tile.spots()), quiet=True))
    assert not entries
    return state, tile


def fitting(match, field):
    return [move for move in match.game.moves(match.state) if isinstance(move, TilePlaced) and move.field == field]


def test_every_tile_that_fits_there_is_offered_and_one_tap_counts(laid):
    state, tile = laid
    offered = [events[0] for events in state.pieces.explanations]
    assert state.pieces.why.reason == "WHICH_TILE" and len(offered) > 6
    assert sorted(map(str, offered)) == sorted(map(str, fitting(state.match, tile.field)))
    points = [state.game.points_of(state.match.state, each) for each in offered]
    assert points == sorted(points, reverse=True)
    state, entries = step(state, TakeReading(offered.index(tile)))
    assert entries and state.match.log[-1] == tile and state.pieces.why is None


def test_no_two_of_them_look_alike_on_the_page(laid):
    state, tile = laid
    html = str(switches.panel(state, may_write=True))
    shown = re.findall(r'data-act="pieces-take".*?</button>', html)
    assert len({re.sub(r'data-index="\d+"', "", each) for each in shown}) == len(state.pieces.explanations)
    assert f'data-tile="{tile.tile}"' in html and "Tap the one that lies there" in html


def test_a_camera_beside_the_switches_tells_which_and_nobody_taps(laid):
    state, tile = laid
    held = {**held_on(state.match), tile.spots()[0]: tile.tile}
    seen = BoardSighting(dict.fromkeys(held, SOMEBODY), chances={spot: {each: 0.999} for spot, each in held.items()})
    state, _ = step(state, seen)
    assert state.match.log[-1] == tile and state.pieces.why is None
