"""Copies of the record are made beside the game, few and sound; one command brings the record back from them."""

import os
import shutil
import sqlite3
import threading
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from engine.core.match import Match
from tablelight.assembly import build
from tablelight.cli.main import app
from tablelight.service import keep_copies
from tablelight.session.record import Record, RecordTrouble
from tablelight.session.record import copies as copying
from tablelight.session.record.copies import Copies, Keeper, counts
from tablelight.session.record.restoring import restore
from tablelight.session.replays import read_match
from tablelight.session.table import GameTable
from tablelight.setup import table_code
from tablelight.setup.doctor import check_up, copies
from tablelight.setup.lock import sole_user
from tablelight.setup.settings import BoardSettings, CameraSettings, RecordSettings, Settings
from tests.tablelight.session.record.test_damage import ROLL, change, of_form_1, played

DAY = 86_400


@pytest.fixture
def place(tmp_path):
    return tmp_path / "record.db"


@pytest.fixture
def kept(place):
    return Copies(place, place.parent / "copies")


def settings(**record):
    return Settings(camera=CameraSettings(source=""), board=BoardSettings(port=""), record=RecordSettings(**record))


def names(place):
    """Who played what is listed, newest first; what cannot be told is an empty name."""
    record = Record.open(place)
    try:
        return [card.seats[0] if card.seats else "" for card in record.matches()]
    finally:
        record.close()


def spoil(file):
    """Damage that SQLite itself trips over."""
    content = bytearray(file.read_bytes())
    content[100:4096] = os.urandom(3996)
    file.write_bytes(content)
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)


# ---- making copies


def test_a_copy_holds_what_was_just_written_and_is_for_its_owner_alone(place, kept):
    record = Record.open(place)  # stays open: what was written stands in the log beside the file
    match_id = record.begin(Match.new("roll_and_color", ["Ann"]).header(), 1.0)
    record.append(match_id, 0, {"event": ROLL.text}, 2.0)
    copy = kept.make()
    assert [file.name for file in kept.folder.iterdir()] == [copy.file.name]
    assert copy.file.stat().st_mode & 0o777 == 0o600
    shutil.copy(copy.file, place.with_name("twin.db"))
    assert len(read_match(Record.open(place.with_name("twin.db")), match_id).log) == 1


def test_nothing_added_needs_no_copy(place, kept):
    assert kept.make() is None and not kept.folder.exists()
    played(place, ["Ann"])
    assert kept.make() is not None and kept.make() is None
    played(place, ["Ben"])
    assert kept.make() is not None


