"""A bit that flips on the disk is said; it never changes a name, hides other games, or stops the service."""

import hashlib
import json
import shutil
import sqlite3
from random import Random

import pytest

from engine.core.errors import EngineError
from engine.core.match import Match
from tablelight.assembly import build
from tablelight.referee.inputs import EnterEvent
from tablelight.session.record import GameDamaged, Record, RecordTrouble
from tablelight.session.record.schema import ASIDE
from tablelight.session.replays import read_match
from tablelight.session.table import GameTable
from tablelight.setup.settings import BoardSettings, CameraSettings, Settings
from tests.tablelight.visitors import CODE, act, connect, until

ROLL = EnterEvent("roll R R O G / R RO RO BP P")


@pytest.fixture
def place(tmp_path):
    return tmp_path / "record.db"


def played(place, *names, seen=1):
    """A table where these people, group by group, began a game and rolled; it is closed again. Returns the ids."""
    table, ids = GameTable(lambda: Record.open(place)), []
    for group in names:
        table.new_match(Match.new("roll_and_color", list(group)))
        for said in (ROLL, EnterEvent("score RO"), ROLL)[:seen]:
            table.tell(said)
        ids.append(table.snapshot.match_id)
    table.close()
    return ids


def change(place, statement, *values):
    """Change a record behind its back."""
    raw = sqlite3.connect(place)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    raw.execute(statement, values)
    raw.commit()
    raw.close()


def names_of(place):
    """Who plays on after a start, what is listed, and what is said; nothing else than a sentence ever comes out."""
    table = GameTable(lambda: Record.open(place))
    table.resume()
    now = table.snapshot
    listed = [(card.seats, bool(card.fault)) for card in table.archive.matches()]
    table.close()
    return now.referee.match.seats if now.referee else None, listed, " ".join(now.troubles.values())


# ---- headers and versions


@pytest.mark.parametrize("header", ["{", "[]", "", "null", "7", '{"game":"roll_and_color"}', '{"seats":3}', "[" * 9000])
def test_a_damaged_header_is_said_and_the_other_games_go_on(place, header):
    older, newer = played(place, ["Ann", "Ben"], ["Cem"])
    change(place, "UPDATE matches SET header = ? WHERE id = ?", header, newer)
    resumed, listed, said = names_of(place)
    assert resumed is None and "cannot go on" in said and "by which rules" in said
    assert listed == [((), True), (("Ann", "Ben"), False)]
    with pytest.raises(GameDamaged):
        Record.open(place).entries(newer)
    assert read_match(Record.open(place), older).seats == ("Ann", "Ben")


@pytest.mark.parametrize(
    "column",
    ["header = replace(header, 'Cem', 'Cam')", "game = 'spectrum'", "created = 2.0", "number = 9", "seal = ''"],
)
def test_nothing_that_was_agreed_changes_unnoticed(place, column):
    _, newer = played(place, ["Ann", "Ben"], ["Cem"])
    change(place, f"UPDATE matches SET {column} WHERE id = ?", newer)
    with pytest.raises(GameDamaged, match="was changed or damaged"):
        Record.open(place).header(newer)
    resumed, listed, said = names_of(place)
    assert resumed is None and "cannot go on" in said and (("Ann", "Ben"), False) in listed


@pytest.mark.parametrize("version", ["abc", "", "-1", "2.5", "²", "9" * 50])
def test_a_version_that_is_none_is_said(place, version):
    played(place, ["Ann"])
    change(place, "UPDATE about SET value = ?", version)
    with pytest.raises(RecordTrouble, match="damaged"):
        Record.open(place)


def test_a_version_of_another_form_is_not_believed(place):
    played(place, ["Ann"])
    change(place, "UPDATE about SET value = '1'")
    with pytest.raises(RecordTrouble, match="damaged"):
        Record.open(place)


def test_entries_that_were_lost_at_the_end_are_missed(place):
    first, _ = played(place, ["Ann", "Ben"], ["Cem"], seen=3)
    change(place, "DELETE FROM entries WHERE match_id = ? AND number = 2", first)
    with pytest.raises(GameDamaged, match=r"Entry 2 .* lost"):
        Record.open(place).entries(first)


