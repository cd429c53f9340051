"""The board on a real pseudo-terminal, with the real firmware at the other end."""

import contextlib
import os
import struct
import threading
import time
import tty

import pytest

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.animation import render
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.page_board import pixels
from firmware_bridge.protocol import Decoder, Kind, Message, encode
from firmware_bridge.simulated.board import SimulatedDevice
from tests.support.waiting import eventually

PICTURE = {"R1": Light(Meaning.LEGAL, Hue.R), "B4": Light(Meaning.PIECE, Hue.B), "discard": Light(Meaning.IDLE)}
OTHER = {"G9": Light(Meaning.CHOSEN)}


def drawn(board, picture):
    return render(picture, board.board, 0, board.brightness)


def flat(shown):
    return bytes(channel for rgb in shown for channel in rgb)


def test_the_device_shows_the_picture_and_reports_what_it_shows(any_device, connect):
    board = connect(any_device.port)
    board.show(PICTURE)
    eventually(lambda: any_device.showing() == drawn(board, PICTURE))
    eventually(lambda: flat(board.shown()) == drawn(board, PICTURE))
    assert board.shown_by_spot()["B4"][2] > 0 and board.shown_by_spot()["B5"] == (0, 0, 0)
    health = board.health
    assert health.connected and health.firmware == "1.2.0" and health.light_count == 108


def test_a_piece_put_down_and_lifted_is_heard_with_its_spot(any_device, connect):
    board = connect(any_device.port)
    eventually(lambda: board.health.connected)
    any_device.press(9 + 3)
    arrived = eventually(board.events)
    any_device.release(9 + 3)
    left = eventually(board.events)
    assert [(event.spot, event.pressed) for event in arrived + left] == [("RO4", True), ("RO4", False)]


def test_what_stands_on_the_board_when_the_host_comes_is_told(device, connect):
    device.press(0)
    device.press(107)
    board = connect(device.port)
    told = []
    eventually(lambda: told.extend(board.events()) or len(told) == 2)
    assert {event.spot for event in told} == {"R1", "PR9"}


def test_showing_never_waits_even_with_nobody_there(connect, tmp_path):
    board = connect(tmp_path / "nothing")
    for level in range(1000):
        board.show({"R1": Light(Meaning.LEGAL, Hue(level % 12))})
    assert board.shown() == () and board.events() == []
    eventually(lambda: "cable" in board.health.sentence)
    assert not board.health.connected


def test_after_unplugging_the_newest_picture_comes_back(any_device, connect):
    board = connect(any_device.port)
    board.show(PICTURE)
    eventually(lambda: any_device.showing() == drawn(board, PICTURE))
    any_device.kill()
    eventually(lambda: not board.health.connected)
    assert board.shown() == ()
    board.show(OTHER)
    any_device.plug()
    eventually(lambda: any_device.showing() == drawn(board, OTHER))
    eventually(lambda: board.health.connected)
    assert board.health.counters.reconnects == 1


def test_pieces_moved_while_unplugged_are_noticed(device, connect):
    board = connect(device.port)
    device.press(5)
    eventually(board.events)
    device.kill()
    device.release(5)
    device.press(6)
    device.plug()
    seen = []
    eventually(lambda: seen.extend(board.events()) or len(seen) >= 2)
    assert {(event.sensor, event.pressed) for event in seen} == {(5, False), (6, True)}


@pytest.mark.parametrize("frozen_s", [0.5, 1.5])
def test_after_a_freeze_the_newest_picture_stands_and_stale_answers_are_dropped(device, connect, frozen_s):
    board = connect(device.port)
    board.show(PICTURE)
    eventually(lambda: device.showing() == drawn(board, PICTURE))
    device.freeze()
    until = time.monotonic() + frozen_s
    while time.monotonic() < until:
        board.show({"R2": Light(Meaning.LEGAL, Hue(int(time.monotonic() * 50) % 12))})
        time.sleep(0.02)
    board.show(OTHER)
    device.thaw()
    eventually(lambda: device.showing() == drawn(board, OTHER))
    eventually(lambda: flat(board.shown()) == drawn(board, OTHER))
    counters = board.health.counters
    assert counters.late + counters.stale >= 1


def test_a_device_that_stands_still_now_and_then_is_late_and_its_cable_is_not_suspected(device, connect):
    board = connect(device.port)
    eventually(lambda: board.health.connected)
    for _ in range(4):
        device.freeze()
        time.sleep(0.5)
        device.thaw()
        eventually(lambda before=board.health.counters.answered: board.health.counters.answered > before)
    counters = board.health.counters
    assert counters.late >= 4 and counters.damaged == counters.device_damaged == counters.lost == 0
    assert "damaged" not in board.health.sentence


def test_a_computer_that_was_busy_itself_blames_neither_the_cable_nor_the_board(device, connect, monkeypatch):
    """The driver's own thread stands still, longer than a silent device is waited for."""
    naps = [1.3, 0.2, 0.2]
    board = connect(device.port)
    eventually(lambda: board.health.connected)

    def slow(shown):
        if naps:
            time.sleep(naps.pop())
        return pixels(shown)

    monkeypatch.setattr("firmware_bridge.drivers.serial_board.pixels", slow)
    eventually(lambda: board.show({"R2": Light(Meaning.LEGAL, Hue(len(naps)))}) or not naps)
    before = board.health.counters.answered
    eventually(lambda: board.health.counters.answered > before + 5)
    counters = board.health.counters
    assert counters.reconnects == 0 and counters.lost == 0 and board.health.connected