def days(kept, monkeypatch, place, count, each=DAY):
    """Somebody plays, and a copy is made, so many times; each is as much younger."""
    for number in range(count):
        played(place, [f"Player {number}"])
        copy = kept.make()
        os.utime(copy.file, (number * each, number * each))
    return [int(copy.at // DAY) for copy in kept.kept()]


def test_there_are_never_more_than_a_few_copies_one_a_day(place, kept, monkeypatch):
    assert days(kept, monkeypatch, place, 9) == [8, 7, 6, 5, 4, 3, 2]
    for _ in range(3):  # several games a day; the last copy of that day is what stays
        played(place, ["Eve"])
        kept.make()
    (newest, *older) = kept.kept()
    assert len(older) == copying.MOST_COPIES - 1 and newest.at // DAY > older[0].at // DAY == 8


def test_all_copies_together_stay_within_their_bytes(place, kept, monkeypatch):
    played(place, ["Ann"])
    monkeypatch.setattr(copying, "MOST_BYTES", int(2.5 * kept.make().size))
    days(kept, monkeypatch, place, 5)
    assert len(kept.kept()) == 2
    monkeypatch.setattr(copying, "MOST_BYTES", 1)
    played(place, ["Ben"])
    assert kept.make() in kept.kept() and len(kept.kept()) == 1, "the newest one stays in any case"


def test_a_record_begun_anew_does_not_push_out_the_copy_of_the_same_day(place, kept):
    played(place, ["Ann"], ["Ben"])
    first = kept.make()
    place.unlink()
    played(place, ["Cem"])
    assert [copy.number for copy in kept.kept()] == [first.number]
    kept.make()
    assert [copy.number for copy in kept.kept()] == [2, 1]


def test_a_damaged_record_makes_no_copy_and_pushes_none_out(place, kept):
    played(place, ["Ann"])
    first = kept.make()
    played(place, ["Ben"])
    spoil(place)
    with pytest.raises(RecordTrouble, match="tablelight restore"):
        kept.make()
    assert kept.kept() == [first] and len(list(kept.folder.iterdir())) == 1


@pytest.mark.parametrize("free", [0, copying._ROOM])
def test_no_room_for_a_copy_is_said(place, kept, monkeypatch, free):
    played(place, ["Ann"])
    monkeypatch.setattr(copying.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    with pytest.raises(RecordTrouble, match="no room"):
        kept.make()


def test_a_folder_that_cannot_be_used_is_said(place):
    played(place, ["Ann"])
    (place.parent / "file").write_text("")
    with pytest.raises(RecordTrouble, match="No copy of the record could be made"):
        Copies(place, place.parent / "file" / "copies").make()


def test_the_table_goes_on_while_a_copy_is_made(place, kept, monkeypatch):
    table = GameTable(lambda: Record.open(place))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    copy_file, begun, told = copying.copy_file, threading.Event(), threading.Event()

    def slow(source, target):
        begun.set()
        assert told.wait(20), "the table had to wait for the copy"
        copy_file(source, target)

    monkeypatch.setattr(copying, "copy_file", slow)
    said = []
    keeper = Keeper(kept, said.append, clock=lambda: 0.0)
    keeper.copy_when_due("a game")
    assert begun.wait(20)
    assert table.tell(ROLL)
    keeper.copy_when_due("another game")  # one at a time
    told.set()
    keeper.wait(20)
    assert said == [None] and counts(kept.kept()[0].file) == (1, 1, 0)


def test_copies_are_due_at_the_start_after_each_game_and_once_a_day(place):
    made, now = [], [0.0]
    keeper = Keeper(SimpleNamespace(make=lambda: made.append(now[0])), lambda _: None, clock=lambda: now[0])
    for moment, at in (("a", 0), ("a", 5), ("b", 6), ("b", 7), ("b", 7 + DAY), ("b", 8 + DAY)):
        now[0] = at
        keeper.copy_when_due(moment)
        keeper.wait(20)
    assert made == [0, 6, 7 + DAY]


def test_the_service_makes_copies_and_says_when_it_cannot(tmp_path):
    (tmp_path / "blocked").write_text("")
    for folder, trouble in (("", False), (str(tmp_path / "elsewhere"), False), (str(tmp_path / "blocked"), True)):
        service = build(settings(copies=folder), tmp_path)
        service.table.new_match(Match.new("roll_and_color", ["Ann"]))
        keep_copies(service)
        service.keeper.wait(20)
        assert ("copies" in service.table.snapshot.troubles) == trouble
        service.close()
    assert len(list((tmp_path / "copies").iterdir())) == len(list((tmp_path / "elsewhere").iterdir())) == 1


def test_a_record_in_the_network_is_not_copied_here(tmp_path):
    service = build(settings(url=f"sqlite:///{tmp_path / 'other.db'}"), tmp_path)
    assert service.keeper is None
    service.close()


# ---- bringing the record back


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_DATA", str(tmp_path))

    def run(*args):
        done = CliRunner().invoke(app, ["restore", *map(str, args)])
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return done.exit_code, done.output

    return run


def test_one_command_brings_a_damaged_record_back(place, kept, run):
    played(place, ["Ann"], ["Ben"])
    kept.make()
    spoil(place)
    damaged = place.read_bytes()
    with pytest.raises(RecordTrouble, match="tablelight restore"):
        Record.open(place)
    status, said = run()
    assert status == 0 and "2 games" in said and "record-damaged-1.db" in said
    assert names(place) == ["Ben", "Ann"] and place.stat().st_mode & 0o777 == 0o600
    assert place.with_name("record-damaged-1.db").read_bytes() == damaged
    table = GameTable(lambda: Record.open(place))
    assert table.resume() and table.snapshot.referee.match.seats == ("Ben",)
    status, said = run()
    assert status == 0 and "Nothing was changed" in said


def test_what_was_played_since_the_copy_comes_along(place, kept, run):
    ann, _ = played(place, ["Ann"], ["Ben"], seen=2)
    kept.make()
    (cem,) = played(place, ["Cem"], seen=3)
    change(place, "UPDATE matches SET header = '{' WHERE id = ?", ann)
    assert names(place) == ["Cem", "Ben", ""]
    assert run()[0] == 0
    assert names(place) == ["Cem", "Ben", "Ann"]
    assert len(read_match(Record.open(place), cem).log) == 3 and Record.open(place).latest_open() == cem


def test_what_is_nowhere_sound_stays_and_is_said(place, kept, run):
    ann, _ = played(place, ["Ann"], ["Ben"], seen=3)
    change(place, "UPDATE entries SET entry = '{}' WHERE match_id = ? AND number = 1", ann)
    kept.make()
    spoil(place)
    status, said = run()
    assert status == 0 and "1 game is as it was" in said and "1 more could not be mended" in said
    assert names(place) == ["Ben", "Ann"]
    with pytest.raises(RecordTrouble, match="Entry 1"):
        Record.open(place).entries(ann)


def test_games_of_two_records_that_have_the_same_place_in_the_order_are_both_kept(place, kept, run):
    played(place, ["Ann"], ["Ben"])
    kept.make()
    place.unlink()
    played(place, ["Cem"], seen=3)
    assert run()[0] == 0
    record = Record.open(place)
    assert sorted(names(place)) == ["Ann", "Ben", "Cem"]
    assert [len(record.entries(card.match_id)) for card in record.matches() if card.seats == ("Cem",)] == [3]


def test_one_copy_alone_can_be_gone_back_to(place, kept, run):
    played(place, ["Ann"])
    copy = kept.make()
    played(place, ["Ben"])
    assert run(copy.file)[0] == 0
    assert names(place) == ["Ann"] and names(place.with_name("record-damaged-1.db")) == ["Ben", "Ann"]


def test_a_copy_of_the_form_before_is_read_as_well(place, tmp_path):
    of_form_1(tmp_path / "old.db", ("a", ["Ann"], 7.0, [ROLL.text], False))
    before = (tmp_path / "old.db").read_bytes()
    assert restore(place, [tmp_path / "old.db"]).sound == 1
    assert names(place) == ["Ann"] and (tmp_path / "old.db").read_bytes() == before


def test_nothing_that_can_be_read_changes_nothing(place, run):
    place.write_bytes(b"garbage" * 1000)
    status, said = run()
    assert status == 1 and "No game can be read" in said
    assert place.read_bytes() == b"garbage" * 1000 and len(list(place.parent.glob("*.db*"))) == 1


def test_a_table_that_is_used_is_not_restored_under_its_hands(place, run, tmp_path):
    played(place, ["Ann"])
    with sole_user(tmp_path):
        status, said = run()
    assert status == 1 and "Another Tablelight" in said


# ---- what the check-up says


def found(tmp_path, what, settings=settings()):  # noqa: B008 - a value
    return next(finding for finding in check_up(settings, tmp_path, ()) if finding.what == what)


def test_the_check_up_names_the_copies_and_how_old_they_are(place, kept, tmp_path):
    assert "none yet" in found(tmp_path, "copies").sentence
    played(place, ["Ann"])
    copy = kept.make()
    os.utime(copy.file, (1000, 1000))
    (said,) = copies(settings(), tmp_path, now=lambda: 1000 + 3 * DAY)
    assert said.ok and str(kept.folder) in said.sentence and "3 days ago" in said.sentence
    played(place, ["Ben"])
    (said,) = copies(settings(), tmp_path, now=lambda: 1000 + 3 * DAY)
    assert not said.ok and "start Tablelight" in said.sentence
    (said,) = copies(settings(), tmp_path, now=lambda: 1000 + 3600)
    assert said.ok and "an hour ago" in said.sentence


def test_the_check_up_names_every_damaged_game(place, tmp_path):
    ann, _, cem = played(place, ["Ann"], ["Ben"], ["Cem"])
    for match_id in (ann, cem):
        change(place, "UPDATE matches SET header = '{' WHERE id = ?", match_id)
    said = found(tmp_path, "record")
    assert not said.ok and ann in said.sentence and cem in said.sentence


# ---- the table's code

GARBAGE = [
    b"",
    b"\n",
    b"ABC",
    b"\xff\xfe" * 20,
    b"--------",
    b"A" * 65,
    b"ABCD\x00EFGH",
    b"ABCD2345\nABCD2345",
    b"x" * 9999,
]


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_file_that_holds_no_code_is_said_and_kept(tmp_path, garbage):
    (tmp_path / "code.txt").write_bytes(garbage)
    assert "code.txt" in table_code.check(tmp_path) and not found(tmp_path, "code").ok
    service = build(settings(), tmp_path)
    said = service.table.snapshot.troubles["code"]
    assert "code.txt" in said and "join anew" in said
    service.close()
    assert garbage.startswith((tmp_path / "code-damaged.txt").read_bytes())
    again = table_code.table_code(tmp_path)
    assert again == table_code.TableCode(service.context.code) and table_code.usable(again.code.encode()) == again.code
    assert found(tmp_path, "code").ok


def test_a_code_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    def stops(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as cut:
        cut.setattr("os.fsync", stops)
        with pytest.raises(OSError, match="No space"):
            table_code.table_code(tmp_path)
    assert not (tmp_path / "code.txt").exists()
    old = os.umask(0)
    try:
        first = table_code.table_code(tmp_path)
    finally:
        os.umask(old)
    assert (tmp_path / "code.txt").stat().st_mode & 0o777 == 0o600 and not first.trouble
    assert [file.name for file in tmp_path.iterdir()] == ["code.txt"]


def test_no_code_of_dashes_lets_everybody_in(tmp_path):
    (tmp_path / "code.txt").write_text("--------\n")
    kept = table_code.table_code(tmp_path).code
    assert not table_code.same("", kept) and not table_code.same("--------", kept)


def test_the_copies_of_a_damaged_file_do_not_hide_its_damage(place, tmp_path):
    played(place, ["Ann"])
    spoil(place)
    with pytest.raises(sqlite3.Error), sqlite3.connect(place) as raw:
        raw.execute("SELECT * FROM matches").fetchall()
    assert not found(tmp_path, "record").ok