# ---- any byte


def outcome(place, seats, ids):
    """What a start makes of a record: "same", or "said" where a sentence tells of the damage."""
    resumed, listed, said = names_of(place)
    assert resumed in (seats[-1], None), resumed
    assert {names for names, fault in listed if not fault} <= set(seats)
    if resumed is None:
        assert said.endswith((".", "…")) and len(said) > 30, said
        return "said"
    assert len(listed) == len(seats), "no game is hidden"
    try:
        record = Record.open(place)
        for match_id, names in zip(ids, seats, strict=True):
            try:
                match = read_match(record, match_id)
            except RecordTrouble:
                continue
            assert match.seats == names and len(match.log) == 3
        record.close()
    except RecordTrouble:
        return "said"
    return "same"


def trials(place, count, seed, spoil):
    seats = [("Ann", "Ben"), ("Cem", "Dia"), ("Eve", "Fay")]
    ids = played(place, *seats, seen=3)
    whole, chance, ends = place.read_bytes(), Random(seed), []
    for _ in range(count):
        for file in place.parent.glob("record.db*"):
            file.unlink()
        place.write_bytes(spoil(whole, chance))
        try:
            ends.append(outcome(place, seats, ids))
        except EngineError as error:
            pytest.fail(f"an error of the rules came out: {error}")
    assert set(ends) == {"same", "said"}, "some damage is met, some lies where nothing is"


def any_bytes(content, chance):
    damaged = bytearray(content)
    for _ in range(chance.choice((1, 1, 4, 40))):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def bytes_of_headers(content, chance):
    damaged = bytearray(content)
    places = [n for n in range(len(content)) if content.startswith(b'{"format"', n)]
    at = chance.choice(places) + chance.randrange(150)
    damaged[at] = chance.randrange(256)
    return bytes(damaged)


@pytest.mark.parametrize("spoil", [any_bytes, bytes_of_headers])
def test_a_byte_that_flips_anywhere_is_said_or_does_not_matter(place, spoil):
    trials(place, 60, 1, spoil)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("spoil", [any_bytes, bytes_of_headers])
@pytest.mark.parametrize("seed", range(4))
def test_many_bytes_that_flip_anywhere_are_said_or_do_not_matter(place, spoil, seed):
    trials(place, 400, 100 + seed, spoil)


# ---- what people can do about it


def settings():
    return Settings(camera=CameraSettings(source=""), board=BoardSettings(port=""))


def test_the_service_starts_beside_a_damaged_newest_game_and_another_one_can_be_begun(place):
    _, newer = played(place, ["Ann", "Ben"], ["Cem"])
    change(place, "UPDATE matches SET header = '{' WHERE id = ?", newer)
    for _ in range(2):  # the notice stays until somebody does something about it
        service = build(settings(), place.parent)
        table = service.table
        assert "cannot go on" in table.snapshot.troubles["resume"] and table.snapshot.stuck == newer
        service.close()
    table.new_match(Match.new("roll_and_color", ["Dia"]))
    assert not table.snapshot.troubles and table.snapshot.stuck is None
    table.close()
    record = Record.open(place)
    record.finish(table.snapshot.match_id, 9.0)
    assert record.latest_open() is None, "what cannot go on is closed as such"


def test_a_damaged_last_game_is_set_aside_by_a_button_and_kept(client, table, place):
    _, newer = played(place, ["Ann", "Ben"], ["Cem"])
    change(place, "UPDATE matches SET header = '{' WHERE id = ?", newer)
    assert not table.resume()
    with connect(client) as socket:  # without the code
        assert 'data-act="set-aside"' not in until(socket, "doubt", "cannot go on")
        act(socket, "set-aside", match=newer)
    assert table.snapshot.stuck == newer
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        until(socket, "doubt", 'data-act="set-aside"')
        act(socket, "set-aside", match=newer)
        until(socket, "doubt", "")
    assert table.snapshot.stuck is None and not table.snapshot.troubles
    assert [card.match_id for card in Record.open(place).put_away()] == [newer]


