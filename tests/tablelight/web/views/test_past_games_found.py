"""The list of games: searched, deleted and brought back; without what is no game, and nothing twice."""

import json
import re
from datetime import datetime
from random import Random

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import CallPlayers, EnterEvent, GoHome
from tablelight.session import dealing
from tablelight.web.views.past_games import PAGE
from tests.tablelight.visitors import CODE, act, connect, until
from tests.tablelight.web.views.test_past_games import HEAD, ROLL, first_of, lines


@pytest.fixture
def table(table):
    """A table where Ann and Ben played a little, and where Cem plays now."""
    table.new_match(Match.new("roll_and_color", ["Ann", "<b>Ben</b>"]))
    for said in (ROLL, EnterEvent("score R")):
        table.tell(said)
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    table.tell(ROLL)
    return table


@pytest.fixture
def writer(client):
    client.post("/unlock", json={"code": CODE})
    return client


def titles(html):
    return re.findall(r'<article class="past[^"]*"><div><h2>([^<]*)', html)


def shown(client, *acts):
    """The games page after some acts."""
    with connect(client, "games") as socket:
        for name, args in acts:
            act(socket, name, **args)
        act(socket, "overlay", name="menu")
        html = ""
        while True:
            sections = json.loads(socket.receive_text()).get("sections", {})
            html = sections.get("games", html)
            if "<h2>Menu" in sections.get("overlay", ""):
                return html


def test_a_game_that_is_over_is_not_being_played_although_it_lies_on_the_table(writer, table):
    table.new_match(Match.new("spectrum_solitaire", ["Sol"]))
    table.tell(EnterEvent(dealing.next_fact(table.snapshot.referee.match, Random(1))))
    assert "Being played" in shown(writer) and ", being played" in shown(writer)
    table.tell(EnterEvent("1: concede"))
    html = shown(writer)
    assert "Being played" not in html and ", finished" in html
    now = table.snapshot.match_id
    assert f'href="/games/{now}/replay' in html
    assert "Step 2 of 2" in writer.get(f"/games/{now}/replay").text


def test_a_game_that_somebody_had_to_leave_is_not_being_played_either(writer, table):
    table.tell(GoHome(0))
    html = shown(writer)
    assert "Being played" not in html and "Cem had to go" in html and "On the table" in html


def test_a_game_in_which_nothing_was_played_is_neither_listed_nor_kept(writer, table, tmp_path):
    before = [card.match_id for card in table.archive.matches()]
    for name in ("Dora", "Eda"):
        table.new_match(Match.new("spectrum", [name]))
    listed = [card.match_id for card in table.archive.matches()]
    assert listed == [table.snapshot.match_id, *before]
    assert "no step yet" in shown(writer), "the one that is about to be played is"
    table.go_on(before[1])
    assert set(titles(shown(writer))) == {"Roll &amp; Color"}


def test_an_empty_game_of_before_such_as_one_that_a_pulled_plug_left_is_not_listed(writer, table):
    table._record.opened().add_match(Match.new("spectrum", ["Dora"]).header(), [], 1.0, 1.0)
    assert "Spectrum" not in titles(shown(writer))


def test_the_same_file_twice_is_said_shown_and_not_doubled(writer, table):
    for n in range(40):
        table.new_match(Match.new("roll_and_color", [f"Guest {n}"]))
        table.tell(ROLL)
    first = table.archive.matches(100)[-1].match_id
    before, saved = table.archive.matches(100), table.archive.saved(first)
    assert table.archive.match(first).seats[0] == "Ann" and "Ann 3" not in shown(writer), "it is far down in the list"
    answer = writer.post("/games", content=saved.encode()).json()
    assert answer["ok"] and not answer["added"] and answer["match"] == first
    assert "not added a second time" in answer["message"]
    assert table.archive.matches(100) == before
    html = shown(writer, ("past-said", {"said": answer["message"], "match": answer["match"]}))
    assert "not added a second time" in html and html.count("Ann 3") == 1
    assert html.index("Ann 3") < html.index("Guest") and '<article class="past here">' in html


