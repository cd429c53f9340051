"""Players are called otherwise and go home: on every phone at once, written down, and never without the code."""

import re

import pytest
from starlette.testclient import TestClient

from engine.core.match import Match
from tablelight.referee.inputs import CallPlayers, CameraObservation, EnterEvent, GoHome, TakeBack
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.session.record import Record
from tablelight.session.replays import read_match
from tablelight.session.table import GameTable
from tablelight.web.components.players import too_alike
from tests.tablelight.visitors import ROLL, act, connect, match_of, until


@pytest.fixture
def context(context):
    context.table.new_match(Match.new("roll_and_color", ["Player 1", "Player 2"]))
    context.table.tell(EnterEvent(ROLL))
    return context


def recorded(context):
    """The match as a fresh start would find it."""
    return read_match(context.table._record.opened(), context.table.snapshot.match_id)


def test_two_taps_lead_to_the_names_and_everybody_reads_the_new_ones(context, client, socket):
    act(socket, "overlay", name="people")
    assert 'value="Player 1"' in until(socket, "overlay", "Players")
    watcher = TestClient(client.app, base_url="http://testserver")
    with connect(watcher) as other:
        assert "Player 1" in until(other, "play", "Player 1")
        act(socket, "rename", name0="Ann", name1="Ben")
        assert "Player 1" not in until(other, "play", "Ann")
        assert "Ann" in until(socket, "ask", "Ann")
    assert recorded(context).seats == ("Ann", "Ben")


def test_what_cannot_be_a_name_is_said_where_it_was_typed(context, socket):
    act(socket, "overlay", name="people")
    act(socket, "rename", name0="Ann", name1="Ann")
    card = until(socket, "overlay", "Two players are called Ann")
    assert card.count('value="Ann"') == 2
    act(socket, "rename", name0="<i>Ann", name1="Ben")
    assert "&lt;i&gt;Ann" in until(socket, "play", "Ben") and match_of(context).seats == ("<i>Ann", "Ben")


@pytest.mark.parametrize("name", ["rename", "go-home", "come-back"])
def test_without_the_code_nobody_is_renamed_or_sent_home(context, client, name):
    with connect(client) as watcher:
        before = context.table.snapshot
        act(watcher, name, name0="X", name1="Y", seat="0")
        until(watcher, "overlay", "The table&#39;s code")
        assert context.table.snapshot is before


def test_undo_brings_the_old_names_back(context, socket):
    act(socket, "rename", name0="Ann", name1="Ben")
    until(socket, "ask", "Ann")
    act(socket, "undo")
    until(socket, "ask", "Player 1")
    assert recorded(context).seats == ("Player 1", "Player 2")


def test_who_sits_on_a_phone_stays_there_under_another_name(context, socket):
    act(socket, "take-seat", seat="1")
    until(socket, "seats", "This phone plays <b>Player 2")
    act(socket, "rename", name0="Ann", name1="Ben")
    until(socket, "seats", "This phone plays <b>Ben")
    act(socket, "new-game", game="roll_and_color", name0="Ben", name1="Cleo")
    until(socket, "play", "Cleo")
    assert list(context.seats.held()) == [0]


def test_who_has_to_go_ends_the_game_with_its_standing_and_may_come_back(context, socket):
    context.table.tell(EnterEvent("1: score RO"))
    points = match_of(context).game.scores(match_of(context).state)[0]
    act(socket, "overlay", name="people")
    assert "Player 2 has to go" in until(socket, "overlay", "has to go")
    act(socket, "go-home", seat="1")
    asked = until(socket, "ask", "had to go")
    assert f"It stands Player 1 {points} and Player 2 0." in asked and "Play again" in asked
    state = match_of(context).state
    context.table.tell(EnterEvent(ROLL))
    assert match_of(context).state == state and recorded(context).left == 1
    act(socket, "come-back")
    until(socket, "ask", "Player 2")
    assert match_of(context).left is None and match_of(context).state == state


