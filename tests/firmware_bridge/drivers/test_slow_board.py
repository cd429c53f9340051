"""A board whose answers take seconds is slow, not dead: its lights come on, and its switches count."""

import time
from collections.abc import Iterator

import pytest

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.simulated.faulty_cable import FaultyCable
from tests.support.waiting import eventually

pytestmark = pytest.mark.long


@pytest.fixture
def slow(device: SimulatedDevice) -> Iterator[FaultyCable]:
    cable = FaultyCable(device.port)
    cable.late_s = 1.2
    yield cable
    cable.close()


def test_lights_come_on_and_switches_are_felt_when_every_answer_takes_a_second(connect, device, slow) -> None:
    board = connect(slow.port)
    board.show({"R3": Light(Meaning.LEGAL, Hue.R)})
    eventually(lambda: board.health.connected)
    eventually(lambda: any(device.showing()))
    device.press(3)
    eventually(lambda: board.sensors().get(3))
    assert board.health.counters.reconnects == 0


def test_that_its_answers_come_late_is_said(connect, slow) -> None:
    board = connect(slow.port)
    eventually(lambda: "answers come late" in board.health.sentence)


@pytest.mark.parametrize("light", [Meaning.CHOSEN, Meaning.WAITING])
def test_what_a_slow_board_shows_is_known_also_while_its_picture_moves(connect, slow, light) -> None:
    board = connect(slow.port)
    board.show({"R3": Light(light, Hue.R)})
    eventually(lambda: board.shown_by_spot().get("R3", (0, 0, 0)) != (0, 0, 0))


def test_closing_takes_no_longer_than_a_moment_though_the_board_is_slow(connect, slow) -> None:
    board = connect(slow.port)
    eventually(lambda: board.health.connected)
    began = time.monotonic()
    board.close()
    assert time.monotonic() - began < 2.0
