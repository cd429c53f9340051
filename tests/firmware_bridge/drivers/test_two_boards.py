"""Two boards are plugged in, or two programs want one."""

from pathlib import Path

import pytest

from firmware_bridge import transport as ports
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.transport import PortError, resolve
from tests.support.waiting import eventually

OURS, THEIRS = "7461626c656c6974", "e6614864d3aa5531"


def usb_name(serial: str) -> str:
    return f"usb-MicroPython_Board_in_FS_mode_{serial}-if00"


@pytest.fixture
def usb(tmp_path, monkeypatch):
    """Plugs things in as the system names them, and answers where."""
    monkeypatch.setattr(ports, "BY_ID", tmp_path)

    def plug(name: str, port: str = "/dev/null") -> Path:
        (tmp_path / name).symlink_to(port)
        return tmp_path / name

    return plug


@pytest.fixture
def another():
    with SimulatedDevice(device_id=THEIRS, record=True) as device:
        yield device


def test_of_two_boards_the_one_whose_usb_name_has_the_id_of_the_settings_is_ours(usb):
    usb(usb_name(THEIRS))
    ours = usb(usb_name(OURS))
    assert resolve("auto", device_id=OURS.upper()) == ours


def test_two_boards_without_an_id_in_the_settings_ask_for_a_port_or_an_id(usb):
    usb(usb_name(THEIRS))
    usb(usb_name(OURS))
    with pytest.raises(PortError, match=r"name one in the settings.*device_id"):
        resolve("auto")


def test_boards_whose_usb_names_tell_nothing_are_asked_one_after_the_other(usb, connect, device, another):
    usb("usb-Raspberry_Pi_Pico_A-if00", another.port)
    usb("usb-Raspberry_Pi_Pico_B-if00", device.port)
    board = connect("auto", device_id=OURS)
    eventually(lambda: board.health.connected)
    assert board.health.device_id == OURS
    assert not any(any(latch.pixels) for latch in another.latches())


def test_a_thing_that_answers_nothing_is_passed_over_on_the_way_to_our_board(usb, connect, device, another):
    another.freeze()
    usb("usb-Raspberry_Pi_Pico_A-if00", another.port)
    usb("usb-Raspberry_Pi_Pico_B-if00", device.port)
    board = connect("auto", device_id=OURS)
    eventually(lambda: board.health.connected)
    assert board.health.device_id == OURS


@pytest.mark.long
def test_our_board_is_found_when_it_is_plugged_in_beside_another_one(usb, connect, device, another):
    usb("usb-Raspberry_Pi_Pico_A-if00", another.port)
    board = connect("auto", device_id=OURS)
    eventually(lambda: "another board" in board.health.sentence)
    usb("usb-Raspberry_Pi_Pico_B-if00", device.port)
    eventually(lambda: board.health.connected)
    assert board.health.device_id == OURS


def test_a_port_that_another_program_holds_is_a_trouble_and_ends_by_itself(connect, device):
    first = connect(device.port)
    eventually(lambda: first.health.connected)
    second = connect(device.port)
    eventually(lambda: "Another program uses" in second.health.sentence)
    assert second.health.trouble and not second.health.connected and first.health.connected
    first.close()
    eventually(lambda: second.health.connected)
    assert not second.health.trouble


def test_no_board_at_all_is_nobodys_trouble(usb, connect):
    board = connect("auto")
    eventually(lambda: "No light board is plugged in" in board.health.sentence)
    assert not board.health.trouble
