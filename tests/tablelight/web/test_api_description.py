"""What is described to programs is what they get: in every game, and by the bot of the documentation."""

import json
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import uvicorn

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent, GoHome
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.web import legal_moves
from tablelight.web.api import state_json
from tablelight.web.server import make_app
from tests.browser.running import free_port
from tests.firmware_bridge.conftest import eventually
from tests.tablelight.visitors import CODE, ROLL, bearer
from tests.tablelight.web.test_hidden_hands import TABLES, playing

DOCS = Path(__file__).parents[3] / "docs" / "api.md"

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def faults(value, schema, whole, where="the answer"):
    """Where a value is not as its schema says; of JSON Schema only what the description uses, the rest is an error."""
    known = {"$ref", "anyOf", "type", "properties", "required", "additionalProperties", "items", "maxItems", "minimum"}
    unknown = schema.keys() - known - {"const", "enum", "description", "examples"}
    assert not unknown, f"{where}: this test cannot judge {unknown}"
    if "$ref" in schema:
        part = whole
        for name in schema["$ref"].removeprefix("#/").split("/"):
            part = part[name]
        return faults(value, part, whole, where)
    if "anyOf" in schema:
        several = [faults(value, one, whole, where) for one in schema["anyOf"]]
        return [] if [] in several else min(several, key=len)
    found = []
    if "type" in schema:
        right = isinstance(value, TYPES[schema["type"]])
        if not right or (isinstance(value, bool) and schema["type"] != "boolean"):
            return [f"{where} is {value!r}, not of type {schema['type']}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{where} is {value!r}")
    if value not in schema.get("enum", [value]):
        found.append(f"{where} is {value!r}, none of {schema['enum']}")
    if isinstance(value, dict):
        found += [f"{where} lacks {name}" for name in schema.get("required", ()) if name not in value]
        others = schema.get("additionalProperties", True)
        for name, part in value.items():
            inner = schema.get("properties", {}).get(name, others)
            if inner is False:
                found.append(f"{where} has {name}, which is not described")
            elif inner is not True:
                found += faults(part, inner, whole, f"{where}.{name}")
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            found.append(f"{where} has {len(value)} items")
        items = schema.get("items", {})
        found += [fault for n, part in enumerate(value) for fault in faults(part, items, whole, f"{where}[{n}]")]
    if isinstance(value, (int, float)) and value < schema.get("minimum", value):
        found.append(f"{where} is {value}")
    return found


@pytest.fixture
def described(client):
    return client.get("/openapi.json").json()


