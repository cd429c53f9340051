"""Every change of a switch counts once, however often and in whatever shape it is told."""

import struct

from firmware_bridge.sensors.switches import SwitchStates


def event(number, index, pressed):
    return struct.pack("<HHB", number, index, pressed)


def test_an_event_that_is_sent_again_is_acknowledged_again_and_counts_once():
    switches = SwitchStates()
    assert switches.event(event(1, 7, 1)) == switches.event(event(1, 7, 1)) == b"\x01\x00"
    assert switches.changes == [(7, True)] and switches.states == {7: True}


def test_a_snapshot_tells_what_was_lost_and_only_that():
    switches = SwitchStates()
    switches.event(event(1, 0, 1))
    assert not switches.complete
    switches.snapshot(struct.pack("<H", 10) + bytes((0b00000101, 0b10)))
    assert switches.changes == [(0, True), (2, True), (9, True)] and switches.complete
    assert [n for n, on in switches.states.items() if on] == [0, 2, 9] and len(switches.states) == 10


def test_a_body_of_another_length_is_none():
    switches = SwitchStates()
    assert switches.event(b"") == switches.event(bytes(6)) == b""
    switches.snapshot(struct.pack("<H", 10) + b"\xff")
    assert (switches.changes, switches.states, switches.complete) == ([], {}, False)
