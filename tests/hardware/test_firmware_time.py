"""What the firmware does by the clock, on a clock that the test moves: no machine is too slow for it."""

import importlib
import io
import sys
import time

import pytest

from hardware.firmware import settings as shipped
from tests.hardware.parts import firmware_parts

LIGHTS = shipped.LED_COUNT


class Clock:
    """Milliseconds since power-up, as ``time.ticks_ms`` says them."""

    def __init__(self):
        self.ms = 0


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(time, "ticks_ms", lambda: clock.ms, raising=False)
    monkeypatch.setattr(time, "ticks_us", lambda: clock.ms * 1000, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda late, early: late - early, raising=False)
    return clock


@pytest.fixture
def device(clock, monkeypatch):
    """The firmware's device, which does not run by itself: its safe pin is held to ground at power-up."""
    with firmware_parts() as parts:
        monkeypatch.setattr(parts.bench, "level", lambda pin: 0 if pin == parts.settings.SAFE_PIN else 1)
        latched = []
        monkeypatch.setattr(parts.bench, "latch", lambda words: latched.append((clock.ms, any(words))))
        main = importlib.import_module("main")
        sys.modules.pop("main")
        device = main.Device(io.BytesIO(), io.BytesIO())
        device.latched = latched
        yield device


def pass_time(clock, device, until_ms, turn):
    while clock.ms < until_ms:
        clock.ms += 10
        turn(clock.ms)
    return [(at, lit) for at, lit in device.latched if at > 0]


def turns(device):
    """The main loop, with nothing on the wire."""
    return lambda now: device.turn(lambda wait: [], None)


def timer(device):
    """The timer alone, as while the main loop waits inside a read for the other half of a chunk."""
    return device.watch


@pytest.mark.parametrize("alive", [turns, timer])
def test_without_a_host_the_lights_dim_after_a_second_and_a_half_and_go_dark_after_a_minute(clock, device, alive):
    device.session, device.host = 1, 0
    device.lights.want[:] = b"\x20" * (3 * LIGHTS)
    device.lights.change(device.lights.want)
    device.lights.step()
    changes = pass_time(clock, device, 70_000, alive(device))
    assert [lit for _, lit in changes] == [True, False]
    assert [1500 <= changes[0][0] <= 1510, 60_000 <= changes[1][0] <= 60_010] == [True, True]
