"""Pyramids in yards: what the camera sees counts, is waited for, is asked about, or is put right."""

import pytest

from engine.components.lights import Meaning
from engine.core.events import Undo
from engine.core.match import Match
from engine.inference.observation import SOMEBODY
from tablelight.referee.inputs import Accept, BoardSighting, EnterEvent, IgnoreSwitches, TakeBack, TakeReading
from tablelight.referee.lights import all_lights
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches

SURE = 0.999
BEGUN = ("1: take red", "2: take blue")
STANDING = {"A1": "L red", "B1": "L blue"}
LATER = (*BEGUN, "draw S yellow", "1: done", "draw S orange", "2: done", "draw S blue")
STANDING_LATER = {**STANDING, "A20": "S yellow", "A21": "S blue", "B20": "S orange"}


def match_of(*events, **options):
    match = Match.new("spectra_icehouse", ["Ada", "Ben"], None, options)
    for text in events:
        match.add(match.parse(text))
    return match


def seen(standing, **kind):
    chances = {spot: held if isinstance(held, dict) else {held: SURE} for spot, held in standing.items()}
    return BoardSighting(dict.fromkeys(standing, SOMEBODY), chances=chances, **kind)


def looked(state, *sightings):
    for standing in sightings:
        state, _ = step(state, standing if isinstance(standing, BoardSighting) else seen(standing))
    return state


def log(state):
    return [str(event) for _, event in state.match.events]


@pytest.fixture
def agreed():
    return looked(RefereeState(match_of(*BEGUN)), STANDING)


@pytest.fixture
def later():
    return looked(RefereeState(match_of(*LATER)), STANDING_LATER)


def test_a_piece_that_is_drawn_counts_and_the_next_players_ends_the_turn(agreed):
    """SPA-TURN-01"""
    state = looked(agreed, {**STANDING, "D3": "M green"}, {**STANDING, "D3": "M green", "B7": "S blue"})
    told = ["draw M green @camera", "1: done", "draw S blue @camera", "2: add S blue"]
    assert log(state)[2:] == told and state.pieces.why is None


def test_half_an_exchange_is_waited_for_and_then_said(later):
    """SPA-EXC-07"""
    gone = {at: held for at, held in STANDING_LATER.items() if at not in ("A20", "A21")}
    half = looked(later, gone)
    assert half.pieces.lifted and half.pieces.why is None and half.match.log == later.match.log
    whole = looked(half, {**gone, "A22": "S green"})
    assert log(whole)[-1] == "1: exchange S blue + S yellow for S green with bag"
    late = looked(half, seen(gone, long=True))
    assert late.pieces.why.reason == "BOARD_DIFFERS" and "small yellow" in switches.sentence(late)


def test_one_that_may_be_two_things_is_asked_about_once(agreed):
    state = looked(agreed, {**STANDING, "A20": {"S red": 0.6, "S orange": 0.4}})
    assert state.pieces.why.reason == "WHICH_MOVE" and len(state.pieces.explanations) == 2
    assert all_lights(state)["seat:1"].meaning is Meaning.CHOSEN
    index = next(n for n, way in enumerate(state.pieces.explanations) if "S orange" in str(way[0]))
    state, _ = step(state, TakeReading(index))
    assert log(state)[-1] == "draw S orange @camera"
    state = looked(state, {**STANDING, "A20": {"S red": 0.6, "S orange": 0.4}})
    assert state.pieces.why is None and log(state)[-1] == "draw S orange @camera"


def test_one_that_seems_to_stand_beside_another_that_may_have_fallen_is_asked_about(agreed):
    lies = {**STANDING, "A1": {None: 0.5, SOMEBODY: 0.5}, "A10": "S yellow"}
    state = looked(agreed, lies)
    assert log(state) == list(BEGUN) and "Ada draws a small yellow" in switches.sentence(state)
    assert looked(state, STANDING).pieces.why is None


