"""People and how games ended, on the page: for the table alone, from finished games alone."""

from dataclasses import replace
from html import unescape

import pytest

from engine.core.match import Match
from tablelight.bench.players import random_match
from tablelight.referee.inputs import EnterEvent
from tablelight.session.people import People
from tablelight.session.people.names import address_of
from tablelight.web.components.html import markup
from tablelight.web.openapi import description
from tablelight.web.viewer import Shown
from tablelight.web.views.end_card import cheer, end_card
from tablelight.web.views.share_card import picture, share_card
from tests.tablelight.session.people.test_people import played
from tests.tablelight.session.people.test_statistics import a_result
from tests.tablelight.visitors import CODE, act, bearer, connect, until
from tests.tablelight.web.test_api_description import faults


@pytest.fixture
def context(context, table, tmp_path):
    context.surroundings = replace(context.surroundings, people=People(table, tmp_path))
    played(table, ["Ann", "Ben"], seed=1)
    played(table, ["Anne", "Ben"], seed=2)
    return context


@pytest.fixture
def friend(client):
    client.post("/unlock", json={"code": CODE})
    return client


def text(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def say(client, **fields):
    return client.post("/people", data=fields, headers={"origin": "http://testserver"}, follow_redirects=False)


@pytest.mark.parametrize("path", ["/people", f"/people/{address_of('Ann')}", "/results.csv", "/api/people"])
def test_people_are_shown_to_the_table_alone(client, path):
    answer = client.get(path)
    assert answer.status_code == 403 and "Ann" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/people/nobody",
        "/games/nowhere/result",
        "/games/nowhere.jsonl",
        "/picture/x.jpg",
        "/taught.json",
        "/evening.csv",
    ],
)
def test_what_is_not_there_is_said_in_words_and_not_saved_as_a_file(friend, path):
    """Browsers save what comes without a type."""
    answer = friend.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/")
    assert answer.text


def test_everybody_with_leaderboards_and_spellings_that_may_be_one_person(friend):
    page = text(friend, "/people")
    assert "Spectrangle" in page and "Ben" in page and "2 games" in page
    assert "Are these the same person?" in page and "Ann and Anne" in page


def test_two_spellings_become_one_person_and_two_again(friend):
    assert say(friend, do="merge", name="Ann", spelled="Anne").status_code == 303
    page = text(friend, f"/people/{address_of('Ann')}")
    assert "Other spellings" in page and "<td>2</td>" in page
    assert friend.get(f"/people/{address_of('Anne')}").status_code == 404
    assert say(friend, do="part", spelled="Anne").status_code == 303
    assert friend.get(f"/people/{address_of('Anne')}").status_code == 200


def test_only_people_who_played_here_can_be_merged(friend, context):
    say(friend, do="merge", name="Ann", spelled="Nobody")
    assert context.surroundings.people.aliases.name_of("Nobody") == "Nobody"


def test_names_are_changed_with_the_code_alone(client, context):
    assert say(client, do="merge", name="Ann", spelled="Anne").status_code == 403
    assert say(client, do="forget", name="Ann", sure="yes").status_code == 403
    assert {name for result in context.surroundings.people.count() for name in result.names} == {"Ann", "Anne", "Ben"}


def test_who_is_forgotten_was_asked_about_first(friend):
    address = f"/people/{address_of('Anne')}"
    assert "This cannot be undone" not in text(friend, address)
    assert "This cannot be undone" in text(friend, f"{address}?forget")
    assert say(friend, do="forget", name="Anne").status_code == 409
    assert friend.get(address).status_code == 200
    assert say(friend, do="forget", name="Anne", sure="yes").headers["location"] == "/people?said=forgotten"
    assert friend.get(address).status_code == 404
    assert "Anne" not in text(friend, "/people") and "Anne" not in text(friend, "/results.csv")


def test_programs_with_the_code_get_the_same(friend):
    people = {each["name"]: each["games"] for each in friend.get("/api/people").json()["people"]}
    assert people["Ben"][0]["played"] == 2 and set(people) == {"Ann", "Anne", "Ben"}
    by_token = friend.get("/api/people", headers=bearer())
    whole = description()
    assert not faults(by_token.json(), {"$ref": "#/components/schemas/People"}, whole)


def test_a_recorded_game_has_a_page_of_its_result(client, context):
    match_id = context.surroundings.people.count()[0].match_id
    page = text(client, f"/games/{match_id}/result")
    assert "podium" in page and "bgstats://" in page and "Copy the words" in page
    with connect(client, "games") as socket:
        until(socket, "games", f"/games/{match_id}/result")


