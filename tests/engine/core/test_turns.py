"""The turns of a match: they cover it, add up, and follow undo and corrections."""

from itertools import pairwise
from random import Random

import pytest

from engine.core.events import Correct
from engine.core.match import Match
from engine.core.registry import create
from engine.core.turns import best_turn, turns
from tablelight.bench.players import SETUPS, next_event, random_match
from tests.support.random_games import NAMES

FIRST = {setup.name: setup for setup in reversed(SETUPS)}


def a_match(setup, seed, most=400):
    match = Match(create(setup.name, setup.seats, setup.edition, setup.options), NAMES[: setup.seats])
    random = Random(seed)
    while len(match.log) < most and match.game.awaiting(match.state).actor != "nobody":
        match.add(next_event(setup, match.game, match.state, random))
    return match


def anew(match):
    """The turns as somebody tells them who never saw this match before."""
    return turns(Match.from_json(match.to_json()))


@pytest.mark.parametrize("name", FIRST)
def test_turns_follow_one_another_and_add_up_to_the_score(name):
    match = a_match(FIRST[name], 7)
    told = turns(match)
    start, now = (match.game.scores(state) for state in (match.state_at(0), match.state))
    assert told[0].first == 0
    assert told[-1].last == len(match.log) - 1
    assert all(b.first == a.last + 1 and b.before == a.after for a, b in pairwise(told))
    for seat in range(len(match.seats)):
        gained = sum(turn.after[seat] - turn.before[seat] for turn in told)
        assert start.get(seat, 0) + gained == now.get(seat, 0)


@pytest.mark.parametrize("name", FIRST)
def test_asking_after_every_event_tells_the_same_as_asking_once(name):
    setup = FIRST[name]
    match, random = Match(create(name, setup.seats, setup.edition, setup.options), NAMES[: setup.seats]), Random(3)
    for _ in range(40):
        if match.game.awaiting(match.state).actor == "nobody":
            break
        match = match.fork()
        match.add(next_event(setup, match.game, match.state, random))
        turns(match)
    assert turns(match) == anew(match)


def test_what_was_undone_is_no_turn():
    match = random_match("roll_and_color", seed=2)
    before = turns(match)
    for _ in range(3):
        match.undo()
    assert turns(match) == anew(match) != before


def test_a_correction_tells_the_turns_anew():
    match = Match.new("roll_and_color", ["Ann", "Ben"])
    match.add(match.parse("roll R O Y G / R RO RO BP P"))
    match.add(match.parse("score RO"))
    assert [turn.gain for turn in turns(match)] == [match.game.scores(match.state)[0]]
    match.add(Correct(0, match.agreed.parse("roll R O Y G / R RO O BP P", match.state_at(0))))
    assert turns(match) == anew(match)
    assert match.broken or turns(match)[0].gain == match.game.scores(match.state)[0]


def test_in_roll_and_color_a_turn_ends_with_its_row_even_for_one_who_plays_alone():
    match = random_match("roll_and_color", seats=1, seed=5)
    rows = [event for _, event in match.events if event.kind == "score"]
    assert len(turns(match)) == len(rows) > 1


def test_the_best_turn_is_the_one_that_brought_most():
    match = random_match("roll_and_color", seed=4)
    best = best_turn(turns(match))
    assert best.gain == max(turn.gain for turn in turns(match)) > 0
    assert best_turn(()) is None
