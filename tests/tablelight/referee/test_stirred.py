"""Pieces that the camera saw touched although the same ones stand there."""

import pytest

from tablelight.referee.inputs import BoardSighting
from tablelight.referee.piece_places import owners
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tests.support.board_matches import match_by_chance


@pytest.fixture
def looked():
    """SIXCHEX: the coin on a5 may join its own on a3 or on a7; board and game agree."""
    match = match_by_chance("sixchex_spectrum", 0).at(5)
    state, _ = step(RefereeState(match), BoardSighting(dict(owners(match))))
    return state


def without(state, *gone, stirred=(), long=False):
    """What the camera sees once some coins are gone."""
    standing = {spot: seat for spot, seat in owners(state.match).items() if spot not in gone}
    return BoardSighting(standing, stirred=frozenset(stirred), long=long)


def test_a_coin_that_joins_its_own_counts_where_one_was_touched(looked):
    for there in ("a3", "a7"):
        state, _ = step(looked, without(looked, "a5", stirred={there}))
        assert str(state.match.log[-1]) == f"2: move a5 {there}"


@pytest.mark.parametrize("touched", [set(), {"a4"}, {"i1"}, {"a3", "a7"}])
def test_nothing_counts_where_none_or_another_or_two_were_touched(looked, touched):
    state, _ = step(looked, without(looked, "a5", stirred=touched))
    assert state.match.log == looked.match.log
    state, _ = step(state, without(looked, "a5", long=True))
    assert state.match.log == looked.match.log and state.pieces.explanations


def test_a_coin_that_was_only_touched_means_nothing_and_is_forgotten(looked):
    state, _ = step(looked, without(looked, stirred={"a3"}))
    state, _ = step(state, without(looked, "a5"))
    assert state.pieces.lifted == ("a5",) and state.match.log == looked.match.log


def test_a_coin_in_the_hand_that_was_taken_to_have_joined_is_noticed_where_it_is_put_down(looked):
    state, _ = step(looked, without(looked, "a5", stirred={"a3"}))
    elsewhere = without(looked, "a5")
    state, entries = step(state, BoardSighting({**elsewhere.whose, "b4": 1}))
    assert not entries and state.pieces.why is not None