def as_described(answer, described):
    """Whether an answer is one of those that are described for its address and status."""
    path = described["paths"][answer.request.url.path][answer.request.method.lower()]
    schema = path["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    assert faults(answer.json(), schema, described) == []
    return answer.json()


def test_the_description_is_openapi_and_every_part_of_it_is_there(described):
    assert described["openapi"].startswith("3.1") and described["info"]["title"] and described["info"]["version"]
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert named | {"State", "Entered", "Refusal"} == set(described["components"]["schemas"])
    for path, ways in described["paths"].items():
        for way in ways.values():
            assert way["summary"] and all(answer["description"] for answer in way["responses"].values()), path
            assert set(re.findall(r"{(\w+)}", path)) == {one["name"] for one in way.get("parameters", ())}


def test_the_schema_is_no_empty_promise(described):
    state = state_json(Snapshot())
    schema = described["components"]["schemas"]["State"]
    assert faults(state, schema, described) == []
    assert faults({**state, "news": 1}, schema, described) and faults({**state, "version": "1"}, schema, described)
    assert faults({k: v for k, v in state.items() if k != "legal"}, schema, described)


def test_answers_are_as_described_in_every_state_of_a_table(client, context, described):
    state = as_described(client.get("/api/state"), described)
    assert state["game"] is None and state["legal"] == {"moves": [], "more": False, "hidden": False}

    def post(event, status, **headers):
        answer = client.post("/api/event", json={"event": event}, headers=headers or bearer())
        assert answer.status_code == status
        return as_described(answer, described)

    post(ROLL, 403, Authorization="Bearer WRONG234")
    post(ROLL, 409)
    context.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    post("rubbish", 400)
    post("1: score RO", 409)
    assert as_described(client.get("/api/state"), described)["refused"]["code"] == "ROLL_FIRST"
    told = post(ROLL, 200)
    (move,) = (move for move in told["legal"]["moves"] if move["event"] == "1: score RO")
    assert move["seat"] == 0 and move["words"] == "Ann writes into Red-Orange"
    post(move["event"], 200)
    context.seats.follow(context.table.snapshot.match_id, ["Ann", "Ben"])
    context.table.tell(GoHome(1))
    assert as_described(client.get("/api/state"), described)["legal"]["moves"] == []


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_what_is_listed_is_legal_and_can_be_entered_in_every_game(name, seats, options, described):
    schema, told = described["components"]["schemas"]["State"], 0
    for step, (match, _) in enumerate(playing(name, seats, options, seed=9)):
        if step % 5:
            continue
        state = state_json(Snapshot(1, "m", RefereeState(match)))
        assert faults(json.loads(json.dumps(state)), schema, described) == []
        moves = state["legal"]["moves"]
        told += len(moves) + state["legal"]["hidden"]
        assert len({move["event"] for move in moves}) == len(moves), "none twice"
        for move in moves[:: max(1, len(moves) // 20)]:
            event = match.parse(move["event"])
            assert event.seat == move["seat"] and match.game.judge(match.state, event).ok
            assert move["words"].startswith(match.seats[move["seat"]]) and "<" not in move["words"].replace("<>", "")
        acts = match.game.awaiting(match.state)
        if not state["legal"]["hidden"] and acts.actor == "player":
            assert moves, "who can act is told how"
    assert told


def test_where_hands_are_hidden_their_moves_are_not_listed(client, context):
    context.table.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    match, _ = next(iter(playing("spectrumo", 2, {}, seed=1)))
    assert state_json(Snapshot(1, "m", RefereeState(match)))["legal"] == {"moves": [], "more": False, "hidden": True}


def test_the_list_is_bounded_and_says_so_and_is_looked_for_once(context, client, monkeypatch):
    monkeypatch.setattr(legal_moves, "MOST", 3)
    context.table.new_match(Match.new("roll_and_color", ["Ann"]))
    context.table.tell(EnterEvent(ROLL))
    found = client.get("/api/state").json()["legal"]
    assert len(found["moves"]) == 3 and found["more"]
    monkeypatch.setattr("tablelight.web.legal_moves._listed", lambda _: pytest.fail("looked for again"))
    assert client.get("/api/state").json()["legal"] == found


def test_where_a_game_itself_lists_only_a_part_the_answer_says_so(context, client, monkeypatch):
    context.table.new_match(Match.new("roll_and_color", ["Ann"]))
    context.table.tell(EnterEvent(ROLL))
    assert not client.get("/api/state").json()["legal"]["more"]
    legal_moves._LISTED.clear()
    monkeypatch.setattr(type(context.table.snapshot.referee.match.game), "lists_all", lambda *_: False)
    assert client.get("/api/state").json()["legal"]["more"]


# ---- the documentation's bot


@pytest.fixture
def running(context):
    """The table on a real port."""
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(make_app(context), port=port, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert eventually(lambda: server.started)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def test_the_documentation_s_bot_plays_its_seat_to_the_end(context, running, tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 32
    bot = tmp_path / "bot.py"
    bot.write_text(code.replace("time.sleep(0.5)", "time.sleep(0.02)"), encoding="utf-8")
    context.table.new_match(Match.new("spectrum_solitaire", ["Robo"]))
    process = subprocess.Popen([sys.executable, str(bot), running, CODE, "Robo"], stdout=subprocess.PIPE, text=True)
    try:
        context.table.tell(EnterEvent(f"deck {' '.join(map(str, _shuffled()))}"))
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    match = context.table.snapshot.referee.match
    assert process.returncode == 0 and match.state.over
    assert said.splitlines() == [f"Robo {event.words()}" for _, event in match.events[1:]]


def test_the_documentation_s_bot_waits_for_its_turn_and_hears_why_not(context, running, tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    bot = tmp_path / "bot.py"
    bot.write_text(code.replace("time.sleep(0.5)", "time.sleep(0.02)"), encoding="utf-8")
    context.table.new_match(Match.new("roll_and_color", ["Ann", "Robo"]))
    process = subprocess.Popen([sys.executable, str(bot), running, CODE, "Robo"], stdout=subprocess.PIPE, text=True)
    try:
        for said in (ROLL, "1: score RO", ROLL):
            assert context.table.tell(EnterEvent(said))
        assert eventually(lambda: len(context.table.snapshot.referee.match.log) > 3)
        context.table.tell(GoHome(0))
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0 and said.startswith("Robo ")


def _shuffled():
    from random import Random

    from engine.components.cards import numbered

    cards = list(numbered())
    Random(4).shuffle(cards)
    return cards
