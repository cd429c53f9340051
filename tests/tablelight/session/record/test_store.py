"""Nothing acknowledged is ever lost, and nothing that lies there is ever overwritten."""

import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError

from tablelight.session.record import Record, RecordTrouble
from tablelight.session.record.schema import VERSION, entries

HEADER = {"format": 1, "game": "roll_and_color", "rules": {}, "seats": ["Ann", "Ben"]}


@pytest.fixture
def place(tmp_path):
    return tmp_path / "record.db"


def filled(place, count=3):
    record = Record.open(place)
    match_id = record.begin(HEADER, 1.0)
    for number in range(count):
        record.append(match_id, number, {"event": f"number {number}"}, 2.0 + number)
    return record, match_id


def test_what_was_written_is_there_when_opened_again(place):
    record, match_id = filled(place)
    record.close()
    again = Record.open(place)
    assert again.latest_open() == match_id
    assert again.header(match_id) == HEADER
    assert again.entries(match_id) == [{"event": f"number {n}"} for n in range(3)]
    assert [(card.seats, card.length, card.finished) for card in again.matches()] == [(("Ann", "Ben"), 3, False)]


def test_two_programs_may_open_a_new_record_at_the_same_moment(place, monkeypatch):
    first_look = Record._version

    def others_were_quicker(record, connection):
        found = first_look(record, connection)
        if found is None:
            monkeypatch.setattr(Record, "_version", first_look)
            connection.rollback()
            Record.open(place).close()
        return found

    monkeypatch.setattr(Record, "_version", others_were_quicker)
    assert Record.open(place).matches() == []


def test_a_finished_match_is_not_resumed(place):
    record, match_id = filled(place)
    record.finish(match_id, 9.0)
    record.finish(match_id, 10.0)
    assert record.latest_open() is None
    assert record.matches()[0].finished


def test_entries_are_numbered_without_gaps(place):
    record, match_id = filled(place)
    for number in (2, 4, -1):
        with pytest.raises(RecordTrouble, match="does not follow"):
            record.append(match_id, number, {"event": "x"}, 9.0)
    assert len(record.entries(match_id)) == 3


def test_rows_can_be_neither_changed_nor_deleted(place):
    record, match_id = filled(place)
    for attempt in (entries.update().values(entry="{}"), entries.delete()):
        with pytest.raises(SQLAlchemyError, match="only grows"), record._engine.begin() as connection:
            connection.execute(attempt)
    assert len(record.entries(match_id)) == 3


def test_a_row_changed_behind_its_back_is_named(place):
    record, match_id = filled(place)
    record.close()
    with sqlite3.connect(place) as raw:
        raw.execute("DROP TRIGGER entries_no_update")
        raw.execute('UPDATE entries SET entry = \'{"event":"forged"}\' WHERE number = 1')
    with pytest.raises(RecordTrouble, match=r"Entry 1 .* was changed"):
        Record.open(place).entries(match_id)


# ---- what must not be overwritten


