"""Boards and devices for tests on a real pseudo-terminal."""

import contextlib

import pytest

from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice, find_micropython
from tests.support.waiting import eventually

__all__ = ["eventually"]


@pytest.fixture
def spectrum():
    return BoardMap.load("spectrum")


@pytest.fixture
def device():
    with SimulatedDevice(record=True) as device:
        yield device


@pytest.fixture
def connect(spectrum):
    """Boards that are closed again whatever happens."""
    with contextlib.ExitStack() as stack:
        yield lambda port, **options: stack.enter_context(
            contextlib.closing(SerialBoard(options.pop("board", spectrum), str(port), **options))
        )


@pytest.fixture(params=["CPython", "MicroPython"])
def any_device(request):
    """The same firmware on both interpreters."""
    interpreter = None
    if request.param == "MicroPython":
        interpreter = find_micropython()
        if not interpreter:
            pytest.skip("no MicroPython here: install the package 'micropython' or set TABLELIGHT_MICROPYTHON")
    with SimulatedDevice(record=True, interpreter=interpreter) as device:
        yield device
