"""A pawn that may have gone two ways: the eyes cannot tell, and the rules leave different things to do after each."""

import json
from pathlib import Path

import pytest

from engine.core.match import Match
from tablelight.referee.answers import open_hypotheses
from tablelight.referee.inputs import Accept, BoardObservation, EnterEvent, TakeReading
from tablelight.referee.other_ways import other_ways
from tablelight.referee.piece_places import expected_occupied
from tablelight.referee.state import PieceMemory, RefereeState
from tablelight.web.components import doubts, switches
from tests.support.trays import ROLLING, after, log, settled, tray

_OPENING = ("roll B BP P", "1: choose B BP", "1: OFF>B1", "1: OFF>P1", "roll R O Y", "2: OFF>R1", "2: OFF>O1")
_OVER_BP1, _OVER_P2 = "1: P1>BP1>BP2", "1: P1>P2>BP2"  # the second ends the turn
_NEXT = "roll R Y G"


def _opened(*moves: str) -> RefereeState:
    match = Match.new("spectrum", ["Ann", "Ben"], None, {"dice": "d12"})
    for move in (*_OPENING, *moves):
        match.add(match.parse(move))
    return after(RefereeState(match), BoardObservation(expected_occupied(match), quiet=True))


def _carried(state: RefereeState, off: str, on: str) -> RefereeState:
    """A pawn is carried over a board of switches."""
    there = expected_occupied(state.match)
    lifted = BoardObservation(there - {off}, quiet=False)
    down = there - {off} | {on}
    return after(state, lifted, BoardObservation(down, quiet=False), BoardObservation(down, quiet=True))


@pytest.fixture
def moved() -> RefereeState:
    """Ann's pawn was carried from P1 to BP2 after B BP BP was rolled."""
    return _carried(_opened("roll B BP BP"), "P1", "BP2")


def _counting(state: RefereeState, count: int) -> list[str]:
    return [str(event) for _, event in state.match.events[-count:]]


def test_the_way_that_leaves_more_to_do_counts_and_the_other_stays_possible(moved):
    assert log(moved)[-1] == _OVER_BP1 and moved.pieces.why is None
    assert [[str(event) for event in way[1:]] for way in other_ways(moved.match, moved.pieces.read_at)] == [[_OVER_P2]]


def test_dice_that_only_the_other_way_explains_are_asked_about_once(moved):
    thrown = after(moved, ROLLING, settled(tray("R12 G12 Y12")))
    assert log(thrown) == log(moved) and len(open_hypotheses(thrown)) == 1
    assert "went another way" in str(doubts.panel(thrown, may_write=True, can_type=True))
    assert _counting(after(thrown, Accept()), 2) == [_OVER_P2, f"{_NEXT} @camera"]


def test_a_roll_that_is_typed_takes_the_way_it_fits(moved):
    typed = after(moved, EnterEvent(_NEXT))
    assert typed.refused is None and _counting(typed, 2) == [_OVER_P2, _NEXT]


@pytest.mark.parametrize("said", [_OVER_BP1, _OVER_P2])
def test_what_people_said_went_so_is_never_taken_otherwise(said):
    state = after(_opened("roll B BP BP"), EnterEvent(said))
    assert other_ways(state.match, state.pieces.read_at) == []
    assert (after(state, EnterEvent(_NEXT)).refused is None) == (said == _OVER_P2)


def test_dice_that_lie_on_are_no_roll_and_playing_on_puts_them_out_of_mind(moved):
    seen = settled(tray("R12 G12 Y12"))
    thrown = after(moved, ROLLING, seen)
    assert after(thrown, seen).doubt == thrown.doubt
    played = after(_carried(thrown, "B1", "B3"), seen)
    assert log(played)[-1] == "1: B1>B2>B3" and played.doubt is None


def test_a_pawn_that_only_the_other_way_lets_go_so_far_is_asked_about():
    state = _carried(_opened("roll B B B"), "", "RO1")
    assert log(state)[-1] == "1: OFF>(O1)>RO1" and state.pieces.why is None
    state = _carried(state, "B1", "B4")
    assert state.pieces.why.reason == "WHICH_MOVE" and len(state.pieces.explanations) == 1
    assert "from blue 1 to blue 4. Is that what happened?" in switches.sentence(state)
    assert _counting(after(state, TakeReading(0)), 2) == ["1: OFF>(O1)>RO2>RO1", "1: B1>B2>B3>B4"]


def test_of_two_dice_of_one_hue_the_common_one_counts_until_somebody_else_takes_it():
    """Spectrum Escape: no eye sees by which of the two a pawn went on. What is typed in between stays as it was."""
    match = Match.new("spectrum_escape", ["Ann", "Ben"])
    for event in ("own R for 1", "own G for 2", "common R G / B B B B B"):
        match.add(match.parse(event))
    state = after(RefereeState(match), BoardObservation(expected_occupied(match), quiet=True))
    state = _carried(state, "", "R9")
    assert log(state)[-1] == "1: go R common" and state.pieces.why is None
    taken = after(state, EnterEvent("2: go R common"))
    assert _counting(taken, 2) == ["1: go R own", "2: go R common"]
    between = after(state, EnterEvent("2: go G own"))
    assert len(other_ways(between.match, between.pieces.read_at)) == 1


def test_after_the_end_the_last_move_may_still_have_gone_another_way():
    golden = Path(__file__).parents[2] / "golden" / "playthroughs" / "spectrum_escape.json"
    match = Match.from_json(json.loads(golden.read_text())["match"])
    assert match.over
    known = PieceMemory(read_at=((len(match.log) - 1, len(match.log)),))
    cleared = after(RefereeState(match, pieces=known), BoardObservation(frozenset(), quiet=True))
    assert cleared.pieces == known
