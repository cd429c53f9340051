"""Finding the board's port, and what is said when it cannot be had."""

import time

import pytest

from firmware_bridge.doctor import examine
from firmware_bridge.port import PortError, find_boards, open_port, resolve
from firmware_bridge.simulated import SimulatedDevice
from tests.firmware_bridge.conftest import eventually

PICO = "usb-MicroPython_Board_in_FS_mode_e6614864d3-if00"


def test_a_board_is_found_by_its_usb_name_and_modems_are_left_alone(tmp_path):
    for name in (PICO, "usb-FTDI_Modem-if00"):
        (tmp_path / name).touch()
    assert find_boards(tmp_path) == [tmp_path / PICO]
    assert resolve("auto", tmp_path) == tmp_path / PICO
    assert str(resolve("/dev/ttyACM7", tmp_path)) == "/dev/ttyACM7"


def test_no_board_and_too_many_boards_are_said(tmp_path):
    with pytest.raises(PortError, match="No light board is plugged in"):
        resolve("auto", tmp_path / "missing")
    for number in "12":
        (tmp_path / (PICO + number)).touch()
    with pytest.raises(PortError, match="name one in the settings"):
        resolve("auto", tmp_path)


def test_something_that_is_no_serial_port_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(PortError, match="cannot be opened"):
        open_port(tmp_path / "file")
    with pytest.raises(PortError, match="cable"):
        open_port(tmp_path / "nothing")


def test_a_port_where_nobody_answers_asks_for_the_firmware(connect, device):
    device.freeze()
    board = connect(device.port)
    eventually(lambda: "is its firmware installed?" in board.health.sentence)
    device.thaw()
    eventually(lambda: board.health.connected)


def test_the_wrong_board_is_left_alone_until_it_is_the_right_one(connect, device):
    board = connect(device.port, device_id="00000000000000ff")
    eventually(lambda: "another board" in board.health.sentence)
    assert not any(any(latch.pixels) for latch in device.latches())


def test_the_doctor_finds_a_healthy_board_and_a_missing_one(tmp_path):
    with SimulatedDevice() as device:
        findings = list(examine(device.port, "spectrum", time.monotonic() + 15))
        said = ["map", "port", "firmware", "lights", "current", "cable", "first light", "switches"]
        # Only MicroPython knows its memory; on CPython the device keeps silent about it.
        assert [finding.what for finding in findings if finding.what != "memory"] == said
        assert all(finding.ok for finding in findings)
        other = examine(device.port, "ring", time.monotonic() + 15)
        assert [finding.what for finding in other if not finding.ok] == ["lights"]
    missing = list(examine(str(tmp_path / "nothing"), "spectrum", time.monotonic() + 0.3))
    assert not missing[-1].ok and "cable" in missing[-1].sentence
