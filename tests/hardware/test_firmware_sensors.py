"""Switches: a change counts after three equal scans (debounce), whatever the map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hardware.parts import firmware_parts

ROWS, COLUMNS, BUTTONS = (2, 3, 4), (10, 11), (20,)


@pytest.fixture(scope="module")
def parts():
    with firmware_parts() as parts:
        yield parts


class Table:
    """Switches whose state the test sets scan by scan."""

    def __init__(self, parts):
        self.pressed, self.row, self.changes = set(), None, []
        parts.bench.drive, parts.bench.level = self._drive, self._level
        self.switches = parts.sensors.Switches(ROWS, COLUMNS, BUTTONS)

    def _drive(self, pin, level):
        self.row = ROWS.index(pin) if level == 0 else None

    def _level(self, pin):
        if pin not in (*BUTTONS, *COLUMNS):
            return 1
        if pin in BUTTONS:
            return 0 if 6 in self.pressed else 1
        return 0 if self.row is not None and self.row * 2 + COLUMNS.index(pin) in self.pressed else 1

    def scan(self, *pressed):
        self.pressed, self.changes = set(pressed), []
        self.switches.scan(lambda index, state: self.changes.append((index, state)))
        return self.changes


def test_a_change_counts_after_three_equal_scans(parts):
    table = Table(parts)
    assert [table.scan(3), table.scan(3), table.scan(3), table.scan(3)] == [[], [], [(3, 1)], []]
    assert [table.scan(), table.scan(), table.scan()] == [[], [], [(3, 0)]]


def test_bouncing_contacts_say_nothing(parts):
    table = Table(parts)
    said = [table.scan(*pressed) for pressed in [(1,), (), (1,), (1,), (), (1,), (), ()]]
    assert not any(said)


@pytest.mark.parametrize("together", [True, False], ids=["in one word", "pin by pin"])
@pytest.mark.parametrize(("row_on", "closed"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_hall_switches_may_want_other_levels_than_reed_switches(parts, monkeypatch, row_on, closed, together):
    """The level that chooses a row and the level of a closed switch are settings; buttons stay to ground."""
    if not together:
        monkeypatch.delattr(parts.machine, "mem32")
    chosen, pressed = [], {3}

    def drive(pin, level):
        if level == row_on:
            chosen.append(ROWS.index(pin))
        elif pin in ROWS and chosen:
            chosen.pop()

    def level(pin):
        if pin in COLUMNS:
            here = bool(chosen) and chosen[0] * 2 + COLUMNS.index(pin) in pressed
            return closed if here else 1 - closed
        return 1

    monkeypatch.setattr(parts.bench, "drive", drive)
    monkeypatch.setattr(parts.bench, "level", level)
    switches = parts.sensors.Switches(ROWS, COLUMNS, BUTTONS, row_on=row_on, closed=closed, settle_us=0)
    said = []
    for _ in range(3):
        switches.scan(lambda index, state: said.append((index, state)))
    assert said == [(3, 1)] and switches.stuck() == 0
    pressed.clear()
    for _ in range(3):
        switches.scan(lambda index, state: said.append((index, state)))
    assert said == [(3, 1), (3, 0)]


def test_a_hall_row_is_given_time_to_wake_up(parts, monkeypatch):
    waits = []
    monkeypatch.setattr(parts.sensors.time, "sleep_us", waits.append)
    parts.sensors.Switches(ROWS, COLUMNS, BUTTONS, settle_us=50).scan(lambda *change: None)
    assert waits == [50] * len(ROWS)


def test_buttons_count_after_the_matrix(parts):
    table = Table(parts)
    for _ in range(3):
        said = table.scan(6)
    assert said == [(6, 1)] and table.switches.count == 7


def test_columns_anywhere_are_read_one_by_one_to_the_same_end(parts, monkeypatch):
    """Neighbouring pins are read in one word; others, or a chip without such a word, pin by pin."""
    together = Table(parts)
    monkeypatch.delattr(parts.machine, "mem32")
    apart = Table(parts)
    assert together.switches._first == COLUMNS[0] and apart.switches._first == -1
    for pressed in ((3,), (3, 0), (3, 0), (0,), (0,), (0,)):
        assert apart.scan(*pressed) is not None
    assert apart.switches.stable[:2] == [0b01, 0]


@given(pressed=st.sets(st.integers(0, 6)))
def test_the_snapshot_names_exactly_the_closed_switches(parts, pressed):
    table = Table(parts)
    for _ in range(3):
        table.scan(*pressed)
    bitmap = table.switches.bitmap()
    assert {n for n in range(7) if bitmap[n >> 3] >> (n & 7) & 1} == pressed


def test_a_board_without_switches_scans_nothing(parts):
    switches = parts.sensors.Switches((), (), ())
    switches.scan(lambda *_: pytest.fail("there is nothing to press"))
    assert switches.count == 0 and switches.bitmap() == b""


def test_changes_wait_for_their_acknowledgement_in_order(parts):
    outbox = parts.sensors.Outbox()
    outbox.put(4, 1)
    outbox.put(5, 0)
    outbox.acknowledged(99)
    assert outbox.waiting[0] == (4, 1)
    outbox.acknowledged(outbox.seq)
    assert outbox.waiting[0] == (5, 0)


def test_the_outbox_is_bounded(parts):
    outbox = parts.sensors.Outbox()
    for n in range(1000):
        outbox.put(n, 1)
    taken = 0
    while outbox.waiting:
        outbox.acknowledged(outbox.seq)
        taken += 1
    assert taken == parts.sensors.MOST_WAITING


def test_a_shake_of_the_tray_is_told_although_it_is_shorter_than_a_scan(parts):
    changes = []
    switches = parts.sensors.Switches((), (), (), tray_pin=7)
    parts.bench.level = lambda pin: 1  # the pulse is over before anybody looks
    switches._on_shake(None)  # its interrupt
    for scan in range(60):
        switches.scan(lambda index, state, at=scan: changes.append((index, state, at)))
    assert [(index, state) for index, state, _ in changes] == [(0, 1), (0, 0)]
    assert switches.count == 1 and changes[0][2] == 2


def test_the_tray_counts_after_the_buttons(parts):
    changes = []
    switches = parts.sensors.Switches((), (), (20,), tray_pin=7)
    parts.bench.level = lambda pin: 0 if pin == 7 else 1
    for _ in range(3):
        switches.scan(lambda index, state: changes.append((index, state)))
    assert changes == [(1, 1)]


def test_a_column_that_reads_closed_with_no_row_driven_is_named(parts):
    table = Table(parts)
    parts.bench.level = lambda pin: 0 if pin == COLUMNS[1] else 1
    assert table.switches.stuck() == 0b10
