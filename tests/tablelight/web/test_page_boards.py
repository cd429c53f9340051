"""Drawn boards over the web socket: taps play for everybody, refusals stay with whoever tapped, lots are recorded."""

import json

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent
from tablelight.web.session import css_glow
from tests.tablelight.visitors import CODE, act, connect, until, visitor


@pytest.fixture
def context(context):
    context.table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    return context


@pytest.fixture
def client(client):
    client.post("/unlock", json={"code": CODE})
    return client


def log(context):
    return [str(entry) for entry in context.table.snapshot.referee.match.log]


def test_dice_named_on_one_phone_are_on_every_screen(client, context):
    with connect(client) as phone, connect(client) as screen:
        act(phone, "lies", item="G")
        until(phone, "dice", "One back")
        act(phone, "lies", item="B")
        until(screen, "dice", "2 spaces to move")
    assert log(context) == ["roll G B"]


def test_a_pawn_comes_in_and_goes_on_by_taps(client, context):
    context.table.tell(EnterEvent("roll G B"))
    with connect(client) as phone, connect(client) as screen:
        act(phone, "touch", at="G1")
        until(screen, "board", "Ann on G1")
        act(phone, "touch", at="G2")
        until(screen, "board", "Ann on G2")
    assert log(context)[1:] == ["1: OFF>G1", "1: G1>G2"]


def test_a_second_pawn_comes_in_by_one_tap_after_the_first(client, context):
    context.table.tell(EnterEvent("roll G B"))
    with connect(client) as phone:
        for spot in ("G1", "B1"):
            act(phone, "touch", at=spot)
            until(phone, "board", f"Ann on {spot}")
    assert log(context)[1:] == ["1: OFF>G1", "1: OFF>B1"]


def test_a_refused_tap_is_told_to_that_phone_alone_and_never_written_down(client, context):
    context.table.tell(EnterEvent("roll G B"))
    before = context.table.snapshot
    with connect(client) as phone:
        act(phone, "touch", at="R1")
        said = until(phone, "ask", "Red is closed")
        assert "These can move" in said
    assert context.table.snapshot is before


def test_what_the_page_rolls_says_so_in_the_record(client, context):
    with connect(client) as phone:
        act(phone, "by-lot")
        until(phone, "dice", 'class="rolled"')
    assert log(context)[0].startswith("roll ") and log(context)[0].endswith("@page")


def test_watching_cannot_touch_roll_or_name(context):
    watcher = visitor(context)
    with connect(watcher) as socket:
        first = json.loads(socket.receive_text())["sections"]
        assert "table-top" in first["board"] and "data-act" not in first["board"] + first["dice"]
        for name in ("touch", "lies", "by-lot", "lies-back"):
            act(socket, name, at="G1", item="G")
        until(socket, "overlay", "code")
    assert not log(context)


@pytest.mark.parametrize("name", ["touch", "lies", "lies-back"])
def test_acts_that_make_no_sense_change_nothing(client, context, name):
    with connect(client) as socket:
        for args in ({}, {"at": "Q9"}, {"item": "RO"}, {"at": "G1" * 99}):
            act(socket, name, **args)
        socket.send_text(json.dumps({"name": "overlay", "args": {"name": "menu"}}))
        until(socket, "overlay", "Menu")
    assert not log(context)


def test_what_was_chosen_is_let_go_when_the_game_goes_on(client, context):
    context.table.tell(EnterEvent("roll G B"))
    with connect(client) as phone:
        act(phone, "touch", at="OFF")
        until(phone, "board", "mark go")
        context.table.tell(EnterEvent("1: OFF>G1"))
        assert "mark go" not in until(phone, "board", "Ann on G1")


def test_looking_back_shows_the_pawns_of_then_without_the_lights_of_now(client, context):
    for event in ("roll G B", "1: OFF>G1", "1: G1>G2"):
        context.table.tell(EnterEvent(event))
    with connect(client) as phone:
        json.loads(phone.receive_text())
        act(phone, "at", at="2")
        for _ in range(60):
            message = json.loads(phone.receive_text())
            if "Ann on G1" in message.get("sections", {}).get("board", ""):
                break
        assert set(message["lights"].values()) == {""}
        assert "data-act" not in message["sections"]["board"]


def test_a_dim_light_lies_thinly_over_its_space():
    assert css_glow((0, 0, 0)) == ""
    assert css_glow((255, 0, 0)) == "#ff0000ff"
    assert css_glow((56, 0, 0)) == "#ff000080"
    assert css_glow((56, 0, 0), brightness=0.5) == "#ff0000ff"
