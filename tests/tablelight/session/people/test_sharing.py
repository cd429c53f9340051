"""Results to give away: the fields that BG Stats reads, tables that spreadsheets read, and no formula in either."""

import csv
import io
import json
from urllib.parse import unquote

from tablelight.session.people.sharing import MOST_LETTERS, as_csv, bg_stats, bg_stats_link, in_words
from tests.tablelight.session.people.test_statistics import a_result

RESULT = a_result(1_700_000_000, (40, 30.5), first=1)
TITLES = {"roll_and_color": "Roll & Color"}


def test_a_play_has_exactly_the_fields_that_bg_stats_knows():
    ids = [player["sourcePlayerId"] for player in bg_stats(RESULT, "Roll & Color")["players"]]
    assert bg_stats(RESULT, "Roll & Color") == {
        "sourceName": "Tablelight",
        "sourcePlayId": "m1700000000",
        "playDate": "2023-11-14 22:13:20",
        "durationMin": 10,
        "game": {"name": "Roll & Color", "sourceGameId": "roll_and_color", "highestWins": True, "noPoints": False},
        "players": [
            {"name": "Ann", "sourcePlayerId": ids[0], "score": 40, "rank": 1, "winner": True, "startPlayer": False},
            {"name": "Ben", "sourcePlayerId": ids[1], "score": 30.5, "rank": 2, "winner": False, "startPlayer": True},
        ],
    }


def test_ids_of_people_stay_the_same_from_play_to_play():
    again = a_result(5, (1, 2), ("Ben", "ANN"))
    ids = {player["name"].casefold(): player["sourcePlayerId"] for player in bg_stats(RESULT, "")["players"]}
    assert {player["name"].casefold(): player["sourcePlayerId"] for player in bg_stats(again, "")["players"]} == ids


def test_partners_are_a_team_and_few_points_may_win():
    teams = a_result(1, (5, 9, 5, 9), ("A", "B", "C", "D"), sides=((0, 2), (1, 3)), highest=False)
    play = bg_stats(teams, "Game")
    assert [player["team"] for player in play["players"]] == ["1", "2", "1", "2"]
    assert [player["winner"] for player in play["players"]] == [True, False, True, False]
    assert play["game"]["highestWins"] is False


def test_both_links_lead_back_to_the_play():
    for app, start in ((False, "https://app.bgstatsapp.com/"), (True, "bgstats://app.bgstatsapp.com/")):
        link = bg_stats_link(RESULT, "Roll & Color", app=app)
        head, _, data = link.partition("createPlay.html?data=")
        assert head == start
        assert json.loads(unquote(data)) == bg_stats(RESULT, "Roll & Color")


def test_a_link_that_would_be_too_long_is_none():
    many = a_result(1, tuple(range(12)), tuple(f"{'🎲' * 70}{n}" for n in range(12)))
    assert bg_stats_link(many, "Game") == ""
    assert (
        0
        < len(bg_stats_link(a_result(1, tuple(range(12)), tuple(f"Player {n}" for n in range(12))), ""))
        < MOST_LETTERS
    )


def test_words_to_paste_go_by_place():
    lines = in_words(a_result(0, (3, 7, 7), ("Ann", "Ben", "Cem")), "Spectrum").splitlines()
    assert lines[1:] == ["1. Ben: 7", "1. Cem: 7", "3. Ann: 3"]


def test_a_table_is_read_back_by_any_spreadsheet():
    nasty = ('=HYPERLINK("x")', 'Zoë, "the\nquick"')
    content = as_csv([a_result(0, (-3, 7.5), nasty)], TITLES)
    assert content.endswith("\r\n")
    rows = list(csv.DictReader(io.StringIO(content, newline="")))
    assert [row["player"] for row in rows] == ["'" + nasty[0], nasty[1]]
    assert [(row["points"], row["place"], row["won"], row["game"]) for row in rows] == [
        ("-3", "2", "0", "Roll & Color"),
        ("7.5", "1", "1", "Roll & Color"),
    ]
    assert rows[0]["began_utc"] == "1970-01-01T00:00:00Z"