def test_an_old_damaged_game_stands_in_the_list_and_can_be_set_aside(client, table, place):
    older, _ = played(place, ["Ann", "Ben"], ["Cem"])
    change(place, "UPDATE matches SET header = '{' WHERE id = ?", older)
    assert table.resume()
    client.post("/unlock", json={"code": CODE})
    with connect(client, "games") as socket:
        listed = until(socket, "games", "Set it aside")
        assert "Cem" in listed and "was changed or damaged" in listed and f"/games/{older}.jsonl" not in listed
        act(socket, "past-aside", match=older)
        assert "was changed" not in until(socket, "games", "was set aside")
    assert client.get(f"/games/{older}.jsonl").status_code == 409


def test_what_is_set_aside_or_deleted_is_kept_and_can_come_back(place):
    first, second = played(place, ["Ann", "Ben"], ["Cem"])
    record = Record.open(place)
    for away in (record.set_aside, record.delete):
        away(first, 5.0)
        assert [card.match_id for card in record.matches()] == [second]
        assert [card.match_id for card in record.put_away()] == [first] and len(record.entries(first)) == 1
        record.bring_back(first, 6.0)
        assert [card.match_id for card in record.matches()] == [second, first] and record.put_away() == []
    with sqlite3.connect(place) as raw:
        assert raw.execute("SELECT count(*) FROM marks WHERE kind = ?", (ASIDE,)).fetchone() == (1,)


def test_the_game_that_is_played_is_neither_deleted_nor_set_aside(place):
    played(place, ["Ann"])
    table = GameTable(lambda: Record.open(place))
    assert table.resume()
    for away in (table.archive.delete, table.archive.set_aside):
        with pytest.raises(RecordTrouble, match="being played"):
            away(table.snapshot.match_id)


def test_the_same_game_is_known_again_by_what_was_played(place):
    first, _ = played(place, ["Ann", "Ben"], ["Cem"])
    table = GameTable(lambda: Record.open(place))
    match = table.archive.match(first)
    assert table.archive.same_as(match) == first
    match.undo()
    assert table.archive.same_as(match) is None
    table.archive.delete(first)
    assert table.archive.same_as(table.archive.match(first)) is None, "what was deleted may be brought in again"


# ---- the order of games


def test_a_game_begun_while_the_clock_was_wrong_goes_on_all_the_same(place):
    hours = iter([1.7e9, 1.7e9 + 30, 1.7e9 + 60, 12.0, 24.0, 36.0] + [1.7e9] * 9)
    table = GameTable(lambda: Record.open(place), clock=lambda: next(hours))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    table.tell(ROLL)  # a game of which nothing was played would not be kept
    Record.open(place).begin(Match.new("roll_and_color", ["Dia"]).header(), 1.8e9)  # left open by a crash
    table.new_match(Match.new("roll_and_color", ["Ben"]))
    table.close()
    again = GameTable(lambda: Record.open(place))
    assert again.resume() and again.snapshot.referee.match.seats == ("Ben",)
    assert [card.seats for card in again.archive.matches()] == [("Ben",), ("Dia",), ("Ann",)]


# ---- records of the form before

FORM_1 = """
CREATE TABLE about (name VARCHAR(40) NOT NULL PRIMARY KEY, value VARCHAR(200) NOT NULL);
CREATE TABLE matches (id VARCHAR(40) NOT NULL PRIMARY KEY, game VARCHAR(80) NOT NULL, created FLOAT NOT NULL,
  header TEXT NOT NULL);
CREATE TABLE entries (match_id VARCHAR(40) NOT NULL, number INTEGER NOT NULL, at FLOAT NOT NULL, entry TEXT NOT NULL,
  chain VARCHAR(64) NOT NULL, PRIMARY KEY (match_id, number), FOREIGN KEY(match_id) REFERENCES matches (id));
CREATE TABLE finished (match_id VARCHAR(40) NOT NULL PRIMARY KEY, at FLOAT NOT NULL,
  FOREIGN KEY(match_id) REFERENCES matches (id));
CREATE TRIGGER about_no_update BEFORE UPDATE ON about BEGIN SELECT RAISE(ABORT, 'the record only grows'); END;
CREATE TRIGGER matches_no_update BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'the record only grows'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the record only grows'); END;
INSERT INTO about VALUES ('version', '1');
"""


