"""What counts is written down before it is shown; a table that was cut off goes on exactly where it stood."""

import sqlite3

import pytest

from engine.components.lights import Meaning
from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent, TakeBack
from tablelight.session.record import Record, RecordTrouble
from tablelight.session.record_access import RETRY_S
from tablelight.session.table import GameTable

ROLL = EnterEvent("roll R R O G / R RO RO BP P")


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class Lamp:
    def __init__(self):
        self.pictures = []

    def show(self, picture):
        self.pictures.append(picture)


class Fails(Record):
    """A record whose disk is full from some entry on."""

    full = False

    def append(self, *args):
        if Fails.full:
            raise RecordTrouble("The disk is full.")
        super().append(*args)

    def try_writing(self):
        if Fails.full:
            raise RecordTrouble("The disk is full.")
        super().try_writing()


@pytest.fixture
def place(tmp_path):
    return tmp_path / "record.db"


def new_table(place, kind=Record, **more):
    table = GameTable(lambda: kind.open(place), **more)
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    return table


def test_what_counts_lights_up_and_stands_in_the_record(place):
    lamp = Lamp()
    table = new_table(place, lights=lamp)
    assert table.tell(ROLL)
    assert lamp.pictures[-1]["RO1"].meaning in (Meaning.PIECE, Meaning.WAITING)
    assert Record.open(place).entries(table.snapshot.match_id) == [{"event": "roll R R O G / R RO RO BP P"}]


def test_a_table_that_was_cut_off_goes_on_where_it_stood(place):
    table = new_table(place)
    for said in (ROLL, EnterEvent("score RO"), TakeBack(), EnterEvent("score R")):
        table.tell(said)
    again = GameTable(lambda: Record.open(place))
    assert again.resume()
    assert again.snapshot.match_id == table.snapshot.match_id
    assert again.snapshot.referee.match.state == table.snapshot.referee.match.state
    assert again.snapshot.referee.match.log == table.snapshot.referee.match.log
    assert again.tell(EnterEvent("2: roll R R O G / R RO RO BP P"))


def test_nothing_to_resume_is_no_trouble(place):
    table = GameTable(lambda: Record.open(place))
    assert not table.resume() and not table.snapshot.troubles


def test_what_cannot_be_written_down_is_not_shown_and_counts_once_it_can(place):
    clock, lamp = Clock(), Lamp()
    table = new_table(place, Fails, clock=clock, lights=lamp)
    before, shown = table.snapshot.referee, lamp.pictures[-1]
    Fails.full = True
    try:
        assert not table.tell(ROLL)
        assert table.snapshot.referee == before and lamp.pictures[-1] == shown
        assert "disk is full" in table.snapshot.troubles["record"]
    finally:
        Fails.full = False
    clock.now += RETRY_S + 1
    assert table.tell(ROLL)
    assert "record" not in table.snapshot.troubles
    assert table.snapshot.referee.match.state.rolled


def test_a_record_that_can_be_written_again_is_not_complained_about_any_longer(place):
    clock = Clock()
    table = new_table(place, Fails, clock=clock)
    Fails.full = True
    try:
        assert not table.tell(ROLL)
        said = table.snapshot
        clock.now += RETRY_S + 1
        table.try_again()
        assert table.snapshot is said, "it lasts, and nothing new is said"
    finally:
        Fails.full = False
    table.try_again()
    assert table.snapshot is said, "it is not tried each second"
    clock.now += RETRY_S + 1
    table.try_again()
    assert not table.snapshot.troubles and table.snapshot.referee == said.referee
    assert table.tell(ROLL)


