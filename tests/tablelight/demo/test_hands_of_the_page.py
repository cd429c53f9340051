"""The hands that the page shows at the simulated table."""

from collections import Counter

import pytest

from engine.core.match import Match
from tablelight.demo.dotted_die import DottedDie
from tablelight.demo.live import ClearedMat
from tablelight.demo.live_hands import DemoHands
from tablelight.demo.live_table import LiveTable
from tablelight.demo.physical_table import ALL_DICE
from tablelight.demo.seen_board import SeenBoard
from tablelight.referee.inputs import EnterEvent, TakeBack
from tablelight.web.actions import Acts
from tablelight.web.views.looking import Looking
from tests.support.waiting import eventually
from vision.simulation import SimulatedCamera, SimulatedTable


@pytest.mark.parametrize(("game", "dice"), [("roll_and_color", {"d6": 4, "d12": 5}), ("spectrum", {"d6": 2})])
def test_a_tap_throws_the_dice_that_the_game_waits_for(table, game, dice):
    now = [0.0]
    tray = SimulatedTable(ALL_DICE, seed=1)
    live = LiveTable(table, tray, DottedDie(1), None, None, None, None, {}, lambda: now[0])
    table.new_match(Match.new(game, ["Ann", "Ben"]))
    DemoHands(live, seed=1).roll()
    now[0] = 30.0
    assert Counter(die.kind for die in tray.truth(now[0]).dice.values()) == dice


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("hand-speed", {"name": "at once"}),
        ("hand-play", {"what": "two games"}),
        ("hand-mishap", {"name": "earthquake"}),
        ("hand-lamp", {"name": "the sun"}),
        ("hand-speed", {}),
    ],
)
def test_hands_that_are_asked_for_what_there_is_not_do_nothing_and_blame_no_game(table, act, said):
    tray = SimulatedTable(ALL_DICE, seed=1)
    live = LiveTable(table, tray, DottedDie(1), SimulatedCamera(tray), None, None, None, {}, lambda: 0.0)
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    hands = DemoHands(live, seed=1)
    before = hands.state
    looking = Looking(may_write=True)
    Acts(table, looking, hands).act(act, said)
    assert hands.state == before and not looking.refused


def test_the_camera_sees_the_board_of_the_game_that_is_played_and_its_pieces_follow(table):
    tray = SimulatedTable(ALL_DICE, seed=1)
    lens = SimulatedCamera(tray)
    seen = SeenBoard(tray, lens, seed=1)
    table.watch(seen.follow)
    table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    for event in ("roll G B", "1: OFF>G1", "1: OFF>B1"):
        table.tell(EnterEvent(event))
    assert seen.lies_there and len(tray.pieces) == 2
    seen.stand({"G1": 0, "R9": 0})  # a pawn is put where none may be, and stays there
    stood = tray.pieces
    table.tell(TakeBack())
    assert tray.pieces == stood and len(stood) == 2
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    assert not seen.lies_there and tray.pieces == ()


def test_dice_of_one_game_are_off_the_mat_when_another_begins(table):
    now = [0.0]
    tray, dotted = SimulatedTable(ALL_DICE, seed=1), DottedDie(1)
    table.watch(ClearedMat(tray, dotted, lambda: now[0]).follow)
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    tray.reroll(now[0], [0, 1])
    now[0] = 30.0
    table.tell(EnterEvent("roll R R R R / G G G G G"))
    assert len(tray.truth(now[0]).dice) == 2
    table.new_match(Match.new("spectrum_casino", ["Ann", "Ben"]))
    now[0] = 60.0
    assert not tray.truth(now[0]).dice


def test_a_tap_while_a_hand_clears_the_mat_throws_when_it_is_clear(table, monkeypatch):
    """Whoever begins again taps at once."""
    now = [0.0]
    tray, dotted = SimulatedTable(ALL_DICE, seed=1), DottedDie(1)
    live = LiveTable(table, tray, dotted, None, None, None, None, {}, lambda: now[0])
    monkeypatch.setattr(LiveTable, "settle", lambda self: now.__setitem__(0, 60.0))
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    tray.reroll(now[0], [0, 1])
    now[0] = 30.0
    tray.take_away(now[0])
    assert tray.clearing(now[0])
    DemoHands(live, seed=1).roll()
    eventually(lambda: len(tray.truth(90.0).dice) == 9)


def test_whoever_lets_the_hands_play_while_one_clears_the_mat_sees_them_play(table, monkeypatch):
    now = [30.0]
    tray, dotted = SimulatedTable(ALL_DICE, seed=1), DottedDie(1)
    live = LiveTable(table, tray, dotted, None, None, None, None, {}, lambda: now[0])
    monkeypatch.setattr(LiveTable, "wait", lambda self, seconds: now.__setitem__(0, now[0] + max(0.0, seconds)))
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    tray.reroll(0.0, [0, 1])
    tray.take_away(now[0])
    hands = DemoHands(live, seed=1)
    hands.play("turn")
    eventually(lambda: not hands.state.playing)
    assert not hands.state.said and table.snapshot.referee.match.log