@pytest.mark.parametrize("content", [b"garbage", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_refused_and_left_as_it_is(place, content):
    place.write_bytes(content)
    with pytest.raises(RecordTrouble, match="damaged"):
        Record.open(place)
    assert place.read_bytes() == content


def test_a_record_of_a_newer_version_is_refused_and_left_as_it_is(place):
    record, _ = filled(place)
    record.close()
    with sqlite3.connect(place) as raw:
        raw.execute("DROP TRIGGER about_no_update")
        raw.execute("UPDATE about SET value = ?", (str(VERSION + 1),))
    raw.close()
    before = place.read_bytes()
    with pytest.raises(RecordTrouble, match="newer Tablelight"):
        Record.open(place)
    assert place.read_bytes() == before


def test_a_database_of_something_else_is_refused(place):
    with sqlite3.connect(place) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.close()
    with pytest.raises(RecordTrouble, match="something else"):
        Record.open(place)


# ---- what can go wrong while writing


def test_a_full_disk_says_so_and_loses_nothing(place):
    record, match_id = filled(place)

    def small(connection, _):
        connection.execute("PRAGMA max_page_count = 1")  # SQLite never goes below what is there already

    event.listen(record._engine, "connect", small)
    record.close()
    written = 3
    with pytest.raises(RecordTrouble, match="disk is full"):
        for written in range(3, 200):
            record.append(match_id, written, {"event": "x" * 900}, 9.0)
    event.remove(record._engine, "connect", small)
    record.close()
    assert len(record.entries(match_id)) == written
    record.append(match_id, written, {"event": "space again"}, 9.0)
    assert record.entries(match_id)[-1] == {"event": "space again"}


def test_whether_anything_can_be_written_is_found_out_without_a_trace(place):
    record, match_id = filled(place)
    before = record.matches(), record.entries(match_id)
    record.try_writing()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # no file may grow
    try:
        with pytest.raises(RecordTrouble):
            record.try_writing()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    record.try_writing()
    assert (record.matches(), record.entries(match_id)) == before


@pytest.mark.parametrize(("free", "says"), [(0, "The disk is full"), (10**9, "Check the SD card")])
def test_a_disk_that_is_full_is_not_taken_for_a_broken_one(place, monkeypatch, free, says):
    record, match_id = filled(place)

    def no_room(connection, _):
        raise sqlite3.OperationalError("disk I/O error")

    event.listen(record._engine, "connect", no_room)
    record.close()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    with pytest.raises(RecordTrouble, match=says):
        record.append(match_id, 3, {"event": "x"}, 9.0)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_locked_folder_says_so(tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(RecordTrouble, match="cannot be opened"):
        Record.open(tmp_path / "locked" / "record.db")


def test_a_record_held_by_another_program_says_so(place, monkeypatch):
    monkeypatch.setattr("tablelight.session.record.database.BUSY_S", 0.05)
    record, match_id = filled(place)
    holder = sqlite3.connect(place, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(RecordTrouble, match="Another program holds"):
        record.append(match_id, 3, {"event": "x"}, 9.0)
    holder.execute("ROLLBACK")
    record.append(match_id, 3, {"event": "x"}, 9.0)


WRITER = """
import sys
from tablelight.session.record import Record
record = Record.open(sys.argv[1])
match_id = record.latest_open() or record.begin({"format": 1, "game": "g", "rules": {}, "seats": ["A"]}, 0.0)
number = len(record.entries(match_id))
while True:
    record.append(match_id, number, {"event": f"number {number}"}, 0.0)
    print(number, flush=True)
    number += 1
"""


def test_killed_at_any_moment_nothing_acknowledged_is_lost(place):
    chance = random.Random(7)
    acknowledged = -1
    for _ in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(place)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[4],
        )
        assert writer.stdout is not None
        acknowledged = int(writer.stdout.readline())
        time.sleep(chance.uniform(0, 0.05))
        writer.send_signal(signal.SIGKILL)
        rest = writer.communicate()[0].split("\n")[:-1]
        acknowledged = int(rest[-1]) if rest else acknowledged
        record = Record.open(place)
        there = record.entries(record.latest_open())
        assert acknowledged + 1 <= len(there) <= acknowledged + 2
        assert there == [{"event": f"number {n}"} for n in range(len(there))]


# ---- what reaches the disk


def beside(place, end):
    return place.with_name(place.name + end)


def written_by_us():
    """Bytes that this program has handed to files so far."""
    lines = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(lines["wchar"])


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="only Linux counts what a program writes")
def test_an_entry_costs_two_pages_of_log_and_no_new_files(place):
    record, match_id = filled(place)
    log = beside(place, "-wal").stat().st_ino
    before = written_by_us()
    for number in range(3, 53):
        record.append(match_id, number, {"event": f"number {number}"}, 9.0)
    assert (written_by_us() - before) / 50 < 11_000
    assert beside(place, "-wal").stat().st_ino == log, "one connection is kept"


def test_every_commit_is_synced_and_one_connection_is_kept(place):
    record, _ = filled(place)
    with record._engine.connect() as connection:
        asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "journal_mode")]
    assert asked == [2, "wal"] and record._engine.pool.checkedin() == 1


def test_the_log_beside_the_file_stays_small(place, monkeypatch):
    monkeypatch.setattr("tablelight.session.record.database.CHECKPOINT_PAGES", 20)
    record, match_id = filled(place)
    for number in range(3, 150):
        record.append(match_id, number, {"event": f"number {number}"}, 9.0)
        assert beside(place, "-wal").stat().st_size < 2 * 20 * 4200
    assert len(record.entries(match_id)) == 150


def test_whatever_is_there_after_each_entry_is_enough_to_go_on(place, tmp_path):
    record, match_id = filled(place, 0)
    for number in range(20):
        record.append(match_id, number, {"event": f"number {number}"}, 9.0)
        (tmp_path / "cut").mkdir(exist_ok=True)
        for end in ("", "-wal"):
            shutil.copy(beside(place, end), tmp_path / "cut" / beside(place, end).name)
        again = Record.open(tmp_path / "cut" / place.name)
        assert len(again.entries(match_id)) == number + 1
        again.close()


def test_a_record_that_is_taken_away_while_it_is_used_gets_no_more_entries(place):
    record, match_id = filled(place)
    kept = place.rename(place.with_name("elsewhere.db"))
    with pytest.raises(RecordTrouble, match="moved or replaced"):
        record.append(match_id, 3, {"event": "x"}, 9.0)
    record.close()
    kept.rename(place)
    again = Record.open(place)
    again.append(match_id, 3, {"event": "x"}, 9.0)
    assert len(again.entries(match_id)) == 4


def test_nobody_else_can_read_the_record(place):
    old = os.umask(0o022)
    try:
        record, match_id = filled(place)
        names = [place, beside(place, "-wal"), beside(place, "-shm")]
        assert [name.stat().st_mode & 0o777 for name in names] == [0o600] * 3
        record.close()
        place.chmod(0o644)  # as the version before left it
        record = Record.open(place)
        record.append(match_id, 3, {"event": "x"}, 9.0)
        assert [name.stat().st_mode & 0o777 for name in names] == [0o600] * 3
    finally:
        os.umask(old)
