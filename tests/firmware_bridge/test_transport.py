"""Finding the board's port, and what is said when it cannot be had."""

import time
from types import SimpleNamespace

import pytest

from firmware_bridge.board_maps import BoardMap, parse
from firmware_bridge.diagnosis import examine, firmware, switches
from firmware_bridge.drivers.interface import LightsHealth
from firmware_bridge.protocol import Check
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.transport import PortError, find_boards, open_port, resolve
from tests.support.waiting import eventually

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


def judged(board_map, rows, columns, buttons=0, check=True):
    """What is said of a board whose matrix has so many rows and columns, and whose switches are all open."""
    known = Check(90_000, 12_000, 5_000, 700, (), rows, columns) if check else None
    count = (rows or 0) * (columns or 0) + buttons
    health = LightsHealth(True, "", sensors=count, knows_sensors=True, checks_itself=True, check=known)
    board = SimpleNamespace(board=board_map, health=health, sensors=dict)
    return switches(board, board_map)


@pytest.mark.parametrize(
    ("name", "rows", "columns", "words"),
    [
        ("spectrum", 12, 13, "the board has 13 columns of switches, the map wants 9"),
        ("spectrum", 9, 12, "the board has 12 columns of switches, the map wants 9"),
        ("sixchex", 12, 9, "the board has 9 columns of switches, the map wants 8"),
        ("spectrangle", 12, 9, "the board has 9 columns of switches, the map wants 6"),
        ("spectrum", 11, 9, "the map names 108"),
        ("spectrum", 13, 9, "the board has 13 rows of switches, the map wants 12"),
    ],
)
def test_the_doctor_compares_the_matrix_with_the_map(name, rows, columns, words):
    finding = judged(BoardMap.load(name), rows, columns)
    assert not finding.ok and words in finding.sentence and "settings.py" in finding.sentence


@pytest.mark.parametrize(("name", "rows", "columns"), [("spectrum", 12, 9), ("sixchex", 9, 8), ("spectrangle", 6, 6)])
def test_a_matrix_as_it_is_drawn_is_well(name, rows, columns):
    assert judged(BoardMap.load(name), rows, columns).ok


def test_a_map_that_says_nothing_of_lines_is_content_with_any_matrix_that_is_large_enough():
    spots = "".join(f'[[spot]]\nname = "s{n}"\nat_mm = [{n}, 0]\nlight = {n}\nsensor = {n}\n' for n in range(8))
    own = parse(f'name = "own"\nlights = 8\nsensors = 8\n{spots}')
    assert judged(own, 2, 4).ok and judged(own, 4, 2).ok and not judged(own, 2, 3).ok


def test_a_board_that_does_not_answer_when_asked_about_its_switches_is_not_called_well():
    finding = judged(BoardMap.load("spectrum"), 12, 9, check=False)
    assert not finding.ok and "did not answer" in finding.sentence


@pytest.mark.parametrize(("version", "old"), [("1.0.0", True), ("1.1.7", True), ("1.2.0", False), ("1.10.0", False)])
def test_the_doctor_speaks_of_an_older_firmware(version, old):
    told = firmware(LightsHealth(True, "", firmware=version, device_id="00"))
    assert told.ok and ("older" in told.sentence and "copy the five files" in told.sentence) is old


def test_the_doctor_says_so_when_rows_and_columns_of_a_real_board_are_exchanged():
    exchanged = {"ROW_PINS": list(range(14, 23)), "COLUMN_PINS": list(range(2, 14))}
    with SimulatedDevice(settings=exchanged) as device:
        findings = list(examine(device.port, "spectrum", time.monotonic() + 15))
    (finding,) = [finding for finding in findings if not finding.ok]
    assert (finding.what, "12 columns of switches, the map wants 9" in finding.sentence) == ("switches", True)
