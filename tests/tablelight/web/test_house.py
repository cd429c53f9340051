"""The clock, handicaps, teams, people who go and come, and the evening: as people at the table tap them."""

import csv
import io

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent
from tablelight.session.clock import TimeLimit
from tablelight.session.evening import Evenings
from tablelight.web.views.evening import read_worth
from tests.tablelight.visitors import ROLL, act, connect, match_of, until


@pytest.fixture
def context(context, tmp_path):
    from dataclasses import replace

    evenings = Evenings(context.table, tmp_path / "evening.json")
    context.surroundings = replace(context.surroundings, evenings=evenings)
    context.table.new_match(Match.new("roll_and_color", ["Ann", "Ben", "Cem"]))
    context.table.tell(EnterEvent(ROLL))
    return context


NEW = {"game": "roll_and_color", "name0": "Ann", "name1": "", "name2": "Ben"}


def test_a_limit_chosen_from_the_menu_shows_a_clock_that_is_paused_with_one_tap(context, socket):
    act(socket, "overlay", name="clock")
    assert "No limit" in until(socket, "overlay", "Time to think")
    act(socket, "clock-limit", clock="turn 60")
    shown = until(socket, "clock", "Ann")
    assert "data-runs" in shown and "Pause" in shown and context.table.snapshot.clock.limit == TimeLimit(turn_s=60)
    act(socket, "clock-pause")
    shown = until(socket, "clock", "Paused")
    assert "data-runs" not in shown
    act(socket, "clock-go-on")
    assert "data-runs" in until(socket, "clock", "data-runs")


def test_without_a_limit_there_is_no_clock(context, socket):
    act(socket, "overlay", name="clock")
    until(socket, "overlay", "Time to think")
    act(socket, "clock-limit", clock="turn 60")
    until(socket, "clock", "Ann")
    act(socket, "clock-limit", clock="none")
    until(socket, "clock", "")
    assert not context.table.snapshot.clock.limit


@pytest.mark.parametrize("typed", ["turn -1", "x" * 300, "total 5"])
def test_what_is_no_limit_is_said_and_changes_nothing(context, socket, typed):
    act(socket, "overlay", name="clock")
    until(socket, "overlay", "Time to think")
    act(socket, "clock-limit", clock=typed)
    until(socket, "overlay", "Choose a time to think from the list.")
    assert not context.table.snapshot.clock.limit


def test_points_given_go_to_the_players_whose_fields_they_stand_beside(context, socket):
    act(socket, "new-game", **NEW, **{"given-Ann": "", "given-Ben": " +20 "}, clock="total 600 5")
    shown = until(socket, "play", "+20")
    assert "Given" in shown and match_of(context).seats == ("Ann", "Ben")
    assert match_of(context).game.scores(match_of(context).state) == {0: 0, 1: 20}
    assert context.table.snapshot.clock.limit == TimeLimit(0, 600, 5)


def test_teams_are_chosen_player_by_player_and_named(context, socket):
    fields = {"name1": "Cem", "team-Ann": "1", "team-Cem": "2", "team-Ben": "1", "called-team-0": "Reds"}
    act(socket, "new-game", **{**NEW, **fields})
    assert "Team 2" in until(socket, "clock", "Reds")
    red, blue = match_of(context).agreed.rules.agreement.teams
    assert (red.name, red.seats, blue.name, blue.seats) == ("Reds", (0, 2), "Team 2", (1,))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"given-Ann": "lots"}, "whole number"),
        ({"given-Ann": "-5"}, "whole number"),
        ({"given-Ann": "9" * 30}, "whole number"),
        ({"team-Ann": "1"}, "everybody plays in one"),
        ({"team-Ann": "1", "team-Ben": "1"}, "against nobody"),
        ({"team-Ann": "9", "team-Ben": "x"}, "everybody plays in one"),
        ({"team-Ann": "1", "team-Ben": "2", "called-team-0": "A", "called-team-1": "a"}, "same name"),
        ({"clock": "quick"}, "Choose a time"),
        ({"game": "spectrum", "given-Ann": "5"}, "not won by counting points"),
    ],
)
def test_what_cannot_be_agreed_on_is_said_in_the_form_and_no_game_begins(context, socket, fields, why):
    before = context.table.snapshot.match_id
    act(socket, "overlay", name="new")
    act(socket, "choose-game", game=fields.get("game", "roll_and_color"))
    until(socket, "overlay", "Begin")
    act(socket, "new-game", **{**NEW, **fields})
    assert why in until(socket, "overlay", "refused")
    assert context.table.snapshot.match_id == before


