"""The record: what was acknowledged is there, in order, unchanged; and a changed past shows."""

import json
import sqlite3
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablelight.record import ImportRefused, Record, UnknownMatch, WrongIndex, export_lines, import_lines

HEADER = {"game": "roll-and-color", "seats": ["Ann", "Bö"], "rules": {"players": 2}}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def record(tmp_path):
    record = Record.open(tmp_path / "games.db")
    yield record
    record.close()


def filled(record, count=4, now=1000.0):
    match = record.begin(HEADER, now)
    for i in range(count):
        record.append(match, i, {"die": i, "hue": "rot–grün"}, now + i + 0.1, origin="camera", picture=f"{i:064x}")
    return match


def tampered(record, statement):
    """Somebody with a database tool gets past the triggers."""
    with sqlite3.connect(record.where) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(statement)
    raw.close()


def test_entries_come_back_as_they_were_given_also_after_reopening(record):
    match = filled(record)
    record.reopen()
    stored = record.entries(match)
    assert [e.index for e in stored] == [0, 1, 2, 3]
    assert [e.entry for e in stored] == [{"die": i, "hue": "rot–grün"} for i in range(4)]
    assert (stored[2].time, stored[2].origin, stored[2].picture) == (1002.1, "camera", f"{2:064x}")
    assert record.match(match).header == HEADER
    assert record.verify(match).ok


def test_sqlite_writes_every_commit_through_to_the_disk(record):
    with record.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


@pytest.mark.parametrize("wrong", [-1, 0, 3, 5, 2.5, True, "4", None])
def test_a_wrong_index_is_refused_and_nothing_is_added(record, wrong):
    match = filled(record)
    with pytest.raises(WrongIndex, match="next one is 4") as caught:
        record.append(match, wrong, {"x": 1}, 2000.0)
    assert caught.value.expected == 4
    assert len(record.entries(match)) == 4
    record.append(match, 4, {"x": 1}, 2000.0)


@pytest.mark.parametrize("entry", [[1], "x", None, 3, {"x": float("nan")}, {"x": {1, 2}}, {("a", 1): 2}])
def test_an_entry_that_is_no_json_object_is_refused(record, entry):
    match = filled(record, 0)
    with pytest.raises(ValueError, match="JSON"):
        record.append(match, 0, entry, 1.0)
    assert record.entries(match) == []


def test_writers_at_the_same_time_never_both_get_an_index(record):
    match = filled(record, 0)
    won, lost = [], []

    def write(name):
        for i in range(12):
            try:
                record.append(match, i, {"by": name}, 1.0)
                won.append(i)
            except WrongIndex:
                lost.append(i)

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(len(won)))
    assert len(won) + len(lost) == 24
    assert record.verify(match).ok


def test_the_latest_open_match_is_the_one_to_resume(record):
    assert record.latest_open() is None
    first, second = filled(record, 1, now=1.0), filled(record, 2, now=2.0)
    assert record.latest_open().id == second
    record.finish(second, 3.0)
    record.finish(second, 4.0)
    assert record.latest_open().id == first
    assert [(m.id, m.entries, m.finished) for m in record.matches()] == [(second, 2, 3.0), (first, 1, None)]
    assert len(record.matches(limit=1)) == 1


def test_a_correction_may_follow_the_end(record):
    match = filled(record)
    record.finish(match, 2000.0)
    record.append(match, 4, {"undo": 3}, 2001.0)
    assert record.verify(match).entries == 5


def test_what_is_not_there_is_named(record):
    for ask in (record.entries, record.verify, record.match, lambda m: record.append(m, 0, {}, 1.0)):
        with pytest.raises(UnknownMatch, match="no match nope"):
            ask("nope")
    with pytest.raises(UnknownMatch):
        record.finish("nope", 1.0)


def test_a_match_needs_a_game_and_an_id_of_its_own(record):
    for header in ({}, {"game": ""}, {"game": 3}, ["game"]):
        with pytest.raises(ValueError, match="header"):
            record.begin(header, 1.0)
    record.begin(HEADER, 1.0, match_id="finale")
    with pytest.raises(ValueError, match="already a match finale"):
        record.begin(HEADER, 1.0, match_id="finale")


