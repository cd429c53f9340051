"""Who is forgotten is in no file any more, and the games that were played stay whole."""

import json

import pytest

from engine.core.agreement import Agreement, Team
from engine.core.events import Join, Rename
from engine.core.match import Match, entry_to_json
from tablelight.referee.inputs import CallPlayers, EnterEvent
from tablelight.session.evening import Evenings
from tablelight.session.people import People
from tablelight.session.people.forgetting import Forgetting
from tablelight.session.record import Record
from tablelight.session.record.copies import Copies, counts
from tablelight.session.record.rewriting import rewrite_file
from tablelight.session.seats import Seats, new_ticket
from tests.tablelight.session.people.test_people import played
from tests.tablelight.visitors import ROLL

NAME = "Zoë Quillfeather"


@pytest.fixture
def copies(tmp_path):
    return Copies(tmp_path / "record.db", tmp_path / "copies")


@pytest.fixture
def people(table, tmp_path):
    return People(table, tmp_path)


@pytest.fixture
def seats(tmp_path):
    return Seats(tmp_path / "seats.json")


@pytest.fixture
def forgetting(table, people, seats, copies, tmp_path):
    evenings = Evenings(table, tmp_path / "evening.json")
    evenings.begin(f"{NAME}'s birthday")
    return Forgetting(table, people, seats, tmp_path, copies, evenings)


def having(folder, name):
    """Every file below a folder that has the name in it, in any of the ways in which files write it."""
    ways = {name.encode("utf-8"), name.encode("utf-16-le"), json.dumps(name).strip('"').encode()}
    ways |= {way.lower() for way in ways}
    return [file for file in folder.rglob("*") if file.is_file() and any(w in file.read_bytes().lower() for w in ways)]


def test_the_name_is_in_no_file_any_more(table, people, seats, copies, forgetting, tmp_path):
    first = played(table, [NAME, "Ben"], seed=1)
    played(table, ["Cem", NAME.upper()], seed=2)
    copies.make()
    played(table, ["Ben", "Cem"], seed=3)
    copies.make()
    table.new_match(Match.new("roll_and_color", [NAME, "Ben"]))
    table.tell(EnterEvent(ROLL))
    table.tell(CallPlayers(("Zoe", "Ben")))
    seats.follow(table.snapshot.match_id, [NAME, "Ben"])
    seats.take(new_ticket(), 0)
    people.count()
    people.aliases.merge("Zoe", NAME)
    (tmp_path / "record-damaged-1.db").write_bytes(b"no record, but it says " + f'"{NAME}"'.encode())
    assert len(having(tmp_path, NAME)) >= 5
    forgetting.forget(NAME)
    assert having(tmp_path, NAME) == []
    # The games are whole, and everybody else is as before.
    match = table.archive.match(first)
    assert match.seats == ("Player 1", "Ben")
    assert [card.fault for card in table.archive.every_match()] == [""] * 4
    assert table.snapshot.referee.match.seats == ("Somebody 1", "Ben")
    assert {name for result in people.count() for name in result.names} == {"Player 1", "Player 2", "Ben", "Cem"}
    assert people.known().names == ("Ben", "Cem")
    table.tell(EnterEvent("score RO"))
    assert len(table.snapshot.referee.match.log) == 3
    table.close()
    assert having(tmp_path, NAME) == []


def test_copies_stay_copies_of_everything_else(table, copies, forgetting):
    played(table, [NAME, "Ben"], seed=1)
    copy = copies.make()
    before = counts(copy.file)
    forgetting.forget(NAME)
    assert counts(copies.kept()[0].file) == before
    with_copy = Record.open(copy.file)
    assert [card.seats for card in with_copy.matches()] == [("Player 1", "Ben")]
    assert all(with_copy.entries(card.match_id) for card in with_copy.matches())
    with_copy.close()


def test_who_is_not_named_so_is_left_alone(table, people, forgetting):
    played(table, ["Ann", "Anna"], seed=1)
    forgetting.forget("Ann")
    (result,) = people.count()
    assert result.names == ("Player 1", "Anna")


def test_after_it_the_record_only_grows_as_before(table, forgetting, tmp_path):
    played(table, [NAME, "Ben"])
    forgetting.forget(NAME)
    with pytest.raises(Exception, match="only grows"), table._record.opened()._writing() as connection:
        connection.exec_driver_sql("UPDATE matches SET header = ''")


def test_names_that_came_and_went_still_replay(tmp_path):
    record = Record.open(tmp_path / "r.db")
    match = Match.new("roll_and_color", ["Zoe", "Ben"])
    for names in (("ZOE", "Ben"), ("Ben", "Zoe"), ("Zoe", "Ben"), ("Player 1", "Zoe"), ("Ben", "Cem")):
        match.add(Rename(names))
    match_id = record.add_match(match.header(), map(entry_to_json, match.log), 1.0, 2.0)
    record.close()
    assert rewrite_file(tmp_path / "r.db", lambda name: name.lower() == "zoe") == 1
    record = Record.open(tmp_path / "r.db")
    again = Match.from_header(record.header(match_id))
    for index, entry in enumerate(record.entries(match_id)):
        again.replay(index, entry)
    assert again.seats == ("Ben", "Cem")
    record.close()


def test_who_joined_later_and_a_team_of_that_name_are_forgotten_too(tmp_path):
    record = Record.open(tmp_path / "r.db")
    teams = Agreement(teams=(Team("Zoe", (0, 1)), Team("Others", (2, 3))))
    match = Match.new("roll_and_color", ["Ann", "Ben", "Cem", "Dea"], agreement=teams)
    first = record.add_match(match.header(), [], 1.0, 2.0)
    match = Match.new("roll_and_color", ["Ann", "Ben"])
    match.add(Join("Zoe"))
    second = record.add_match(match.header(), map(entry_to_json, match.log), 1.0, 2.0)
    assert record.tables(9)[0] == ("roll_and_color", ("Ann", "Ben", "Zoe"))
    record.close()
    assert rewrite_file(tmp_path / "r.db", lambda name: name == "Zoe") == 2
    record = Record.open(tmp_path / "r.db")
    assert [team["name"] for team in record.header(first)["agreed"]["teams"]] == ["Team 1", "Others"]
    again = Match.from_header(record.header(second))
    again.replay(0, record.entries(second)[0])
    assert again.seats[:2] == ("Ann", "Ben")
    record.close()
    assert having(tmp_path, "Zoe") == []


def test_a_game_that_was_damaged_stays_damaged(tmp_path):
    record = Record.open(tmp_path / "r.db")
    match = Match.new("roll_and_color", ["Zoe", "Ben"])
    match.add(match.parse(ROLL))
    match_id = record.add_match(match.header(), map(entry_to_json, match.log), 1.0, 2.0)
    with record._writing() as connection:
        connection.exec_driver_sql("DROP TRIGGER entries_no_update")
        connection.exec_driver_sql("UPDATE entries SET entry = replace(entry, 'roll', 'Roll')")
    record.close()
    rewrite_file(tmp_path / "r.db", lambda name: name == "Zoe")
    record = Record.open(tmp_path / "r.db")
    with pytest.raises(Exception, match="changed"):
        record.header(match_id) and record.entries(match_id)
    record.close()
    assert having(tmp_path, '"Zoe"') == []