def test_an_arm_that_looks_like_many_pyramids_is_waited_for(agreed):
    arm = {f"A{n}": "L white" for n in range(12, 18)}
    state = looked(agreed, {**STANDING, **arm})
    assert state.pieces.why is None and log(state) == list(BEGUN)
    assert looked(state, STANDING).pieces.why is None
    assert looked(state, seen({**STANDING, **arm}, long=True)).pieces.why.reason == "BOARD_DIFFERS"


def test_what_no_rule_allows_is_said_and_lit_until_it_is_put_right(agreed):
    wrong = looked(agreed, {"A1": "L red", "A2": "L blue"})
    assert wrong.pieces.why.reason == "BOARD_DIFFERS" and all_lights(wrong)["seat:2"].meaning is Meaning.WRONG
    assert "put the large blue among Ben's trees" in switches.sentence(wrong)
    assert switches.panel(wrong, may_write=True)
    right = looked(wrong, STANDING)
    assert right.pieces.why is None and right.match.log == agreed.match.log


def test_an_exchange_of_which_the_piece_that_is_taken_was_seen_first_is_asked_about(agreed):
    """The piece counts as drawn; what goes afterwards shows that it was not."""
    two = (*BEGUN, "draw S yellow", "1: done", "draw S orange", "2: done", "draw S blue", "1: done", "draw S red")
    standing = {**STANDING_LATER, "B21": "S red"}
    state = looked(RefereeState(match_of(*two, "2: done")), standing, {**standing, "A22": "S green"})
    assert log(state)[-1] == "draw S green @camera"
    less = {at: held for at, held in standing.items() if at not in ("A20", "A21")} | {"A22": "S green"}
    state = looked(state, less, seen(less, long=True))
    assert state.pieces.why.reason == "MOVED_BACK" and isinstance(state.pieces.explanations[0][0], Undo)
    state, _ = step(state, Accept())
    assert log(state)[-1] == "1: exchange S blue + S yellow for S green with bag" and state.pieces.why is None


def test_after_an_undo_the_pyramids_are_waited_for_and_nothing_counts(later):
    state, _ = step(later, TakeBack())
    state = looked(state, STANDING_LATER)
    assert state.pieces.why.reason == "FOLLOW" and "small blue" in switches.sentence(state)
    assert log(state) == log(later)[:-1]
    followed = {at: held for at, held in STANDING_LATER.items() if at != "A21"}
    assert looked(state, followed).pieces.why is None


def test_after_a_power_cut_nothing_counts_by_itself():
    state = looked(RefereeState(match_of(*BEGUN)), {**STANDING, "D3": "M green"})
    assert state.pieces.why.reason == "WHICH_MOVE" and log(state) == list(BEGUN)
    assert "Ada draws a medium green" in switches.sentence(state)
    half = looked(RefereeState(match_of(*LATER)), {at: held for at, held in STANDING_LATER.items() if at != "A20"})
    assert half.pieces.why.reason == "SET_UP" and "small yellow" in switches.sentence(half)
    assert log(looked(RefereeState(match_of()), STANDING)) == list(BEGUN), "before it, there is nothing to go on with"


@pytest.mark.parametrize("said", [EnterEvent("draw S blue"), IgnoreSwitches()])
def test_a_pyramid_that_is_misread_is_believed_when_people_say_what_it_is(said):
    wrong = {**STANDING, "A20": "S black"}
    state = looked(RefereeState(match_of(*BEGUN, nests=0)), STANDING, wrong)
    assert state.pieces.why.reason == "BOARD_DIFFERS", "this set has no black"
    state, _ = step(state, said)
    counted = log(state)
    assert counted[2:] == (["draw S blue"] if isinstance(said, EnterEvent) else [])
    state = looked(state, wrong, {**wrong, "A21": "M green"} if len(counted) == len(BEGUN) else wrong)
    assert state.pieces.why is None and log(state)[:3] == (counted if counted[2:] else [*BEGUN, "draw M green @camera"])