def test_the_same_people_can_play_again_after_somebody_left(context, socket):
    act(socket, "go-home", seat="1")
    until(socket, "ask", "had to go")
    act(socket, "again")
    until(socket, "ask", "roll")
    assert match_of(context).left is None and match_of(context).log == []


def test_a_game_that_was_left_stands_among_the_games_and_goes_on_another_day(context, client, socket):
    act(socket, "rename", name0="Ann", name1="Ben")
    act(socket, "go-home", seat="1")
    left = context.table.snapshot.match_id
    until(socket, "ask", "had to go")
    context.table.new_match(Match.new("sixchex_spectrum", ["Cleo", "Dan"]))
    with connect(client, "games") as games:
        listed = until(games, "games", "Ben had to go")
        assert "Ann" in listed and "Player 1" not in listed and "Go on with it" in listed
        act(games, "past-go-on", match=left)
        until(games, "games", "goes on where it stood")
    assert match_of(context).left is None and match_of(context).seats == ("Ann", "Ben")
    assert len(match_of(context).events) == 1
    assert recorded(context).state == match_of(context).state


def test_a_saved_game_is_called_after_the_names_of_now(context, client, socket):
    act(socket, "rename", name0="Ann", name1="Ben")
    until(socket, "ask", "Ann")
    answer = client.get(f"/games/{context.table.snapshot.match_id}.jsonl")
    assert re.search(r"ann-ben\.jsonl", answer.headers["content-disposition"])
    fresh = context.table.archive.bring_in(answer.content).match_id
    assert context.table.archive.match(fresh).seats == ("Ann", "Ben")


def test_a_game_that_was_left_survives_a_fresh_start(context, tmp_path):
    context.table.tell(GoHome(0))
    context.table.close()
    fresh = GameTable(lambda: Record.open(tmp_path / "record.db"))
    assert fresh.resume() and fresh.snapshot.referee.match.left == 0


def test_a_new_name_leaves_a_doubt_about_the_dice_alone_and_a_game_without_players_asks_nothing():
    state = RefereeState(Match.new("roll_and_color", ["Ann", "Ben"]))
    state, _ = step(state, CameraObservation("settled", trouble="Too dark."))
    assert state.doubt
    renamed, entries = step(state, CallPlayers(("Cleo", "Dan")))
    assert renamed.doubt == state.doubt and len(entries) == 1
    gone, _ = step(renamed, GoHome(0))
    assert gone.doubt is None
    still, _ = step(gone, CameraObservation("settled", trouble="Too dark."))
    assert still.doubt is None
    back, _ = step(still, TakeBack())
    assert back.match.left is None and back.match.seats == ("Cleo", "Dan")


def test_names_that_cannot_be_change_nothing_at_the_table():
    state = RefereeState(Match.new("roll_and_color", ["Ann", "Ben"]))
    refused, entries = step(state, CallPlayers(("Ann", "Ann")))
    assert refused.refused.reason == "NAME_TWICE" and entries == () and refused.match is state.match


@pytest.mark.parametrize("other", ["ann", "ANN ", "A\u00adnn", "\uff21nn"])
def test_names_that_nobody_can_tell_apart_are_refused_with_a_sentence_where_they_were_typed(context, socket, other):
    """Whose turn it is, is read out; and capitals or spaces cannot be heard."""
    before = match_of(context).seats
    act(socket, "overlay", name="people")
    act(socket, "rename", name0="Ann", name1=other)
    assert "sound the same across the table" in until(socket, "overlay", "Give one of them another name")
    act(socket, "new-game", game="roll_and_color", name0="Ann", name1=other)
    assert match_of(context).seats == before


def test_names_that_differ_can_stand_side_by_side():
    assert too_alike(["Ann", "Anna", "", "", "Änn"]) == ""
    assert too_alike(["Jo Ann", "jo  ann"]) and too_alike(["Straße", "STRASSE"])
