"""Whatever comes over ``tablelight rules``: the engine never stumbles, and after an error the match is as it was."""

import os

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.match import Match
from engine.core.protocol import RulesSession
from engine.core.registry import names
from tests.support.hostile import played, session, standing_after

FIRST = int(os.environ.get("TABLELIGHT_SEED", "0"))
"""The slow trial begins with this seed, so that others can be tried."""


def answered(seeds, most):
    """So many lines of such sessions, looked at; how many there were."""
    told = 0
    for seed in seeds:
        for said in session(seed):
            told += 1
            answer = said.answer
            if not answer["ok"]:
                assert answer["error"]["code"] != "INTERNAL", (seed, said.line[:2000], answer["error"]["message"])
                assert answer["error"]["message"], (seed, said.line[:2000])
                assert said.after == said.before, (seed, said.line[:2000])
            reasons = [problem["reason"] for problem in answer.get("problems", ())]
            assert "CANNOT_STAND" not in reasons, ("a fault without a name", seed, said.line[:2000])
            assert all(problem["sentence"] and "{" not in problem["sentence"] for problem in answer.get("problems", ()))
        if told >= most:
            break
    return told


def test_the_sessions_are_of_all_games():
    assert {match["game"] for match in played()} == set(names())


@given(st.integers(0, 10**9))
@example(750)  # a half move in a choice, and none in the position
def test_after_an_error_the_match_is_as_it_was_and_nothing_is_stumbled_over(seed):
    assert answered([seed], 10**6)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_hundred_thousand_hostile_lines_are_answered_in_words():
    assert answered(range(FIRST, FIRST + 100_000), 100_000) >= 100_000


@pytest.mark.parametrize("which", range(len(played())))
def test_a_position_and_a_saved_match_that_begins_with_it_are_checked_alike(which):
    now = standing_after(which, 5)
    position, match = now["position"], now["match"]
    for seat in (99, -1):
        odd = with_mover(position, seat)
        told = RulesSession().answer({"do": "position", **now["agreed"], "position": odd})
        loaded = RulesSession().answer({"do": "load", "match": {**match, "start": odd, "log": []}})
        if told["ok"]:
            assert loaded["ok"] == bool(told["awaiting"])
            assert loaded["ok"] or told["problems"][0]["sentence"] in loaded["error"]["message"]
        else:
            assert loaded["error"] == told["error"], "what is no position at all"


def with_mover(position, seat):
    """A position in which somebody is next who does not sit there; where nobody is named, one that lacks a list."""
    for name in ("to_move", "dealer", "turn", "passes"):
        if name in position:
            return {**position, name: seat}
    raise AssertionError(f"who is next in {sorted(position)}?")


def test_a_position_that_is_too_broken_to_play_from_leaves_the_match_that_was_there():
    session = RulesSession()
    session.answer({"do": "new", "game": "roll_and_color", "seats": 2})
    before = session.match
    sheets = {"do": "position", "game": "roll_and_color", "seats": 2, "position": {"sheets": [[None] * 24]}}
    told = session.answer(sheets)
    assert told["ok"] and told["awaiting"] is None and told["problems"][0]["reason"] == "WRONG_SHEETS"
    assert session.match is before


def test_an_odd_position_is_told_and_played_on_from():
    """Puzzles leave pawns away."""
    session = RulesSession()
    session.answer({"do": "new", "game": "spectrum", "seats": 2})
    position = session.answer({"do": "view"})["state"]
    position["stock"] = [3, 3]
    told = session.answer({"do": "position", "game": "spectrum", "seats": 2, "position": position})
    assert {problem["reason"] for problem in told["problems"]} == {"PAWNS_MISSING"} and told["awaiting"]
    assert session.answer({"do": "event", "event": "roll R G"})["ok"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"do": "games", "id": ' + "[" * 400 + "]" * 400 + "}", "TOO_DEEP"),
        ('{"do": "games", "id": 1e999}', "NOT_JSON"),
        ('{"do": "load", "match": {"format": 1, "game": [], "rules": {}, "seats": []}}', "BAD_RULES"),
        ('{"do": "judge", "event": {"kind": []}}', "NOT_UNDERSTOOD"),
        ('{"do": "judge", "event": "' + "9" * 5000 + ': score RO"}', "NOT_UNDERSTOOD"),
        ('{"do": "seen", "cards": ["GB' + "9" * 5000 + '"]}', "NOT_UNDERSTOOD"),
        ('{"do": "judge", "event": {"kind": "score", "seat": ' + "9" * 400 + ', "row": "R"}}', "NOT_UNDERSTOOD"),
    ],
)
def test_odd_lines_are_refused_in_a_sentence_of_some_length(line, code):
    session = RulesSession()
    session.answer({"do": "new", "game": "roll_and_color", "seats": 2})
    answer = session.answer_line(line)
    assert f'"code": "{code}"' in answer and len(answer) < 1500


def test_a_card_that_there_is_not_is_no_position_and_is_not_kept():
    match = Match.new("spectrum_poker", ["Ann", "Ben"])
    plain = match.game.state_to_json(match.state)
    plain["board"] = [{"hue": "R", "number": 10**6, "special": ""}]
    answer = RulesSession().answer({"do": "position", "game": "spectrum_poker", "seats": 2, "position": plain})
    assert answer["error"]["code"] == "NOT_UNDERSTOOD" and "card that there is" in answer["error"]["message"]
