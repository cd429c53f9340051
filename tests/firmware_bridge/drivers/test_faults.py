"""A bad cable, a silent host, garbage: no wrong light, ever, and the link heals by itself."""

import contextlib
import random
import time

import pytest
import serial

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.protocol import Decoder, Kind, Message, encode, padded
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.simulated.faulty_cable import FAULTS, FaultyCable
from tests.support.waiting import eventually

FAULT_COUNT = 300
"""``tablelight bench link --faults 1000`` does more of the same."""


@pytest.mark.long
def test_faults_on_the_wire_show_no_wrong_light(device, connect):
    """Every latch is a picture that was really sent, and each new picture arrives in spite of its fault."""
    chance = random.Random(7)
    with contextlib.closing(FaultyCable(device.port)) as cable:
        board = connect(cable.port)
        sent = {bytes(324)}
        eventually(lambda: board.health.connected)
        while cable.done < FAULT_COUNT:
            # At most 60 a channel: less than one step of the gentle rise, so nothing in between is ever shown.
            pixels = bytes(chance.randrange(60) for _ in range(324))
            sent.add(pixels)
            cable.hurt(chance.choice(["to device", "to host"]), chance.choice(FAULTS))
            board.show_pixels(pixels)
            eventually(lambda pixels=pixels: device.showing() == pixels)
        shown = {latch.pixels for latch in device.latches()}
        assert shown <= sent
        counters = board.health.counters
        assert counters.reconnects == 0
        assert counters.damaged + counters.device_damaged > FAULT_COUNT / 3  # the faults did bite


@contextlib.contextmanager
def raw_port(device):
    with serial.Serial(device.port, timeout=2, exclusive=True) as port:
        yield port


def hello(session=b"\1\2\3\4"):
    return padded(encode(Message(Kind.HELLO, 1, b"\1\1" + session)))


def answers(port, kind):
    decoder = Decoder()
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for message in decoder.feed(port.read(port.in_waiting or 1)):
            if message.kind == kind:
                return message
    raise AssertionError(f"no {kind!r} came")


@pytest.mark.parametrize(
    "noise", [b"AT\rATE1 E0\rAT+GCAP\r\n\x03\x04\r", b"\xff" * 5000, b"\0" * 77, bytes(range(256)) * 5]
)
def test_noise_at_the_start_harms_nothing(any_device, noise):
    """ModemManager asks every new serial port whether it is a modem; byte 03 would stop a careless firmware."""
    with raw_port(any_device) as port:
        for start in range(0, len(noise), 1000):
            port.write(noise[start : start + 1000])
            time.sleep(0.02)
        port.write(hello())
        assert answers(port, Kind.HELLO_R).payload[:4] == b"\1\2\3\4"


def test_without_hello_no_light_is_taken(any_device):
    with raw_port(any_device) as port:
        port.write(padded(encode(Message(Kind.FRAME, 5, b"\x33" * 324))))
        assert answers(port, Kind.NAK).payload == b"\0\0\0\0\2"
        assert not any(any_device.showing())


def test_a_host_of_another_protocol_learns_the_version_and_no_more(any_device):
    with raw_port(any_device) as port:
        port.write(padded(encode(Message(Kind.HELLO, 1, b"\2\7abcd"))))
        assert answers(port, Kind.HELLO_R).payload[:5] == b"abcd\1"
        port.write(padded(encode(Message(Kind.FRAME, 2, b"\x33" * 324))))
        assert answers(port, Kind.NAK).payload[4:] == b"\2"


@pytest.mark.parametrize("half_a_chunk", [b"", b"\0\7half"])
def test_a_lost_host_dims_the_lights_and_later_darkens_them(half_a_chunk):
    """First the dim pattern, then dark, on a clock that runs 20 times as fast.

    Half a chunk leaves the firmware waiting inside a read: the timer must look after the lights then. When exactly it
    does so is tested on a clock that stands still (``tests/hardware/test_firmware_in_time.py``): a busy machine writes
    down late what was shown in time.
    """
    with SimulatedDevice(record=True, clock_speed=20) as device, raw_port(device) as port:
        port.write(hello() + padded(encode(Message(Kind.FRAME, 2, b"\x20" * 324))))
        answers(port, Kind.ACK)
        eventually(lambda: any(latch.pixels == b"\x20" * 324 for latch in device.latches()))
        port.write(half_a_chunk)
        eventually(lambda: len(device.latches()) > 3 and not any(device.showing()))
        latches = device.latches()
        picture = next(i for i, latch in enumerate(latches) if latch.pixels == b"\x20" * 324)
        pattern, dark = latches[picture + 1], latches[picture + 2]
        assert 0 < max(pattern.pixels) <= 16 and not any(dark.pixels)
        assert len(latches) == picture + 3


def test_the_host_comes_back_and_so_does_the_picture(device):
    with raw_port(device) as port:
        frame = padded(encode(Message(Kind.FRAME, 2, b"\x20" * 324)))
        port.write(hello() + frame)
        eventually(lambda: device.showing() == b"\x20" * 324)
        eventually(lambda: 0 < max(device.showing()) <= 16)
        port.write(padded(encode(Message(Kind.DELTA, 3, b"\2\0\1\1\1\1"))))
        assert answers(port, Kind.NAK).payload[4:] == b"\4"  # a delta cannot build on the pattern
        port.write(frame)
        eventually(lambda: device.showing() == b"\x20" * 324)


def test_faults_that_climb_suspect_cable_or_power(device, connect):
    cable = FaultyCable(device.port)
    try:
        board = connect(cable.port)
        eventually(lambda: board.health.connected)
        assert not board.health.trouble
        for n in range(40):
            board.show({"R1": Light(Meaning.LEGAL, Hue(n % 12))})
            cable.hurt("to device" if n % 2 else "to host", FAULTS[n % len(FAULTS)])
            done = cable.done
            eventually(lambda before=done: cable.done > before)
        eventually(lambda: "cable or power suspected" in board.health.sentence)
        assert board.health.trouble and board.health.connected
    finally:
        cable.close()
