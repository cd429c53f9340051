"""A game is watched again: every step as it stood, in words, through an onlooker's eyes; and nothing too early."""

import re
from itertools import pairwise
from random import Random

import pytest

from engine.core.match import Match, entry_to_json
from engine.core.registry import names
from tablelight.bench.players import SETUPS, random_match
from tablelight.referee.inputs import EnterEvent, TakeBack
from tablelight.session import dealing
from tablelight.session.record.pictures import PictureFolder
from tablelight.web.replayed import CannotWatch, WatchedMatch, watched
from tablelight.web.views import replay, replay_chart
from tests.tablelight.visitors import CODE, act, connect, until

ROLL = EnterEvent("roll R R O G / R RO RO BP P")
JPEG = b"\xff\xd8\xff" + bytes(50) + b"\xff\xd9"
MOST_BYTES = 250_000
"""Of a page without pictures."""


@pytest.fixture
def table(table):
    """A table where Ann and Ben play, and something was taken back."""
    table.new_match(Match.new("roll_and_color", ["Ann", "<b>Ben</b>"]))
    for said in (ROLL, EnterEvent("score RO"), TakeBack(), EnterEvent("score R"), ROLL):
        table.tell(said)
    return table


@pytest.fixture
def game(table):
    return f"/games/{table.snapshot.match_id}/replay"


def add(table, match):
    """Write a whole match into the table's record; its id."""
    log = [entry_to_json(entry) for entry in match.log]
    return table.archive._record.opened().add_match(match.header(), log, 0.0, 0.0)


def test_a_running_game_is_watched_at_any_step_in_words(client, game):
    page = client.get(f"{game}?at=2").text
    assert "Step 2 of 5" in page and "<b>Ann</b> scores 6 in Red-Orange" in page
    assert 'data-total="0">6<' in page
    assert "Taken back: Ann scores 6 in Red-Orange" in client.get(f"{game}/3").text
    assert "The game begins." in client.get(f"{game}/0").text
    assert "&lt;b&gt;Ben" in page and "<b>Ben" not in page


@pytest.mark.parametrize("at", ["", "5", "99999", "-3", "x", "9" * 400, "1e3"])
def test_odd_steps_in_the_address_are_survived(client, game, at):
    assert client.get(game, params={"at": at}).status_code == 200
    assert client.get(f"{game}/{at or 0}").status_code == 200
    assert client.get(f"{game}/steps/{at or 0}").status_code == 200


def test_nothing_on_the_page_can_be_tapped_that_would_play(client, game):
    stage = client.get(f"{game}/1").text
    assert "data-act" not in stage and "<button" not in stage


def test_nobody_changes_anything_by_watching(client, table, game):
    before = table.snapshot
    for path in ("", "/2", "/steps/0", "?eyes=0"):
        client.get(game + path)
        assert client.post(game + path).status_code == 405
    assert table.snapshot is before


def test_hidden_cards_stay_hidden_until_the_game_is_over(client, table):
    table.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    table.tell(EnterEvent(dealing.next_fact(table.snapshot.referee.match, Random(1))))
    running = f"/games/{table.snapshot.match_id}/replay"
    for path in ("", "/1", "/steps/0", "/1?eyes=0"):
        answer = client.get(running + path)
        assert answer.status_code == 409 and "when it is over" in answer.text


def test_once_it_is_over_a_hand_is_looked_into_by_choice_alone(client, table):
    match = random_match("spectrum_casino", 2, 3)
    at = next(n for n in range(len(match.log)) if match.state_at(n).hands[0])
    address = f"/games/{add(table, match)}/replay"
    face_down, open_hand = client.get(f"{address}/{at}").text, client.get(f"{address}/{at}?eyes=0").text
    assert face_down != open_hand and open_hand.count("hue-") > face_down.count("hue-")
    assert client.get(f"{address}/{at}?eyes=7").text == face_down
    assert 'id="eyes"' in client.get(address).text


def test_an_open_game_asks_for_no_eyes(client, game):
    assert 'id="eyes"' not in client.get(game).text


def test_a_game_that_is_not_there_says_so(client, table):
    assert client.get("/games/nothing/replay").status_code == 404
    with pytest.raises(CannotWatch):
        watched(table, "nothing")