def test_what_is_not_over_is_told_to_nobody(friend, context, table):
    table.new_match(Match.new("roll_and_color", ["Cem", "Dea"]))
    table.tell(EnterEvent("roll R R O G / R RO RO BP P"))
    match_id = table.snapshot.match_id
    assert friend.get(f"/games/{match_id}/result.csv").status_code == 409
    assert "Cem" not in text(friend, "/people")
    assert friend.get("/games/none/result.csv").status_code == 404


def test_a_result_is_saved_as_a_table_and_as_a_picture(client, context):
    match_id = context.surroundings.people.count()[0].match_id
    assert "Ann" in text(client, f"/games/{match_id}/result.csv")
    assert client.get(f"/games/{match_id}/result.svg").headers["content-type"].startswith("image/svg+xml")
    assert "★" in text(client, f"/games/{match_id}/result.svg")


# ---- how it ended


def ended(name, seats, seed=1, **options):
    match = random_match(name, seats, seed, **options)
    shown = Shown(match)
    return unescape(str(markup(end_card(shown, shown.result("id", None), None, match_id="id")))), match


@pytest.mark.parametrize(("name", "seats", "options"), [
    ("spectrangle", 3, {}), ("spectrangle", 4, {"teams": True}), ("spectrumo", 2, {}), ("spectrum_escape", 2, {}),
    ("spectrum_cribbage", 4, {}), ("roll_and_color", 1, {}), ("spectrum_solitaire", 1, {"pass_limit": 10}),
])  # fmt: skip
def test_every_kind_of_game_ends_with_its_card(name, seats, options):
    card, match = ended(name, seats, **options)
    sides = {tuple(sorted(match.agreed.teammates(seat))) for seat in range(seats)}
    assert card.count("podium-step") == (min(len(sides), 3) if len(sides) > 1 else 0)
    assert card.count("winner") == len({tuple(sorted(match.agreed.teammates(seat))) for seat in match.game.winners(match.state)}) * (len(sides) > 1)  # fmt: skip  # noqa: E501


def test_equal_ones_share_a_place_and_all_of_them_stand_on_the_podium():
    result = a_result(1, (7, 7, 5, 5, 1), ("A", "B", "C", "D", "E"))
    match = random_match("roll_and_color", 5, 1)
    card = unescape(str(markup(end_card(Shown(match), result, None, match_id="id"))))
    assert card.count("step-1") == 2 and card.count("step-3") == 2 and "5. E" in card


def test_records_that_fall_are_said(context, table):
    people = context.surroundings.people
    people.count()
    people._results = (a_result(1, (1, 0), game="spectrangle"),)
    match = random_match("spectrangle", 2, 4)
    result = replace(a_result(9, (80, 70), game="spectrangle"), match_id="fresh")
    card = unescape(str(markup(end_card(Shown(match), result, people, match_id="id"))))
    assert "A record at this table: Ann with 80, before it was 1." in card


def test_a_great_turn_is_cheered_once_it_is_over():
    match = random_match("spectrangle", 2, 1)
    cheered = [n for n in range(len(match.log)) if cheer(Shown(match.at(n))) is not None]
    assert cheered
    words = unescape(str(markup(cheer(Shown(match.at(cheered[0]))))))
    assert "at once!" in words and 'role="status"' in words


def test_what_is_shared_holds_no_more_than_the_result():
    result = a_result(1_700_000_000, (40, 30))
    card = unescape(str(share_card(result, "Roll & Color")))
    assert "https://app.bgstatsapp.com/" in card and "bgstats://" in card and "<svg" in card
    assert "1. Ann: 40" in card
    assert "<script" not in str(picture(replace(result, names=("<script>", "B")), "x"))


def test_the_loser_begins_when_people_want_it_so(friend, context, table):
    match = random_match("spectrangle", 2, 4)
    table.new_match(Match(match.agreed, ["Ann", "Ben"]))
    for event in map(str, match.log):
        table.tell(EnterEvent(event))
    loser = ("Ann", "Ben")[1 - match.game.winners(match.state)[0]]
    with connect(friend) as socket:
        until(socket, "ask", "podium")
        act(socket, "again", first="last")
        until(socket, "play", loser)
    assert table.snapshot.referee.match.seats[0] == loser
