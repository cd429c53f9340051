"""Alone at Spectrum one may capture one's own pawns; a camera sees that only by what is done with them."""

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import BoardSighting
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState


@pytest.fixture
def came_in():
    """A pawn has come in on G1, by the looks of it."""
    match = Match.new("spectrum", ["Ann"])
    match.add(match.parse("roll G B"))
    state, _ = step(RefereeState(match), BoardSighting({}))
    return step(state, BoardSighting({"G1": 0}))[0]


def log(state):
    return [str(event) for event in state.match.log[1:]]


def test_a_pawn_that_came_in_is_not_asked_whether_another_came_in_on_it(came_in):
    assert log(came_in) == ["1: OFF>G1"] and came_in.pieces.why is None


@pytest.mark.parametrize("start", ["P1", "R1"])
def test_a_pawn_that_is_placed_says_that_another_came_in_on_it(came_in, start):
    state, _ = step(came_in, BoardSighting({"G1": 0, start: 0}))
    assert log(state) == ["1: OFF>G1", "1: OFF>G1", f"1: place {start}"]