@pytest.mark.parametrize("table", ["matches", "entries", "finishes"])
@pytest.mark.parametrize("deed", ["DELETE FROM {}", "UPDATE {} SET {} = {}", "REPLACE INTO {0} SELECT * FROM {0}"])
def test_rows_cannot_be_changed_or_deleted(record, table, deed):
    record.finish(filled(record), 2.0)
    column = {"matches": "game", "entries": "entry", "finishes": "time"}[table]
    raw = sqlite3.connect(record.where)
    raw.execute("PRAGMA recursive_triggers = ON")
    with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        raw.execute(deed.format(table, column, column))
    raw.close()


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ('UPDATE entries SET entry = \'{"die":6}\' WHERE "index" = 2', 2),
        ('UPDATE entries SET time = time + 1 WHERE "index" = 1', 1),
        ("UPDATE entries SET origin = 'hand' WHERE \"index\" = 3", 3),
        ('UPDATE entries SET picture = NULL WHERE "index" = 0', 0),
        ('DELETE FROM entries WHERE "index" = 1', 1),
        ('DELETE FROM entries WHERE "index" = 0', 0),
        ('UPDATE entries SET "index" = 9 WHERE "index" = 2', 2),
        ("UPDATE matches SET header = '{}'", "header"),
        ("UPDATE matches SET game = 'chess'", "header"),
    ],
)
def test_the_chain_names_the_first_entry_that_was_tampered_with(record, statement, broken):
    match = filled(record)
    tampered(record, statement)
    assert record.verify(match).broken == broken
    assert not record.verify(match).ok


def test_a_match_goes_out_as_json_lines_and_comes_back_identical(record, tmp_path):
    match = filled(record)
    record.finish(match, 2000.5)
    lines = list(export_lines(record, match))
    assert len(lines) == 5
    other = Record.open(tmp_path / "other" / "games.db")
    assert import_lines(other, lines) == match
    assert other.match(match) == record.match(match)
    assert other.entries(match) == record.entries(match)
    assert list(export_lines(other, match)) == lines
    assert other.verify(match).ok
    with pytest.raises(ImportRefused, match="already a match"):
        import_lines(other, lines)
    other.close()


@pytest.fixture(scope="module")
def two_records(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    records = [Record.open(folder / f"{name}.db") for name in "ab"]
    yield records
    for record in records:
        record.close()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.dictionaries(st.text(), JSON, max_size=3), max_size=4), st.floats(0, 4e9))
def test_any_json_object_survives_the_record_and_the_round_trip(two_records, objects, now):
    one, other = two_records
    match = one.begin(HEADER, now)
    for i, entry in enumerate(objects):
        one.append(match, i, entry, now)
    assert [e.entry for e in one.entries(match)] == objects
    import_lines(other, export_lines(one, match))
    assert other.entries(match) == one.entries(match)


def changed(lines, number, **what):
    return [*lines[:number], json.dumps(json.loads(lines[number]) | what), *lines[number + 1 :]]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda ls: [], "line 1"),
        (lambda ls: ["nonsense", *ls[1:]], "line 1 is not JSON"),
        (lambda ls: changed(ls, 0, version=9), "line 1 does not begin"),
        (lambda ls: changed(ls, 0, header={"game": "x"}), "line 1 was changed"),
        (lambda ls: changed(ls, 0, id=None), "line 1 lacks"),
        (lambda ls: [*ls[:2], *ls[3:]], "line 3 is not entry 1"),
        (lambda ls: changed(ls, 3, entry={"die": 6}), "line 4 is not entry 2"),
        (lambda ls: changed(ls, 3, time="soon"), "line 4 lacks"),
        (lambda ls: changed(ls, 3, origin=["camera"]), "line 4 lacks"),
        (lambda ls: [*ls[:4], "[]"], "line 5 is not a JSON object"),
        (lambda ls: [*ls[:4], ls[4][:30]], "line 5 is not JSON"),
    ],
)
def test_an_import_that_is_not_whole_is_refused_by_line_and_adds_nothing(record, tmp_path, change, says):
    lines = list(export_lines(record, filled(record)))
    other = Record.open(tmp_path / "other.db")
    with pytest.raises(ImportRefused, match=says):
        import_lines(other, change(lines))
    assert other.matches() == []
    other.close()
