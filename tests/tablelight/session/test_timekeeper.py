"""How long people think is known after a power cut, and nothing that was no thinking is counted."""

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent, TakeBack
from tablelight.session.clock import TimeLimit
from tablelight.session.record import Record, RecordTrouble
from tablelight.session.table import GameTable

ROLL = "roll R R O G / R RO RO BP P"


class House:
    """A table whose time is told, and whose power can be cut."""

    def __init__(self, folder):
        self.file, self.now = folder / "record.db", 1000.0
        self.start()

    def start(self):
        self.table = GameTable(lambda: Record.open(self.file), clock=lambda: self.now)

    def power_cut(self, off):
        self.table.close()
        self.now += off
        self.start()
        assert self.table.resume()

    def play(self, *texts, each=0.0):
        for text in texts:
            self.now += each
            assert self.table.tell(TakeBack() if text == "undo" else EnterEvent(text))

    @property
    def clock(self):
        return self.table.snapshot.clock

    def spent(self, seat):
        return self.clock.spent_by(seat, self.now)


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]), TimeLimit(turn_s=60))
    house.now += 500  # the box is unpacked
    house.play(ROLL)
    return house


def test_nobody_thinks_before_the_first_roll_and_then_whoever_is_to_move(house):
    assert house.spent(0) == 0
    house.play("1: score RO", each=20)
    house.now += 5
    assert (house.spent(0), house.spent(1)) == (20, 5) and house.clock.left(1, house.now) == 55


def test_a_power_cut_is_no_thinking_and_loses_only_the_turn_that_was_on(house):
    house.play("1: score RO", each=20)
    house.play(ROLL, each=7)
    house.now += 3
    house.power_cut(off=900)
    assert (house.spent(0), house.spent(1)) == (20, 7) and house.clock.limit == TimeLimit(turn_s=60)
    house.play("2: score RO", each=4)
    house.power_cut(off=10)
    assert (house.spent(0), house.spent(1)) == (20, 11)


def test_a_pause_holds_until_somebody_goes_on_also_over_a_power_cut(house):
    house.now += 5
    house.table.pause()
    house.table.pause()
    house.now += 100
    assert house.spent(0) == 5 and house.clock.thinking is None
    house.power_cut(off=100)
    assert house.clock.stops == {"paused"} and house.spent(0) == 5
    house.table.go_on_thinking()
    house.now += 2
    assert house.spent(0) == 7 and house.clock.thinking == 0
    house.play("1: score RO")
    house.power_cut(off=50)
    assert house.spent(0) == 7


def test_what_was_decided_while_the_clock_stood_still_keeps_it_standing(house):
    house.table.pause()
    house.play("1: score RO", each=30)
    house.now += 30
    assert house.spent(0) == house.spent(1) == 0 and house.clock.mover == 1


def test_a_part_that_does_not_work_stops_the_clock_until_it_does_or_somebody_taps(house):
    house.now += 5
    house.table.trouble("camera", "The camera is gone.")
    house.now += 60
    house.table.trouble("camera", None)
    house.now += 5
    assert house.spent(0) == 10
    house.table.trouble("camera", "The camera is gone.")
    house.now += 60
    house.table.go_on_thinking()
    house.now += 5
    house.table.trouble("light", "It is dark.")
    assert house.spent(0) == 15 and house.clock.thinking == 0
    house.play("1: score RO")
    house.power_cut(off=50)
    assert house.spent(0) == 15


def test_who_begins_without_a_board_has_a_clock_that_runs(house):
    house.table.trouble("board", "No board.")
    house.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    house.play(ROLL)
    assert house.clock.thinking == 0


def test_an_undo_turns_the_clock_to_the_right_seat_and_no_time_comes_back(house):
    house.play("1: score RO", each=20)
    house.play("undo", each=5)
    assert house.clock.thinking == 0 and (house.spent(0), house.spent(1)) == (20, 5)
    house.power_cut(off=9)
    assert house.clock.thinking == 0 and (house.spent(0), house.spent(1)) == (20, 5)


def test_a_long_turn_is_said_once(house):
    seen = []
    house.table.watch(lambda now: seen.append(now.clock.reminded))
    house.now += 61
    house.table.remind()
    house.table.remind()
    assert seen == [False, True]
    house.play("1: score RO")
    assert not house.clock.reminded


def test_reminding_and_watching_write_nothing(house):
    record = house.table._record.opened()
    size = record.size()
    for _ in range(100):
        house.now += 1
        house.table.remind()
    assert record.size() == size


def test_another_limit_in_the_middle_of_a_game_is_kept_and_the_next_game_has_it(house):
    house.table.limit_time(TimeLimit(0, 600, 5))
    house.power_cut(off=1)
    assert house.clock.limit == TimeLimit(0, 600, 5)
    house.table.new_match(Match.new("roll_and_color", ["Ann"]))
    assert house.clock.limit == TimeLimit(0, 600, 5) and house.clock.spent == (0,)


def test_a_game_of_before_goes_on_with_what_was_thought_in_it(house):
    house.play("1: score RO", each=20)
    before = house.table.snapshot.match_id
    house.table.new_match(Match.new("roll_and_color", ["Cem"]))
    house.now += 5000
    house.table.go_on(before)
    house.now += 5
    assert (house.spent(0), house.spent(1)) == (20, 5)
    house.play(ROLL)
    house.power_cut(off=1)
    assert (house.spent(0), house.spent(1)) == (20, 5)


def test_a_record_that_cannot_be_written_holds_up_neither_clock_nor_game(house, monkeypatch):
    monkeypatch.setattr(Record, "tell_clock", lambda *_: (_ for _ in ()).throw(RecordTrouble("full")))
    house.table.pause()
    assert house.clock.stops == {"paused"}
    house.table.go_on_thinking()
    house.play("1: score RO", each=3)
    assert house.spent(0) == 3
