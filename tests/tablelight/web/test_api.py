"""Programs are refused with a code for themselves and a sentence for people, whatever they ask and how."""

import pytest

from engine.components.cards import numbered
from engine.core.match import Match
from engine.core.verdict import no
from tablelight.referee.doubts import Doubt
from tablelight.referee.inputs import CallPlayers, EnterEvent, GoHome
from tablelight.referee.state import RefereeState
from tablelight.session.record import Record, RecordTrouble
from tablelight.session.snapshot import Snapshot
from tablelight.web.guesses import A_MINUTE
from tests.tablelight.visitors import ROLL, bearer, visitor


def begin(context, game="roll_and_color", **options):
    context.table.new_match(Match.new(game, ["Ann", "Ben"], options=options))


def is_a_sentence(error):
    """A code for programs, and words that are not the code."""
    assert error["code"] == error["code"].upper() and " " not in error["code"]
    assert error["message"].endswith((".", "?", "!")) and " " in error["message"], error
    assert error["code"] != error["message"] and "{" not in error["message"].replace('{"event"', "")


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status"),
    [
        ("POST", "/api/event", {}, {"event": ROLL}, 403),
        ("POST", "/api/event", bearer("WRONG234"), {"event": ROLL}, 403),
        ("POST", "/api/event", bearer(), {"happening": ROLL}, 400),
        ("POST", "/api/event", bearer(), {"event": ROLL}, 409),  # there is no game yet
        ("GET", "/api/event", {}, None, 405),
        ("POST", "/api/state", bearer(), {}, 405),
        ("DELETE", "/api/state", {}, None, 405),
        ("GET", "/api/", {}, None, 404),
        ("GET", "/api/games", {}, None, 404),
        ("POST", "/unlock", {}, {"code": "WRONG234"}, 403),
        ("POST", "/unlock", {}, [], 403),
        ("POST", "/games", {}, {}, 403),
        ("POST", "/taught", {}, {}, 403),
    ],
)
def test_every_refusal_has_a_sentence(client, method, path, headers, body, status):
    answer = client.request(method, path, headers=headers, json=body)
    assert answer.status_code == status and answer.json()["ok"] is False
    is_a_sentence(answer.json()["error"])


def test_whoever_guesses_too_often_is_told_so_and_let_in_with_the_right_code(client, context):
    begin(context)
    for _ in range(A_MINUTE):
        answer = client.post("/api/event", json={"event": ROLL}, headers=bearer("WRONG234"))
    assert answer.status_code == 429 and "many wrong ones" in answer.json()["error"]["message"]
    assert client.post("/api/event", json={"event": ROLL}, headers=bearer()).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer - "}])
def test_whoever_gives_no_code_at_all_has_not_guessed(client, context, headers):
    for _ in range(A_MINUTE + 1):
        assert client.post("/api/event", json={"event": ROLL}, headers=headers).status_code == 403
    begin(context)
    assert client.post("/api/event", json={"event": ROLL}, headers=bearer()).status_code == 200


@pytest.mark.parametrize("path", ["/nothing", "/static/nothing.js", "/picture/1.jpg", "/live.jpg", "/games/1.jsonl"])
def test_pages_that_are_not_there_say_so_in_words_for_people(client, path):
    answer = client.get(path)
    assert answer.status_code == 404 and answer.text.endswith(".") and " " in answer.text


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("2: score RO", "NOT_YOUR_TURN"),
        ("1: score RO", "ROLL_FIRST"),
        ("roll R R / RO", "WRONG_DICE"),
    ],
)
def test_an_event_that_does_not_count_is_explained_and_nothing_changes(context, client, event, code):
    begin(context)
    answer = client.post("/api/event", json={"event": event}, headers=bearer())
    told = answer.json()
    assert answer.status_code == 409 and told["ok"] is False and told["log"] == []
    is_a_sentence(told["error"])
    assert told["error"] == told["refused"] == client.get("/api/state").json()["refused"]
    assert told["error"]["code"] == code


@pytest.mark.parametrize("game", ["roll_and_color", "spectrum_casino", "sixchex_spectrum"])
def test_what_is_no_event_of_this_game_is_explained_to_the_asker_and_the_table_never_hears_of_it(context, client, game):
    begin(context, game)
    before = context.table.snapshot
    for event in ("rubbish", "", "roll R R", "7: score RO", "roll", "1: ", "turn Z9"):
        answer = client.post("/api/event", json={"event": event}, headers=bearer())
        assert answer.status_code == 400 and context.table.snapshot is before
        is_a_sentence(answer.json()["error"])


def test_an_event_that_counts_ends_the_refusal(context, client):
    begin(context)
    client.post("/api/event", json={"event": "2: score RO"}, headers=bearer())
    told = client.post("/api/event", json={"event": ROLL}, headers=bearer()).json()
    assert told["ok"] is True and told["refused"] is None and "error" not in told
    assert told["awaiting"]["message"].startswith("Ann")


def test_what_is_in_doubt_is_said_as_well(context, client):
    begin(context)
    now = context.table.snapshot
    doubtful = RefereeState(now.referee.match, doubt=Doubt((), no("NO_READING", "")))
    context.table._now = Snapshot(now.version + 1, now.match_id, doubtful)
    told = client.get("/api/state").json()["doubt"]
    assert told == {"code": "NO_READING", "message": "I see no dice here. Say which there are, or type the roll in."}


def test_where_cards_are_hidden_onlookers_do_not_hear_why_something_did_not_count(context, client):
    begin(context, "spectrum_casino")
    assert context.table.tell(EnterEvent(f"deck {' '.join(map(str, numbered()))}"))
    context.table.tell(EnterEvent("2: leave *"))
    told = client.get("/api/state").json()["refused"]
    assert told["code"] == "REFUSED"
    is_a_sentence({**told, "code": "X"})


def test_programs_hear_that_somebody_had_to_go_and_that_nothing_counts_any_more(context, client):
    begin(context)
    context.table.tell(CallPlayers(("Ann", "Cleo")))
    context.table.tell(GoHome(1))
    state = client.get("/api/state").json()
    assert (state["left"], state["seats"], state["awaiting"]["ask"]) == (1, ["Ann", "Cleo"], "GAME_OVER")
    answer = client.post("/api/event", json={"event": ROLL}, headers=bearer())
    assert answer.status_code == 409 and answer.json()["error"]["code"] == "SOMEBODY_LEFT"
    assert answer.json()["error"]["message"].startswith("Cleo had to go")


def test_a_record_that_cannot_be_written_is_said(context, client, monkeypatch):
    begin(context)

    def broken(*_):
        raise RecordTrouble("The disk is full.")

    monkeypatch.setattr(Record, "append", broken)
    answer = client.post("/api/event", json={"event": ROLL}, headers=bearer())
    assert answer.status_code == 503 and answer.json()["error"]["code"] == "RECORD"
    is_a_sentence(answer.json()["error"])
    assert "disk is full" in client.get("/api/state").json()["troubles"]["record"]


def test_a_stumble_is_a_sentence_too(context, monkeypatch):
    def stumbling(_):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("tablelight.web.api.state_json", stumbling)
    client = visitor(context, raise_server_exceptions=False)
    answer = client.get("/api/state")
    assert answer.status_code == 500 and "fault of ours" not in answer.text
    is_a_sentence(answer.json()["error"])