def test_lights_out_is_dark_inside_and_bright_again_after(device, connect):
    board = connect(device.port)
    board.show(PICTURE)
    eventually(lambda: device.showing() == drawn(board, PICTURE))
    with board.lights_out(patience_s=5) as said_so:
        assert said_so
        eventually(lambda: not any(device.showing()))
    eventually(lambda: device.showing() == drawn(board, PICTURE))


def test_a_second_program_is_told_that_the_port_is_taken(device, connect):
    first = connect(device.port)
    eventually(lambda: first.health.connected)
    second = connect(device.port)
    eventually(lambda: "Another program" in second.health.sentence)
    assert first.health.connected


def test_a_map_of_another_size_is_named_and_what_fits_is_shown(device, connect):
    board = connect(device.port, board=BoardMap.load("ring"))
    board.show({"R": Light(Meaning.LEGAL, Hue.R)})
    eventually(lambda: "108 lights" in board.health.sentence and "LED_COUNT" in board.health.sentence)
    eventually(lambda: device.showing()[:3] == drawn(board, {"R": Light(Meaning.LEGAL, Hue.R)})[:3] != b"\0\0\0")


def test_too_much_light_is_dimmed_by_the_device_and_said(connect, spectrum, device):
    board = connect(device.port, cap_ma=300)
    board.brightness = 1.0
    board.show({spot: Light(Meaning.CHOSEN) for spot in spectrum.by_spot})
    eventually(lambda: board.health.limited)
    assert "dimmed to stay safe (300 mA)" in board.health.sentence
    eventually(lambda: any(device.showing()))
    assert all(sum(latch.pixels) * 20 / 255 + 108 <= 300 for latch in device.latches())


def test_closing_puts_the_lights_out_and_leaves_the_port_free(device, connect):
    board = connect(device.port)
    board.show(PICTURE)
    eventually(lambda: device.showing() == drawn(board, PICTURE))
    board.close()
    eventually(lambda: not any(device.showing()))
    again = connect(device.port)
    eventually(lambda: again.health.connected)


def test_a_moving_picture_moves_on_the_strip(device, connect):
    board = connect(device.port)
    board.show({"R1": Light(Meaning.WAITING, Hue.B)})
    eventually(lambda: len({latch.pixels[:3] for latch in device.latches()}) > 10)


def test_a_ring_of_24_lights_is_just_another_board(connect):
    with SimulatedDevice(24, settings={"ROW_PINS": [], "COLUMN_PINS": [], "BUTTON_PINS": [26]}, record=True) as device:
        board = connect(device.port, board=BoardMap.load("ring"))
        board.show({"seat:1": Light(Meaning.LEGAL, Hue.G)})
        eventually(lambda: any(device.showing()[3:6]))
        assert board.health.light_count == 24


def test_simulated_devices_leave_nothing_behind():
    device = SimulatedDevice()
    process, folder = device._live.process, device._folder
    device.freeze()
    del device
    assert process.returncode is not None and not folder.exists()


class Chatterbox:
    """A device that introduces itself, then talks without end and hears nothing more."""

    def __init__(self):
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.port, self._stop = os.ttyname(self._theirs), threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        decoder, session = Decoder(), b""
        while not self._stop.wait(0.01):
            with contextlib.suppress(BlockingIOError):
                for message in decoder.feed(os.read(self._ours, 4096)):
                    if message.kind == Kind.HELLO:
                        session = message.payload[2:6]
                        about = struct.pack("<BBBBHHHHHH8sBI", 1, 1, 0, 0, 108, 0, 1500, 1500, 60, 1, b"tablelit", 1, 5)
                        os.write(self._ours, encode(Message(Kind.HELLO_R, message.seq, session + about)))
            if session:
                with contextlib.suppress(BlockingIOError):
                    os.write(self._ours, encode(Message(Kind.SNAPSHOT, 0, session + struct.pack("<H", 0))))

    def close(self):
        self._stop.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)


def test_a_device_that_talks_without_end_holds_nobody_up_at_closing(connect):
    with contextlib.closing(Chatterbox()) as device:
        board = connect(device.port)
        eventually(lambda: board.health.connected)
        board.close()
        assert not board._thread.is_alive()


def test_a_board_that_comes_and_goes_does_not_fill_the_log(device, connect, caplog):
    caplog.set_level("INFO")
    board = connect(device.port)
    for n in range(4):
        eventually(lambda n=n: board.health.connected and board.health.counters.reconnects == n)
        device.plug()
    eventually(lambda: board.health.connected and "again and again" in board.health.sentence)
    assert len([r for r in caplog.records if "stopped answering" in r.getMessage()]) == 1


@pytest.mark.long
def test_a_loose_plug_that_is_silent_and_gone_by_turns_does_not_fill_the_log(device, connect, caplog):
    caplog.set_level("INFO")
    board = connect(device.port)
    for _ in range(3):
        eventually(lambda: board.health.connected)
        device.freeze()
        eventually(lambda: "stopped answering" in board.health.sentence)
        device.kill()
        eventually(lambda: "No light board" in board.health.sentence)
        device.plug()
    said = [record.getMessage() for record in caplog.records if record.name == "firmware_bridge.drivers.serial_board"]
    assert len(said) == len(set(said)) and len(said) >= 2
