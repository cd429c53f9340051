"""A question answered from two phones at once is answered once, and a double tap counts once."""

import json
import threading

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.web.session import Browser
from tablelight.web.stale_taps import Steps, step_of
from tests.tablelight.visitors import CODE, ROLL, connect, until


@pytest.fixture
def context(context):
    context.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    return context


def at(length, match="m"):
    game = Match.new("roll_and_color", ["Ann", "Ben"])
    for _ in range(length):
        game.log.append(None)
    return Snapshot(match_id=match, referee=RefereeState(game))


def seen(length, match="m"):
    return step_of(at(length, match))


@pytest.mark.parametrize("name", ["score", "undo", "redo", "accept", "again", "new-game", "go-home", "by-lot"])
def test_an_answer_to_what_somebody_else_answered_already_is_too_late(name):
    steps = Steps()
    assert not steps.too_late(name, {}, seen(3), at(3))
    assert steps.too_late(name, {}, seen(3), at(4)) and steps.too_late(name, {}, seen(3, "other"), at(3))
    assert not steps.too_late(name, {}, "", at(4)), "a page that does not say what it shows is believed"


def test_a_double_tap_counts_once_but_undo_as_often_as_it_is_tapped():
    steps = Steps()
    steps.acted(at(3), at(4))
    steps.acted(at(4), at(6))
    assert steps.too_late("score", {}, seen(3), at(6)) and not steps.by_others(seen(3), at(6))
    assert not steps.too_late("undo", {}, seen(3), at(6))
    assert steps.too_late("undo", {}, seen(3), at(7)), "somebody else took a step since"


def test_moves_say_whose_they_are_and_are_left_to_the_rules():
    steps = Steps()
    assert not steps.too_late("play", {"event": "2: pass"}, seen(3), at(4))
    assert steps.too_late("play", {"event": "roll 3"}, seen(3), at(4))
    assert not steps.too_late("touch", {"at": "R1"}, seen(3), at(4))
    assert not steps.too_late("overlay", {"name": "menu"}, seen(3), at(4))


def test_what_one_browser_did_is_not_remembered_for_ever():
    steps = Steps()
    for n in range(100):
        steps.acted(at(n), at(n + 1))
    assert len(steps._own) < 40


def tap(socket, name, step, /, **args):
    socket.send_text(json.dumps({"name": name, "args": args, "step": step}))


def step_in(socket, wanted):
    for _ in range(60):
        if json.loads(socket.receive_text()).get("step") == wanted:
            return wanted
    raise AssertionError(f"{wanted} never came")


def test_two_phones_that_score_and_undo_at_once_take_one_step_each_time(context, client):
    client.post("/unlock", json={"code": CODE})
    table, now = context.table, lambda: step_of(context.table.snapshot)
    table.tell(EnterEvent(ROLL))
    with connect(client) as one, connect(client) as other:
        step = step_in(one, now())
        assert step_in(other, step) == step
        tap(one, "score", step, row="R")
        until(one, "ask", "Ben")
        tap(other, "score", step, row="O")
        assert "Somebody else was quicker" in until(other, "ask", "quicker")
        assert len(table.snapshot.referee.match.log) == 2 and table.snapshot.referee.refused is None
        step = now()
        tap(one, "undo", step)
        until(one, "ask", "Ann")
        tap(other, "undo", step)
        until(other, "ask", "quicker")
        assert len(table.snapshot.referee.match.events) == 1, "the roll still counts"


@pytest.mark.parametrize("step", [None, 5, [], "no step", "m:99"])
def test_a_step_that_cannot_be_is_survived(context, client, step):
    client.post("/unlock", json={"code": CODE})
    context.table.tell(EnterEvent(ROLL))
    with connect(client) as socket:
        tap(socket, "overlay", step, name="menu")
        until(socket, "overlay", "Menu")


def test_answers_given_in_the_very_same_moment_come_one_after_the_other(context):
    """Each browser's acts are done on a thread of its own."""
    context.table.tell(EnterEvent(ROLL))
    browsers = [Browser(context, "play", may_write=True) for _ in range(6)]
    step = step_of(context.table.snapshot)
    threads = [threading.Thread(target=b._act, args=("score", {"row": "R"}, step)) for b in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(context.table.snapshot.referee.match.log) == 2 and context.table.snapshot.referee.refused is None
    assert sum("quicker" in browser.looking.said for browser in browsers) == 5
