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


def test_buttons_count_after_the_matrix(parts):
    table = Table(parts)
    for _ in range(3):
        said = table.scan(6)
    assert said == [(6, 1)] and table.switches.count == 7


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
    assert outbox.first() == (4, 1)
    outbox.acknowledged(outbox.seq)
    assert outbox.first() == (5, 0)


def test_the_outbox_is_bounded(parts):
    outbox = parts.sensors.Outbox()
    for n in range(1000):
        outbox.put(n, 1)
    taken = 0
    while outbox.first():
        outbox.acknowledged(outbox.seq)
        taken += 1
    assert taken == parts.sensors.MOST_WAITING
