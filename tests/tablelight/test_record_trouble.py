"""The record in trouble: killed, full, locked, damaged, newer, taken away. Nothing acknowledged is ever lost."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablelight.record import Record, RecordTrouble

HEADER = {"game": "roll-and-color"}
WRITER = """
import sys
from tablelight.record import Record
record = Record.open(sys.argv[1])
match = record.latest_open()
match, index = (match.id, match.entries) if match else (record.begin({"game": "roll-and-color"}, 1.0), 0)
while True:
    record.append(match, index, {"n": index, "pad": "x" * (index * 37 % 900)}, 1.0)
    print(index, flush=True)
    index += 1
"""


@pytest.fixture
def place(tmp_path):
    return tmp_path / "games.db"


def fill(place, count=3):
    record = Record.open(place, wait_s=0.05)
    match = record.begin(HEADER, 1.0)
    for i in range(count):
        record.append(match, i, {"n": i}, 1.0)
    return record, match


def refused(place, kind):
    """Opening says what is wrong, with the file's name and what to do, and leaves every byte as it was."""
    before = place.read_bytes()
    with pytest.raises(RecordTrouble, match=str(place)) as caught:
        Record.open(place, wait_s=0.05)
    assert caught.value.kind == kind
    assert place.read_bytes() == before
    return str(caught.value)


def test_killed_at_any_moment_the_record_keeps_all_it_acknowledged(place):
    chance = random.Random(11)
    acknowledged = -1
    for _ in range(24):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(place)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        said = child.stdout.readline() if chance.random() < 0.8 else b""  # sometimes while it still opens
        time.sleep(chance.uniform(0, 0.06))
        os.kill(child.pid, signal.SIGKILL)
        said += child.stdout.read()
        child.wait()
        child.stdout.close()
        whole = said[: said.rfind(b"\n") + 1].split()
        acknowledged = max([acknowledged, *map(int, whole)])
    record = Record.open(place)
    match = record.latest_open()
    stored = record.entries(match.id)
    assert acknowledged > 20
    assert [e.entry["n"] for e in stored] == list(range(len(stored)))
    assert len(stored) - 1 in (acknowledged, acknowledged + 1)
    assert record.verify(match.id).ok
    assert len(record.matches()) == 1
    record.close()


def test_a_file_that_is_no_database_is_refused_untouched(place):
    place.write_bytes(b"my shopping list\n" * 400)
    assert "backup" in refused(place, "damaged")


def test_a_damaged_header_is_refused_untouched(place):
    fill(place)[0].close()
    with place.open("r+b") as file:
        file.write(b"\0" * 24)
    refused(place, "damaged")


def test_damage_in_the_middle_is_refused_untouched(place):
    fill(place, 200)[0].close()
    with place.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(random.Random(1).randbytes(4096 * 4))
    refused(place, "damaged")


def test_a_file_cut_short_is_refused_untouched(place):
    fill(place, 200)[0].close()
    os.truncate(place, place.stat().st_size // 2)
    refused(place, "damaged")


def test_a_newer_record_is_refused_untouched(place):
    fill(place)[0].close()
    with sqlite3.connect(place) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    assert "update Tablelight" in refused(place, "newer")


def test_another_programs_database_is_refused_untouched(place):
    with sqlite3.connect(place) as raw:
        raw.execute("CREATE TABLE entries (x)")
    raw.close()
    assert "another program" in refused(place, "foreign")


def test_an_empty_file_becomes_a_record(place):
    place.touch()
    record, match = fill(place)
    assert record.verify(match).ok
    record.close()


def test_a_folder_in_its_place_is_refused(place):
    place.mkdir()
    with pytest.raises(RecordTrouble, match=str(place)):
        Record.open(place)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(RecordTrouble, match="cannot be opened"):
        Record.open(tmp_path / "file" / "games.db")


def append_until_trouble(record, match, start):
    for index in range(start, start + 5000):
        try:
            record.append(match, index, {"n": index, "pad": "x" * 500}, 1.0)
        except RecordTrouble as trouble:
            return index, trouble
    raise AssertionError("no trouble came")


def test_a_full_database_is_said_and_nothing_acknowledged_is_lost(place):
    record, match = fill(place)
    with record.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 40")
    reached, trouble = append_until_trouble(record, match, 3)
    assert trouble.kind == "full"
    assert "Free some space" in str(trouble)
    assert [e.index for e in record.entries(match)] == list(range(reached))
    record.reopen()
    record.append(match, reached, {"n": reached}, 2.0)
    assert record.verify(match).ok
    record.close()


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here: that takes root")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_is_said_and_writing_goes_on_when_there_is_room_again(small_disk):
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 150_000)
    record, match = fill(small_disk / "games.db")
    reached, trouble = append_until_trouble(record, match, 3)
    assert trouble.kind == "full"
    assert [e.index for e in record.entries(match)] == list(range(reached))
    ballast.unlink()
    record.append(match, reached, {"n": reached}, 2.0)
    record.reopen()
    assert record.verify(match).entries == reached + 1
    assert record.verify(match).ok
    record.close()


def test_a_read_only_disk_is_said_and_writing_goes_on_when_it_may_be_written(small_disk):
    record, match = fill(small_disk / "games.db")
    record.close()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    refused(small_disk / "games.db", "read-only")
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    record.reopen()
    record.append(match, 3, {"n": 3}, 1.0)
    assert record.verify(match).entries == 4
    record.close()


def test_a_file_that_may_not_be_written_is_said(place):
    fill(place)[0].close()
    if os.geteuid() == 0:
        pytest.skip("root may write every file; the read-only disk is tested instead")
    place.chmod(0o444)
    assert "right to write" in refused(place, "read-only")


def test_a_write_that_is_refused_as_read_only_loses_nothing(place):
    record, match = fill(place)
    with record.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(RecordTrouble, match="may not be written"):
        record.append(match, 3, {}, 1.0)
    assert len(record.entries(match)) == 3
    record.reopen()
    record.append(match, 3, {}, 1.0)
    record.close()


def test_a_locked_record_is_said_and_writing_goes_on_when_it_is_free(place):
    record, match = fill(place)
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(RecordTrouble, match="locked") as caught:
        record.append(match, 3, {}, 1.0)
    assert caught.value.kind == "locked"
    other.execute("ROLLBACK")
    other.close()
    record.append(match, 3, {}, 1.0)
    assert record.verify(match).entries == 4
    record.close()


def test_a_record_deleted_while_in_use_acknowledges_nothing_more(place):
    record, match = fill(place)
    place.unlink()
    with pytest.raises(RecordTrouble, match="moved or deleted"):
        record.append(match, 3, {}, 1.0)
    record.close()


def test_a_closed_record_says_so_until_it_is_opened_again(place):
    record, match = fill(place)
    record.close()
    with pytest.raises(RecordTrouble, match="closed"):
        record.entries(match)
    record.reopen()
    assert len(record.entries(match)) == 3
    record.close()


@pytest.mark.parametrize("name", ["sqlite://", "sqlite:///:memory:", "nonsense://x", "://"])
def test_a_place_that_cannot_hold_a_record_is_refused(name):
    with pytest.raises((ValueError, RecordTrouble)):
        Record.open(name)


def test_a_server_that_cannot_be_reached_is_said_without_its_password():
    with pytest.raises(RecordTrouble) as caught:
        Record.open("postgresql://ann:secret@127.0.0.1:1/games")
    assert caught.value.kind == "unreachable"
    assert "secret" not in str(caught.value)
