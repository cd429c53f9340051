"""A plug is pulled while a dotted die is in doubt: the question stays, can be answered, and nothing is lost."""

import threading
import time

import pytest

from engine.core.match import Match
from engine.games.sixchex_spectrum.board import DECK, SPOTS, parity
from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.assembly import build
from tablelight.referee.inputs import EnterEvent
from tablelight.setup.settings import BoardSettings, CameraSettings, PageSettings, Settings
from tablelight.web.components.doubts import panel
from tests.firmware_bridge.conftest import eventually
from tests.support.pip_scenes import mat_with_die
from vision.camera.camera import Camera
from vision.errors import VisionError

pytestmark = pytest.mark.long

PATIENCE_S = 90.0


class Plug:
    """A camera over a mat with one dotted die, on a cable."""

    ends = False

    def __init__(self):
        self.image, self.number = mat_with_die(0, 4)
        self.out = threading.Event()

    def open(self):
        if self.out.is_set():
            raise VisionError("The camera cannot be opened; is it plugged in, and used by no other program?")
        return self

    def read(self):
        time.sleep(0.05)
        return None if self.out.is_set() else self.image

    def close(self):
        pass


def until_a_roll(table):
    """A new game, played by hand until a roll is awaited."""
    dark, light = ([card for card in DECK if card.startswith(kind)] for kind in ("d", "l"))
    dark += [card for card in DECK if card in ("black", "tan")]
    light += [card for card in DECK if card in ("gray", "pink")]
    table.new_match(Match.new("sixchex_spectrum", ["Ann", "Ben"]))
    lay = " ".join((light if parity(spot) else dark).pop() for spot in SPOTS)
    for text in (f"lay {lay}", "1: home black", "2: home pink", "start 5 2"):
        table.tell(EnterEvent(text))
    assert table.snapshot.referee.refused is None


@pytest.fixture
def evening(tmp_path):
    plug, board = Plug(), SimulatedDevice()
    settings = Settings(
        table="pips",
        camera=CameraSettings("simulated", 10.0),
        board=BoardSettings(port=board.port),
        page=PageSettings("127.0.0.1", 8080),
    )
    service = build(settings, tmp_path, camera=Camera("on the table", plug.open))
    until_a_roll(service.table)
    service.eyes.start()
    yield service, plug, board
    service.close()
    board.close()


def referee(service):
    return service.table.snapshot.referee


def asks(service):
    """Whether the page asks what the die shows, with a button for every number."""
    html = panel(referee(service), may_write=True, can_type=False)
    return all(f'data-event="roll {number}"' in html for number in range(1, 7))


def test_a_plug_that_is_pulled_while_a_dotted_die_is_in_doubt_loses_nothing(evening):
    service, plug, board = evening
    assert eventually(lambda: referee(service).doubt is not None, PATIENCE_S), "it lay there before anybody looked"
    before, doubt = list(referee(service).match.log), referee(service).doubt

    board.kill()
    plug.out.set()
    assert eventually(lambda: "camera is gone" in service.table.snapshot.troubles.get("camera", ""), PATIENCE_S)
    assert eventually(lambda: not service.lights.health().connected, PATIENCE_S)
    assert referee(service).doubt == doubt and asks(service), "the question stays while the cables are out"

    plug.out.clear()
    board.plug()
    assert eventually(lambda: "camera" not in service.table.snapshot.troubles, PATIENCE_S)
    assert eventually(lambda: service.lights.health().connected, PATIENCE_S)
    assert referee(service).doubt is not None and asks(service), "and when they are in again"
    assert list(referee(service).match.log) == before

    plug.out.set()
    assert eventually(lambda: "camera" in service.table.snapshot.troubles, PATIENCE_S)
    service.table.tell(EnterEvent(f"roll {plug.number}"))
    assert referee(service).doubt is None and len(referee(service).match.log) == len(before) + 1
    plug.out.clear()
    assert eventually(lambda: "camera" not in service.table.snapshot.troubles, PATIENCE_S)
    seen = service.eyes.still().index
    assert eventually(lambda: service.eyes.still().index > seen + 10, PATIENCE_S)
    assert len(referee(service).match.log) == len(before) + 1, "an answer given meanwhile counts, and counts once"