def test_a_record_that_cannot_be_opened_is_said_and_tried_again(place):
    place.write_bytes(b"garbage")
    clock = Clock()
    table = GameTable(lambda: Record.open(place), clock=clock)
    assert not table.resume()
    assert "no record" in table.snapshot.troubles["record"]
    with pytest.raises(RecordTrouble):
        table.new_match(Match.new("roll_and_color", ["Ann"]))
    assert place.read_bytes() == b"garbage"
    place.unlink()
    clock.now += RETRY_S + 1
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    assert table.tell(ROLL)
    assert "record" not in table.snapshot.troubles


def test_a_record_that_comes_late_brings_back_the_game_that_was_played(place):
    table = new_table(place)
    table.tell(ROLL)
    kept, clock, there = table.snapshot.match_id, Clock(), []

    def open_record():
        if not there:
            raise RecordTrouble("The database does not answer.")
        return Record.open(place)

    again = GameTable(open_record, clock=clock)
    assert not again.resume()
    again.try_again()
    assert again.snapshot.referee is None and "does not answer" in again.snapshot.troubles["record"]
    there.append("yes")
    clock.now += RETRY_S + 1
    again.try_again()
    assert again.snapshot.match_id == kept and not again.snapshot.troubles


def test_a_match_that_was_tampered_with_is_said_and_not_tried_again_and_again(place):
    table = new_table(place)
    table.tell(ROLL)
    raw = sqlite3.connect(place)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    raw.execute("UPDATE entries SET entry = '{}'")
    raw.commit()
    again = GameTable(lambda: Record.open(place))
    assert not again.resume() and "was changed" in again.snapshot.troubles["resume"]
    before = again.snapshot
    again.try_again()
    assert again.snapshot is before


def test_a_game_that_was_begun_meanwhile_is_not_put_aside_for_an_older_one(place):
    table = GameTable(lambda: Record.open(place))
    table.trouble("record", "It did not answer.")
    older = Record.open(place).begin(Match.new("roll_and_color", ["Ann"]).header(), 1.0)
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    table.try_again()
    assert table.snapshot.match_id != older


def test_a_full_disk_is_said_once_however_often_people_try(place):
    clock = Clock()
    table = new_table(place, Fails, clock=clock)
    Fails.full = True
    try:
        for _ in range(3):
            assert not table.tell(ROLL)
            clock.now += 1
        assert table.snapshot.troubles["record"].count("I cannot write the record") == 1
        with pytest.raises(RecordTrouble) as told:
            table.new_match(Match.new("roll_and_color", ["Ann"]))
        assert str(told.value) == "The disk is full."
    finally:
        Fails.full = False


def test_a_clock_that_is_set_back_does_not_keep_the_record_closed(place):
    clock = Clock()
    table = new_table(place, Fails, clock=clock)
    Fails.full = True
    try:
        assert not table.tell(ROLL)
    finally:
        Fails.full = False
    clock.now -= 3600
    assert table.tell(ROLL)


def test_a_match_this_version_cannot_replay_is_kept_and_said(place):
    record = Record.open(place)
    match_id = record.begin(Match.new("roll_and_color", ["Ann"]).header(), 1.0)
    record.append(match_id, 0, {"event": "1: score RO"}, 1.0)
    table = GameTable(lambda: Record.open(place))
    assert not table.resume()
    assert "kept" in table.snapshot.troubles["resume"] and table.snapshot.referee is None
    assert len(Record.open(place).entries(match_id)) == 1
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    assert not table.snapshot.troubles


def test_a_refused_move_is_not_written_down(place):
    table = new_table(place)
    assert table.tell(EnterEvent("2: score RO"))
    assert table.snapshot.referee.refused.reason == "NOT_YOUR_TURN"
    assert Record.open(place).entries(table.snapshot.match_id) == []


def test_a_new_game_ends_the_one_before_which_stays_in_the_record(place):
    table = new_table(place)
    table.tell(ROLL)
    first = table.snapshot.match_id
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    assert [(card.seats, card.finished) for card in table.archive.matches()] == [
        (("Cem",), False),
        (("Ann", "Ben"), True),
    ]
    assert table.archive.match(first).state.rolled
