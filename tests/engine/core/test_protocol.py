"""Other programs use the engine over JSON lines; nothing they send ends it or changes a match by accident."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.protocol import RulesSession
from engine.core.registry import find, names
from tablelight.cli.rules import _lines

ROLL = "roll R R O G / R RO RO BP P"


@pytest.fixture
def session():
    session = RulesSession()
    assert session.answer({"do": "new", "game": "roll_and_color", "seats": ["Ann", "Ben"]})["ok"]
    return session


def test_games_are_listed_with_seats_and_documented_options():
    games = RulesSession().answer({"do": "games"})["games"]
    card = next(game for game in games if game["name"] == "roll_and_color")
    assert card["seats"] == {"fewest": 1, "most": None}
    assert card["options"]["reroll_order"]["values"] == ["fixed", "free"]
    assert all(option["doc"] for game in games for option in game["options"].values())


def test_a_turn_over_the_protocol(session):
    rolled = session.answer({"do": "event", "event": ROLL, "id": 7})
    assert rolled["id"] == 7 and rolled["awaiting"]["ask"] == "REROLL_OR_SCORE"
    assert rolled["awaiting"]["sentence"].startswith("Ann: choose a row")
    legal = session.answer({"do": "legal"})
    assert "1: score RO" in legal["moves"] and "1: score RO" in legal["by_spot"]["RO1"]
    assert session.answer({"do": "event", "event": {"kind": "score", "seat": 0, "row": "RO"}})["ok"]
    assert session.answer({"do": "score"})["scores"] == {"Ann": 6, "Ben": 0}
    assert session.answer({"do": "lights"})["lights"]["RO1"]["meaning"] == "scored"


def test_judging_changes_nothing(session):
    session.answer({"do": "event", "event": ROLL})
    before = session.answer({"do": "save"})
    assert session.answer({"do": "judge", "event": "1: score RO"})["verdict"]["ok"]
    assert not session.answer({"do": "judge", "event": "2: score RO"})["ok"]
    assert session.answer({"do": "save"}) == before


def test_an_event_for_another_seat_is_an_error_and_the_state_stands(session):
    session.answer({"do": "event", "event": ROLL})
    before = session.answer({"do": "save"})
    refused = session.answer({"do": "event", "event": "2: score RO"})
    assert refused["error"] == {"code": "NOT_YOUR_TURN", "message": "It is Ann's turn, not Ben's."}
    assert session.answer({"do": "save"}) == before


def test_correct_says_what_no_longer_holds(session):
    for event in (ROLL, "1: reroll R R / RO RO"):
        session.answer({"do": "event", "event": event})
    answer = session.answer({"do": "correct", "index": 0, "event": "roll Y Y O G / R RO RO BP P"})
    assert answer["no_longer_holds"]["index"] == 1


def test_save_and_load_give_the_same_match(session):
    session.answer({"do": "event", "event": ROLL})
    saved = session.answer({"do": "save"})["match"]
    other = RulesSession()
    assert other.answer({"do": "load", "match": saved})["ok"]
    assert other.answer({"do": "save"})["match"] == saved


def test_a_set_up_position_is_played_from_and_every_fault_is_listed():
    session = RulesSession()
    sheet = [None] * 24
    sheet[0] = {"cell": 5, "points": 60}
    position = {"sheets": [sheet], "d6": ["R", "R", "O", "G"], "d12": ["R", "RO", "RO", "BP", "P"]}
    request = {"do": "position", "game": "roll_and_color", "seats": 1, "position": position}
    assert session.answer(request)["problems"] == []
    assert session.answer({"do": "judge", "event": "1: score RO"})["error"]["code"] == "ROW_FULL"
    saved = session.answer({"do": "save"})["match"]
    assert RulesSession().answer({"do": "load", "match": saved})["state"] == session.answer({"do": "view"})["state"]
    position["d6"][0], sheet[1], position["to_move"] = "RO", {"cell": 6, "points": 99}, 4
    reasons = [problem["reason"] for problem in session.answer(request)["problems"]]
    assert reasons == ["NO_SUCH_CELL", "NO_SUCH_PLAYER", "NOT_ON_A_CUBE"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "NOT_JSON"),
        ("", "NOT_JSON"),
        ("[" * 100_000, "NOT_JSON"),
        ("[]", "NOT_AN_OBJECT"),
        ("{}", "UNKNOWN_REQUEST"),
        ('{"do": []}', "UNKNOWN_REQUEST"),
        ('{"do": "new", "game": "ludo"}', "BAD_RULES"),
        ('{"do": "new"}', "NOT_UNDERSTOOD"),
        ('{"do": "new", "game": "roll_and_color", "seats": true}', "NOT_UNDERSTOOD"),
        ('{"do": "new", "game": "roll_and_color", "options": 5}', "NOT_UNDERSTOOD"),
        ('{"do": "event"}', "NOT_UNDERSTOOD"),
        ('{"do": "event", "event": 5}', "NOT_UNDERSTOOD"),
        ('{"do": "event", "event": "dance"}', "NOT_UNDERSTOOD"),
        ('{"do": "event", "event": "9: score RO"}', "NOT_UNDERSTOOD"),
        ('{"do": "event", "event": {"kind": "score", "seat": "0", "row": "RO"}}', "NOT_UNDERSTOOD"),
        ('{"do": "event", "event": "roll R R R R R / R R R R R"}', "WRONG_DICE"),
        ('{"do": "event", "event": "roll RO R R R / R R R R R"}', "NOT_ON_A_CUBE"),
        ('{"do": "undo", "to": 99}', "NO_SUCH_PLACE"),
        ('{"do": "undo", "to": "x"}', "NOT_UNDERSTOOD"),
        ('{"do": "correct", "index": 3, "event": "1: score RO"}', "NO_SUCH_EVENT"),
        ('{"do": "view", "seat": 5}', "NOT_UNDERSTOOD"),
        ('{"do": "load", "match": {}}', "NOT_UNDERSTOOD"),
    ],
)
def test_bad_requests_get_an_error_object_and_change_nothing(session, line, code):
    before = session.answer({"do": "save"})
    answer = json.loads(session.answer_line(line))
    assert not answer["ok"] and answer["error"]["code"] == code and answer["error"]["message"]
    assert session.answer({"do": "save"}) == before


def test_requests_about_a_match_need_one():
    assert RulesSession().answer({"do": "legal"})["error"]["code"] == "NO_MATCH"


WORDS = st.text(max_size=8) | st.sampled_from(
    ["\ud800", ROLL, "1: score RO", "2: score RO", "roll / ", "1: reroll R /"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["game", "seats", "event", "to", "index", "seat", "position", "match", "options", "edition"]
REQUESTS = ["games", "new", "position", "legal", "judge", "event", "undo", "correct", "view", "score", "save", "load"]


@given(st.sampled_from(REQUESTS), st.dictionaries(st.sampled_from(["game", "seats", "event", "to", "index"]), JSON))
def test_no_request_is_answered_with_a_stumble(do, rest):
    session = RulesSession()
    session.answer({"do": "new", "game": "roll_and_color", "seats": 2})
    answer = session.answer({"do": do, **rest})
    assert answer["ok"] or answer["error"]["code"] != "INTERNAL"


def test_what_is_seen_is_explained_and_nothing_is_changed():
    session = RulesSession()
    session.answer({"do": "new", "game": "spectrum", "seats": ["Ann", "Ben"]})
    before = session.answer({"do": "save"})
    assert session.answer({"do": "seen", "d6": ["G", "B"], "d12": []})["accepted"] == ["roll G B @camera"]
    wrong = session.answer({"do": "seen", "occupied": {"R3": None}})["wrong"]
    assert wrong["sentence"] == "The board does not fit the game. Take off: red 3."
    assert session.answer({"do": "save"}) == before


def test_a_doubtful_card_comes_back_as_a_question():
    session = RulesSession()
    session.answer({"do": "new", "game": "spectrump", "seats": 2, "options": {"deck": 72}})
    for event in ("deal", "2: bid G3", "1: pass"):
        assert session.answer({"do": "event", "event": event})["ok"]
    answer = session.answer({"do": "seen", "cards": ["R3|R6"]})
    assert answer["ways"] == [["2: play R3"], ["2: play R6"]] and answer["accepted"] is None
    assert answer["question"]["sentence"] == "Card 1 is hard to read: is it R3 or R6?"


@pytest.mark.parametrize(
    "seen",
    [{"cards": "R3"}, {"cards": ["R99"]}, {"d6": ["nonsense"]}, {"occupied": [1]}, {"moved": "two"}, {"gone": [3]}],
)
def test_what_cannot_be_seen_is_refused_in_words(session, seen):
    answer = session.answer({"do": "seen", **seen})
    assert answer["error"]["code"] == "NOT_UNDERSTOOD"


@given(st.text(max_size=60) | st.dictionaries(st.sampled_from(["do", "id", "event", "seat"]), JSON).map(json.dumps))
def test_whatever_line_comes_one_line_of_plain_json_goes(line):
    session = RulesSession()
    session.answer({"do": "new", "game": "roll_and_color", "seats": 2})
    said = session.answer_line(line)
    assert "\n" not in said
    answer = json.loads(said.encode("utf-8"), parse_constant=pytest.fail)
    assert answer["ok"] is True or answer["error"]["message"]


@given(st.sampled_from(names()), st.sampled_from(REQUESTS[2:]), st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_a_refused_request_leaves_every_game_as_it_was(game, do, rest):
    session = RulesSession()
    session.answer({"do": "new", "game": game, "seats": find(game).seats[0]})
    before = session.answer({"do": "save"})
    answer = session.answer({"do": do, **rest})
    assert answer["ok"] or (answer["error"]["code"] != "INTERNAL" and session.answer({"do": "save"}) == before)


def test_a_line_that_never_ends_fills_no_memory_and_the_next_one_is_answered():
    lines = list(_lines(io.StringIO("x" * 50 + "\n{}\n" + "y" * 10), 10))
    assert lines == ["x" * 10, "{}\n", "y" * 10]