def test_who_has_to_go_leaves_the_others_playing_and_somebody_may_come(context, socket):
    act(socket, "overlay", name="people")
    assert "Play on without Ben" in until(socket, "overlay", "Joins in")
    act(socket, "play-on", seat="0")
    until(socket, "ask", "Ben")
    assert match_of(context).gone == (0,) and match_of(context).left is None
    act(socket, "join-game", joins=" Dia ")
    until(socket, "play", "Dia")
    assert match_of(context).seats == ("Ann", "Ben", "Cem", "Dia")
    act(socket, "overlay", name="people")
    until(socket, "overlay", "Players")
    act(socket, "join-game", joins="ben")
    until(socket, "overlay", "sound the same")
    act(socket, "play-on", seat="0")
    until(socket, "overlay", "out already")
    assert len(match_of(context).log) == 3


@pytest.mark.parametrize(
    "name", ["clock-pause", "clock-limit", "play-on", "join-game", "evening-begin", "evening-next"]
)
def test_without_the_code_nothing_of_it_can_be_done(context, client, name):
    with connect(client) as watcher:
        before = context.table.snapshot
        act(watcher, name, seat="0", joins="Eva", clock="turn 60")
        until(watcher, "overlay", "The table&#39;s code")
        assert context.table.snapshot is before and context.surroundings.evenings.evening is None


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("play-on", {}), ("play-on", {"seat": "-1"}), ("play-on", {"seat": "x"}), ("join-game", {}),
        ("join-game", {"joins": "\u202e"}), ("evening-begin", {"worth": "1, 2"}), ("evening-begin", {"worth": "a"}),
        ("evening-begin", {"worth": "9" * 500}), ("evening-leave-out", {}), ("clock-limit", {}),
    ],
)  # fmt: skip
def test_hostile_values_change_nothing(context, socket, name, args):
    act(socket, name, **args)
    act(socket, "overlay", name="menu")
    until(socket, "overlay", "Menu")
    assert len(match_of(context).log) == 1 and not context.surroundings.evenings.on


def finish(socket, context):
    act(socket, "go-home", seat="0")
    until(socket, "ask", "had to go")


def test_an_evening_is_begun_counted_and_goes_on_with_one_tap(context, client, socket):
    with connect(client, "evening") as page:
        until(page, "evening", "Begin the evening")
        act(page, "evening-begin", title="Friday <b>", worth="3, 1")
        shown = until(page, "evening", "Friday")
        assert "&lt;b&gt;" in shown and "Back to the game" in shown
        finish(socket, context)
        until(page, "evening", "Next game")
        act(page, "evening-next")
        until(page, "evening", "The next game has begun")
    assert match_of(context).seats == ("Ben", "Cem", "Ann") and match_of(context).log == []
    table = context.surroundings.evenings.table()
    assert sum(row.points for row in table.rows) == 4 and len(table.games) == 1


def test_the_table_of_points_is_a_file_that_no_spreadsheet_runs(context, client, socket):
    assert client.get("/evening.csv").status_code == 404
    act(socket, "evening-begin", worth="3, 1")
    act(socket, "rename", name0="=1+1", name1="Ben", name2="Cem")
    until(socket, "ask", "=1+1")
    context.table.tell(EnterEvent("1: score RO"))
    finish(socket, context)
    answer = client.get("/evening.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0] == ["place", "name", "1 Roll & Color", "won", "points"]
    assert rows[1] == ["1", "'=1+1", "3", "1", "3"]


@pytest.mark.parametrize(("typed", "worth"), [("3, 1", (3, 1)), ("5;3;1", (5, 3, 1)), ("", ()), (" 1 ", (1,))])
def test_what_places_are_worth_is_read_as_people_type_it(typed, worth):
    assert read_worth(typed).by_place == worth


def test_the_big_screen_shows_the_clock_and_between_games_the_points(context, client, socket):
    with connect(client, "tv") as screen:
        act(socket, "clock-limit", clock="turn 60")
        assert "data-runs" in until(screen, "turn", "data-left")
        act(socket, "evening-begin", title="Friday", worth="3, 1")
        finish(socket, context)
        shown = until(screen, "stage", "Friday")
        assert "Points" in shown and "data-act" not in shown