def of_form_1(place, *games):
    """A record as the version before wrote it: (id, names, when, entries, whether it is over) for each game."""
    raw = sqlite3.connect(place)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.executescript(FORM_1)
    for match_id, names, created, log, over in games:
        header = Match.new("roll_and_color", names).header()
        raw.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", (match_id, header["game"], created, json.dumps(header)))
        chain = ""
        for number, event in enumerate(log):
            entry = json.dumps({"event": event})
            chain = hashlib.sha256(f"{chain}\n{entry}".encode()).hexdigest()
            raw.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (match_id, number, 5.0, entry, chain))
        if over:
            raw.execute("INSERT INTO finished VALUES (?, ?)", (match_id, 6.0))
    raw.commit()
    raw.close()


EVENTS = [ROLL.text, "1: score RO", ROLL.text]


def test_a_record_of_the_form_before_is_carried_over_whole(place):
    of_form_1(place, ("zz", ["Ann"], 9e9, EVENTS, True), ("aa", ["Ben", "Cem"], 7.0, EVENTS[:1], False))
    before = place.read_bytes()
    for length in (1, 2):
        table = GameTable(lambda: Record.open(place))
        assert table.resume() and table.snapshot.referee.match.seats == ("Ben", "Cem"), "the one written down last"
        cards = [(c.match_id, c.seats, c.created, c.length, c.finished, c.fault) for c in table.archive.matches()]
        assert cards == [("aa", ("Ben", "Cem"), 7.0, length, False, ""), ("zz", ("Ann",), 9e9, 3, True, "")]
        assert [str(event) for event in table.archive.match("zz").log] == EVENTS
        assert table.tell(EnterEvent("score RO" if len(table.snapshot.referee.match.log) == 1 else ROLL.text))
        table.close()
    change(place, "UPDATE matches SET header = replace(header, 'Ann', 'Eve')")
    with pytest.raises(GameDamaged):
        Record.open(place).header("zz")
    kept = sqlite3.connect(place.with_name("record-form-1.db"))
    assert kept.execute("SELECT count(*) FROM finished").fetchone() == (1,) and len(before) > 1000


def test_what_was_damaged_in_the_form_before_is_said_and_the_rest_carried_over(place):
    of_form_1(
        place,
        ("a", ["Ann"], 7.0, EVENTS, True),
        ("b", ["Ben"], 8.0, EVENTS, True),
        ("c", ["Cem"], 9.0, EVENTS, False),
    )
    change(place, "UPDATE entries SET entry = replace(entry, 'RO', 'BP') WHERE match_id = 'a' AND number = 1")
    change(place, "UPDATE matches SET header = CAST(X'7BFF' AS TEXT) WHERE id = 'b'")
    record = Record.open(place)
    assert record.latest_open() == "c" and len(read_match(record, "c").log) == 3
    assert [(card.match_id, bool(card.fault)) for card in record.matches()] == [("c", False), ("b", True), ("a", True)]
    for match_id in "ab":
        with pytest.raises(GameDamaged):
            record.entries(match_id)


def test_a_record_that_cannot_be_carried_over_stays_as_it_is(place, monkeypatch):
    of_form_1(place, ("a", ["Ann"], 7.0, EVENTS, False))
    before = shutil.copy(place, place.with_name("before.db"))
    monkeypatch.setattr("tablelight.session.record.older._holds", lambda log: 1 / 0)
    with pytest.raises(RecordTrouble):
        Record.open(place)
    monkeypatch.undo()
    tables = "SELECT name, sql FROM sqlite_master ORDER BY name"
    with sqlite3.connect(place) as now, sqlite3.connect(before) as then:
        assert now.execute(tables).fetchall() == then.execute(tables).fetchall()
    assert len(read_match(Record.open(place), "a").log) == 3
