"""Who played here and how it went, told from the record alone."""

import json

import pytest

from engine.core.events import Move, Rename
from engine.core.match import Match
from engine.core.registry import find
from engine.texts import name_of
from tablelight.bench.players import random_match
from tablelight.referee.inputs import EnterEvent
from tablelight.session.people import KnownPeople, People
from tablelight.session.people.names import address_of, is_somebody, look_alike
from tablelight.session.people.results import ranks, result_of


def played(table, names, game="spectrangle", seed=0, stop=100_000):
    """A match by chance stands in the record under these names."""
    match = random_match(game, len(names), seed, stop)
    lines = [{"tablelight": "match", "header": {**match.header(), "seats": list(names)}}, *match.to_json()["log"]]
    return table.archive.bring_in("\n".join(map(json.dumps, lines)).encode()).match_id


@pytest.fixture
def people(table, tmp_path):
    return People(table, tmp_path)


def test_where_nobody_played_nobody_is_known(people):
    assert people.known() == KnownPeople()
    assert people.count() == ()


def test_names_come_most_recent_first_and_the_last_table_in_its_order(table, people):
    played(table, ["Ann", "Ben"], seed=1)
    assert people.known() == KnownPeople(("Ann", "Ben"), "spectrangle", ("Ann", "Ben"))
    played(table, ["Cem", "Ann"], "roll_and_color", seed=2, stop=3)
    assert people.known() == KnownPeople(("Cem", "Ann", "Ben"), "roll_and_color", ("Cem", "Ann"))


def test_seats_without_a_name_are_nobody(table, people):
    played(table, ["Player 1", "Player 2"])
    assert people.known() == KnownPeople()
    assert is_somebody("Player One") and not is_somebody("Spieler 3")


def test_a_finished_match_counts_once_however_often_it_is_asked_for(table, people):
    match_id = played(table, ["Ann", "Ben"])
    (result,) = people.count()
    assert (result.match_id, result.names, result.game) == (match_id, ("Ann", "Ben"), "spectrangle")
    assert people.count() == (result,) == people.results()


def test_a_match_that_can_go_on_counts_for_nobody(table, people):
    played(table, ["Ann", "Ben"], stop=9)
    assert people.count() == ()
    assert people.known().names == ("Ann", "Ben")


def test_a_deleted_match_counts_no_more_and_counts_again_when_it_is_back(table, people):
    match_id = played(table, ["Ann", "Ben"])
    assert len(people.count()) == 1
    table.archive.delete(match_id)
    assert people.count() == ()
    table.archive.bring_back(match_id)
    assert len(people.count()) == 1


def test_how_matches_went_is_kept_and_made_anew_where_it_is_lost_or_damaged(table, people, tmp_path, monkeypatch):
    played(table, ["Ann", "Ben"])
    before, file = people.count(), tmp_path / "results.jsonl"
    monkeypatch.setattr(table.archive, "read", None)  # nothing is replayed for what is kept
    assert People(table, tmp_path).count() == before
    monkeypatch.undo()
    for content in (None, b"", b"\xff\x00", b'{"results": 0}\n', b'{"results": 1}\n{"match"', b'{"results": 1}\n[]\n'):
        file.unlink() if content is None else file.write_bytes(content)
        assert People(table, tmp_path).count() == before


def test_the_match_that_is_played_counts_as_soon_as_it_is_over(table, people):
    match = random_match("spectrangle", 2, 3)
    table.new_match(Match(match.agreed, ["Ann", "Ben"]))
    for event in map(str, match.log):
        assert people.count() == ()
        assert table.tell(EnterEvent(event))
    assert [result.names for result in people.count()] == [("Ann", "Ben")]


def test_who_was_renamed_is_known_by_the_later_name(table, people):
    match = Match.new("roll_and_color", ["Ann", "Ben"])
    match.add(match.parse("roll R O Y G / R RO RO BP P"))
    match.add(Rename(("Anne", "Ben")))
    lines = [{"tablelight": "match", "header": match.header()}, *match.to_json()["log"]]
    table.archive.bring_in("\n".join(map(json.dumps, lines)).encode())
    assert people.known().names == ("Anne", "Ben")


def test_what_a_result_holds_survives_its_file():
    match = random_match("roll_and_color", 3, 5)
    result = result_of(match, "id", 5.0, 60.0)
    assert type(result).from_json(json.loads(json.dumps(result.to_json()))) == result
    assert result.winners == tuple(match.game.winners(match.state))
    assert sum(points for _, points in result.liked[0].values()) == result.points[0]


@pytest.mark.parametrize(
    ("game", "likes"),
    [
        ("spectrum", {"CAPTURE", "STAR"}),
        ("spectrum_casino", {"TAKE", "MANY"}),
        ("spectrum_cribbage", {"cards", "hand", "crib"}),
        ("spectrum_500", {"GROUP", "SEQUENCE", "CALL", "LARGE"}),
        ("spectrumo", {"SPECIAL", "OUT"}),
        ("spectrangle", {"SIDE", "SIDES", "BONUS"}),
    ],
)
def test_each_game_says_in_words_what_people_go_for_in_it(game, likes):
    match = random_match(game, 2, seed=3, stop=600)
    found = {
        match.game.liked(event, before, after) for before, event, after in steps(match) if isinstance(event, Move)
    } - {""}
    assert found and found <= likes and all(name_of(game, code) != code for code in found)


def steps(match):
    before = match.state_at(0)
    for _, event, after in match.positions:
        yield before, event, after
        before = after


def test_places_are_shared_and_who_has_won_is_first():
    assert ranks([5, 9, 9, 2], [1, 2], highest_wins=True) == (3, 1, 1, 4)
    assert ranks([5, 9, 2], [2], highest_wins=False) == (2, 3, 1)
    assert ranks([5], [], highest_wins=True) == (2,)
    assert not find("spectrumo").highest_wins


@pytest.mark.parametrize(("a", "b"), [("Ann", "Anne"), ("Jose", "José"), ("Micheal", "Michael"), ("Maria", "Marta")])
def test_names_that_may_be_one_person_are_noticed(a, b):
    assert look_alike([a, b]) == [(a, b)]


def test_different_names_are_not_taken_for_one():
    assert look_alike(["Ann", "Ben", "Bea", "Zoe", "Ana Maria"]) == []


def test_an_address_tells_no_name():
    assert "ann" not in address_of("Ann")
    assert address_of(" ANN ") == address_of("Ann") != address_of("Anne")