@pytest.mark.parametrize("name", names())
def test_a_random_game_of_every_kind_is_watched_from_end_to_end_and_stays_light(name):
    setup = [setup for setup in SETUPS if setup.name == name][-1]
    found = WatchedMatch("x", random_match(name, setup.seats, 5, 300, **setup.options), 0.0)
    page = replay.whole_page(found, found.length, None, lambda _: True)
    assert len(page.encode()) < MOST_BYTES
    for at in range(0, found.length + 1, max(1, found.length // 7)):
        stage = replay.stage(found, at, None, lambda _: True)
        assert "data-act" not in stage and len(stage.encode()) < MOST_BYTES / 2
    for chunk in range(found.length // replay.STEPS + 1):
        assert len(replay.steps(found, chunk, None)) == 3


def test_the_game_that_is_played_is_watched_from_the_menu_unless_cards_are_hidden(client, table, game):
    def menu():
        with connect(client) as socket:
            act(socket, "overlay", name="menu")
            return until(socket, "overlay", "Games of this table")

    assert f'data-to="{game}?at=0"' in menu()
    table.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    table.tell(EnterEvent(dealing.next_fact(table.snapshot.referee.match, Random(1))))
    assert "replay" not in menu().replace("History and replay", "")


# ---- pictures


@pytest.fixture
def pictured(table, tmp_path):
    """The roll of the first entry was photographed."""
    table.archive.pictures = PictureFolder(tmp_path / "pictures")
    match_id, match = table.snapshot.match_id, table.snapshot.referee.match
    table.archive.pictures.keep(match_id, 0, match.log[0], JPEG)
    return f"/games/{match_id}"


def test_the_picture_of_a_roll_stands_beside_it(client, pictured):
    assert f'src="{pictured}/picture/0.jpg"' in client.get(f"{pictured}/replay/1").text
    assert "picture" not in client.get(f"{pictured}/replay/2").text
    answer = client.get(f"{pictured}/picture/0.jpg")
    assert answer.content == JPEG and answer.headers["content-type"] == "image/jpeg"


@pytest.mark.parametrize("number", ["1", "99", "-1", "x", "../0", "9" * 50])
def test_where_no_picture_is_kept_there_is_none(client, pictured, number):
    assert client.get(f"{pictured}/picture/{number}.jpg").status_code == 404


def test_pictures_of_a_game_with_hidden_cards_are_shown_when_it_is_over(client, table, tmp_path):
    table.archive.pictures = PictureFolder(tmp_path / "pictures")
    table.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    table.tell(EnterEvent(dealing.next_fact(table.snapshot.referee.match, Random(1))))
    match_id, match = table.snapshot.match_id, table.snapshot.referee.match
    table.archive.pictures.keep(match_id, 0, match.log[0], JPEG)
    assert client.get(f"/games/{match_id}/picture/0.jpg").status_code == 409


def test_a_game_and_its_pictures_are_saved_as_one_file_and_brought_in(client, table, pictured):
    saved = client.get(f"{pictured}.tablelight.zip")
    assert saved.status_code == 200 and "roll-and-color" in saved.headers["content-disposition"]
    assert client.post("/games", content=saved.content).status_code == 403
    client.post("/unlock", json={"code": CODE})
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    table.archive.delete(pictured.rpartition("/")[2])
    brought = client.post("/games", content=saved.content).json()["match"]
    assert client.get(f"/games/{brought}/picture/0.jpg").content == JPEG


# ---- chart and best moments


def test_the_chart_follows_what_was_taken_back(table):
    match = table.snapshot.referee.match
    assert [row[0] for row in replay_chart.standings(match)] == [0, 0, 6, 0, 3, 3]


def test_a_game_without_points_has_no_chart(table):
    match = Match.new("roll_and_color", ["Ann"])
    found = WatchedMatch("x", match, 0.0)
    assert replay_chart.chart(found, replay_chart.standings(match), 0) is None


def test_the_best_moments_are_the_largest_gains_the_lead_and_the_win():
    match = random_match("roll_and_color", 2, 3)
    points = replay_chart.standings(match)
    found = replay_chart.moments(match, points)
    best = max(after[seat] - before[seat] for before, after in pairwise(points) for seat in (0, 1))
    assert any(moment.words.endswith(f"+{best:g} more") for moment in found)
    assert any("takes the lead" in moment.words for moment in found)
    assert "wins" in found[-1].words and found[-1].at == len(match.log)
    assert [moment.at for moment in found] == sorted({moment.at for moment in found})


def test_what_was_taken_back_is_no_best_moment(table):
    match = table.snapshot.referee.match
    assert [moment.at for moment in replay_chart.moments(match, replay_chart.standings(match))] == [4]


def test_a_long_game_has_no_longer_chart():
    match = random_match("spectrum_casino", 2, 1, 4000)
    found = WatchedMatch("x", match, 0.0)
    drawn = str(replay_chart.chart(found, replay_chart.standings(match), 0))
    assert all(len(line) < 20 * replay_chart.MOST_POINTS for line in re.findall(r' d="([^"]*)"', drawn))


@pytest.mark.parametrize(
    ("game", "seed", "seen"),
    [
        ("spectra_icehouse", 3, "a whole tree"),
        ("spectrangle", 3, "a bonus field"),
        ("spectrum_casino", 3, "many cards"),
    ],
)
def test_what_a_game_is_loved_for_is_among_its_best_moments(game, seed, seen):
    match = random_match(game, 2, seed=seed)
    words = [moment.words for moment in replay_chart.moments(match, replay_chart.standings(match))]
    assert any(seen in each for each in words) and len(words) < 20
