"""The log only grows; undo, redo and corrections are entries; a refused event changes nothing."""

import json

import pytest

from engine.core import joining
from engine.core.errors import BadRules, NotUnderstood, Refused, ReplayBroken
from engine.core.events import Correct, Undo
from engine.core.match import Match

ROLL = "roll R R O G / R RO RO BP P"


@pytest.fixture
def match():
    return Match.new("roll_and_color", ["Ann", "Ben"])


def play(match, *texts):
    for text in texts:
        match.add(match.parse(text))
    return match


def test_a_refused_event_leaves_log_and_state_untouched(match):
    play(match, ROLL)
    before = match.to_json(), match.state
    with pytest.raises(Refused) as refused:
        match.add(match.parse("2: score RO"))
    assert refused.value.verdict.reason == "NOT_YOUR_TURN"
    assert (match.to_json(), match.state) == before


def test_undo_goes_back_one_change_at_a_time_and_stays_in_the_log(match):
    play(match, ROLL, "1: score RO")
    match.undo()
    assert match.state.rolled and match.state.to_move == 0
    match.undo()
    assert not match.state.rolled
    assert len(match.log) == 4
    with pytest.raises(Refused, match="NOTHING_TO_UNDO"):
        match.undo()


def test_an_undo_can_be_undone(match):
    play(match, ROLL, "1: score RO")
    after = match.state
    match.undo()
    match.add(Undo(match.redo_target()))
    assert match.state == after


def test_every_undo_can_be_brought_back_and_then_nothing_is_left_to_bring_back(match):
    play(match, ROLL, "1: score RO")
    states = [match.state_at(n) for n in range(3)]
    assert match.redo_target() is None
    match.undo()
    match.undo()
    for state in states[1:]:
        match.add(Undo(match.redo_target()))
        assert match.state == state
    assert match.redo_target() is None
    match.undo()  # what was brought back can be taken back again
    assert match.state == states[1]
    play(match, "1: score R")
    assert match.redo_target() is None, "something else happened since"


def test_a_correction_changes_what_followed_from_it(match):
    play(match, ROLL, "1: score RO")
    assert match.game.scores(match.state)[0] == 6
    match.add(Correct(0, match.game.parse("roll R R O G / R RO RO RO P")))
    assert match.game.scores(match.state)[0] == 10
    assert match.broken is None


def test_undo_after_a_correction_takes_the_correction_back_first(match):
    play(match, ROLL, "1: score RO")
    match.add(Correct(0, match.game.parse("roll R R O G / R RO RO RO P")))
    match.undo()
    assert match.game.scores(match.state)[0] == 6
    match.undo()
    assert match.state.to_move == 0


def test_a_correction_that_breaks_what_followed_names_the_first_event_that_fell(match):
    play(match, ROLL, "1: reroll R R / RO RO", "roll O G Y Y / R G G BP P", "1: score G")
    match.add(Correct(0, match.game.parse("roll Y Y O G / R RO RO BP P")))
    assert (match.broken.index, match.broken.verdict.reason) == (1, "NOT_ON_THE_TABLE")
    assert match.state.used == () and match.game.scores(match.state)[0] == 0


@pytest.fixture
def judged(monkeypatch):
    """Every step that a match had judged, in a list that grows."""
    steps, judge = [], joining.judge
    monkeypatch.setattr(joining, "judge", lambda game, state, step: steps.append(step) or judge(game, state, step))
    return steps


def whole_game(match):
    """Fill both sheets with the first row that is open; returns how many events that took."""
    while match.game.awaiting(match.state).actor != "nobody":
        moves = iter(match.game.moves(match.state))
        match.add(match.parse(ROLL) if match.game.awaiting(match.state).actor == "table" else next(moves))
    return len(match.log)


def test_correcting_the_last_event_again_and_again_costs_no_more_in_a_long_game(match, judged, monkeypatch):
    length = whole_game(match)
    last = match.log[-1]
    judged.clear()
    monkeypatch.setattr("engine.core.match._Snapshot.events", None)  # what came before is not walked through
    for _ in range(3 * length):
        match.add(Correct(length - 1, last))
    assert len(judged) == 3 * length


def test_what_corrections_go_through_again_is_bounded_and_said(match, judged, monkeypatch):
    monkeypatch.setattr("engine.core.match.RECHECKED_FREELY", 400)
    length = whole_game(match)
    first = match.log[0]
    judged.clear()
    with pytest.raises(Refused, match="CORRECTED_TOO_MUCH"):
        for _ in range(10_000):
            match.add(Correct(0, first))
    assert len(judged) <= 400 + 2 * len(match.log) + len(match.log)
    match.undo()
    match.add(Correct(length - 1, match.log[length - 1]))  # a small one still counts
    again = Match.from_json(json.loads(json.dumps(match.to_json())))
    assert again.log == match.log and again.state == match.state, "whatever was played can be replayed"


def test_a_saved_match_replays_to_the_same_state_with_its_undone_moves_still_visible(match):
    play(match, ROLL, "1: score RO")
    match.undo()
    play(match, "1: score R")
    match.add(Correct(0, match.game.parse("roll R R R G / R RO RO BP P")))
    again = Match.from_json(json.loads(json.dumps(match.to_json())))
    assert again.state == match.state
    assert again.log == match.log
    assert "1: score RO" in [str(entry) for entry in again.log]


def test_a_saved_match_that_no_longer_holds_says_which_entry(match):
    saved = play(match, ROLL, "1: score RO").to_json()
    saved["log"][1] = {"event": "2: score RO"}
    with pytest.raises(ReplayBroken) as broken:
        Match.from_json(saved)
    assert broken.value.index == 1


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"game": "roll_and_color"}, {"format": 99, "game": "roll_and_color", "rules": {}, "seats": ["A"]}],
)
def test_what_is_no_saved_match_is_refused_with_a_sentence(data):
    with pytest.raises(NotUnderstood):
        Match.from_json(data)


def test_a_fork_goes_its_own_way(match):
    play(match, ROLL)
    twin = match.fork()
    play(twin, "1: score RO")
    assert len(match.log) == 1 and match.state.to_move == 0
    assert twin.state.to_move == 1


def test_rules_that_cannot_be_are_refused_with_the_reason():
    with pytest.raises(BadRules, match="no game called"):
        Match.new("ludo", ["Ann"])
    with pytest.raises(BadRules, match="1 or more players"):
        Match.new("roll_and_color", [])
    with pytest.raises(BadRules, match="no option 'wrapp'"):
        Match.new("roll_and_color", ["Ann"], options={"wrapp": False})
    with pytest.raises(BadRules, match=r"options\.wrap should be true or false"):
        Match.new("roll_and_color", ["Ann"], options={"wrap": "no"})
    with pytest.raises(BadRules, match="edition"):
        Match.new("roll_and_color", ["Ann"], edition="Z")