def test_a_file_of_a_game_without_a_step_is_refused(writer, table):
    before = table.archive.matches()
    answer = writer.post("/games", content=lines(HEAD))
    assert answer.status_code == 400 and "Nothing was played" in answer.json()["error"]["message"]
    assert table.archive.matches() == before


def test_a_game_is_deleted_after_one_question_and_comes_back_with_a_tap(writer, table):
    first = first_of(table)
    html = shown(writer, ("past-delete", {"match": first}))
    assert (
        "Delete this game?" in html
        and "can be brought back" in html
        and first in [c.match_id for c in table.archive.matches()]
    )
    assert "Delete this game?" not in shown(writer, ("past-delete", {"match": first}), ("past-keep", {}))
    html = shown(writer, ("past-delete", {"match": first}), ("past-delete-sure", {"match": first}))
    assert "Deleted: Roll &amp; Color" in html and "Ann 3" not in html and "Bring it back" in html
    table.close()
    assert first not in [card.match_id for card in table.archive.matches()], "also after a fresh start"
    html = shown(writer, ("past-deleted", {}))
    assert titles(html) == ["Roll &amp; Color"] and "Ann" in html
    html = shown(writer, ("past-back", {"match": first}))
    assert "stands in the list again" in html and "Ann 3" in html
    assert first in [card.match_id for card in table.archive.matches()]


def test_the_game_on_the_table_is_not_deleted(writer, table):
    now = table.snapshot.match_id
    assert f'data-act="past-delete" data-match="{now}"' not in shown(writer)
    html = shown(writer, ("past-delete-sure", {"match": now}))
    assert "being played" in html and now in [card.match_id for card in table.archive.matches()]


def test_without_the_code_nothing_is_deleted_or_brought_back(client, table):
    first = first_of(table)
    assert "Delete" not in shown(client)
    with connect(client, "games") as socket:
        for name in ("past-delete", "past-delete-sure", "past-back"):
            act(socket, name, match=first)
        act(socket, "past-said", said="still here")
        until(socket, "games", "still here")
    assert first in [card.match_id for card in table.archive.matches()]
    table.archive.delete(first)
    with connect(client, "games") as socket:
        act(socket, "past-deleted")
        assert "Bring it back" not in until(socket, "games", "Deleted games")


def test_games_are_found_by_player_game_and_date_also_among_hundreds(writer, table):
    record, began = table._record.opened(), datetime(2024, 11, 3, 19, 5).timestamp()
    roll = [{"event": ROLL.text}]
    for n in range(300):
        record.add_match(Match.new("roll_and_color", [f"Guest{n}", "Ben"]).header(), roll, began + 86_400 * n, 1.0)
    record.add_match(Match.new("spectrum", ["Zoë", "Ann"]).header(), [{"event": "start C"}], began, 1.0)

    def found(wanted):
        return titles(shown(writer, ("past-find", {"wanted": wanted})))

    assert found("zoe") == found("ZOË ann") == found("spectrum 2024") == ["Spectrum"]
    assert len(found("guest77")) == 1 and len(found("Guest")) == PAGE
    assert len(found("3 november 2024")) == len(found("2024-11-03")) == len(found("3.11.2024")) == 2
    assert found("roll cem") == ["Roll &amp; Color"]
    html = shown(writer, ("past-find", {"wanted": "<b>nobody"}))
    assert titles(html) == [] and "No game fits “&lt;b&gt;nobody”" in html and "Show all" in html
    assert len(titles(shown(writer, ("past-find", {"wanted": "nobody"}), ("past-find", {"wanted": ""})))) == PAGE


def test_a_game_is_found_by_what_its_players_were_called_later(writer, table):
    table.tell(CallPlayers(("Cleo",)))
    html = shown(writer, ("past-find", {"wanted": "cleo"}))
    assert len(titles(html)) == 1 and "Cleo" in html
    assert len(titles(shown(writer, ("past-find", {"wanted": "cem"})))) == 1
