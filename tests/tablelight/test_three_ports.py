"""A board with switches and a tray, and two card readers, on three serial ports at once; each fails alone."""

import contextlib
import os
import tty
from dataclasses import replace

import pytest

from engine.components.cards import Card
from engine.core.match import Match
from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.assembly import build
from tablelight.referee.inputs import EnterEvent
from tablelight.setup.settings import BoardSettings, CameraSettings, PageSettings, Settings
from tablelight.setup.tags import TagBook
from tests.firmware_bridge.conftest import eventually

TAGS = {"GB7": "0A1B2C3D4E", "B9": "0A1B2C3D4F"}


def frame(tag):
    """What an RDM6300 sends: start, ten hex digits, their checksum, end."""
    check = 0
    for k in range(0, 10, 2):
        check ^= int(tag[k : k + 2], 16)
    return b"\x02" + tag.encode() + f"{check:02X}".encode() + b"\x03"


@pytest.fixture
def ports():
    """Two pseudo-terminals: what a reader writes into, and the name of the port it is read from."""
    with contextlib.ExitStack() as stack:
        pairs = []
        for _ in range(2):
            ours, theirs = os.openpty()
            tty.setraw(theirs)
            stack.callback(lambda a=ours, b=theirs: [os.close(end) for end in (a, b) if end in open_ends])
            pairs.append((ours, theirs))
        open_ends = {end for pair in pairs for end in pair}
        yield pairs, open_ends


def test_board_tray_and_two_readers_work_side_by_side_and_one_that_goes_takes_no_other_along(tmp_path, ports):
    ((play, play_port), (draw, draw_port)), open_ends = ports
    book = TagBook(tmp_path / "cards.json")
    for name, tag in TAGS.items():
        book.teach(tag, Card.parse(name))
    nothing = Settings(camera=CameraSettings(source=""), page=PageSettings("127.0.0.1", 8080))
    with SimulatedDevice(settings={"TRAY_PIN": 1}) as device:
        readers = {"play": os.ttyname(play_port), "draw": os.ttyname(draw_port)}
        service = build(replace(nothing, board=BoardSettings(port=device.port), readers=readers), tmp_path)
        try:
            service.inputs.start()
            service.table.new_match(Match.new("spectrumo", ["Ann", "Ben", "Cem"]))
            assert service.table.tell(EnterEvent("deck hidden 168"))
            eventually(lambda: all(reader.device.connected for reader in service.inputs.readers))
            eventually(lambda: service.lights.health() and service.lights.health().connected)
            # All three speak in the same moment.
            device.press(109)
            os.write(play, frame(TAGS["GB7"]))
            os.write(draw, b"noise that is no card")
            eventually(lambda: log(service)[-1] == "turn GB7")
            eventually(lambda: "tray" in service.inputs.heard)
            # One reader is pulled out: it alone is missed, the others go on.
            open_ends.discard(draw)
            os.close(draw)
            eventually(lambda: state_of(service, "Reader “draw”") == "bad")
            device.release(109)
            device.press(108)
            eventually(lambda: "button:done" in service.inputs.heard)
            os.write(play, frame(TAGS["B9"]))
            eventually(lambda: log(service)[-1] != "turn GB7" or service.table.snapshot.referee.refused)
            assert state_of(service, "Reader “play”") == state_of(service, "Board") == "ok"
        finally:
            service.close()


def log(service):
    return [str(entry) for entry in service.table.snapshot.referee.match.log]


def state_of(service, part):
    return next(line.state for line in service.context.report() if line.name == part)
