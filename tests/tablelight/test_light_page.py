"""The light check on the page, live; and a word at the table when the light has moved since the dice were taught."""

from dataclasses import replace

import numpy as np
import pytest

from engine.match import Match
from tablelight import eyes as eyes_module
from tablelight.eyes import Eyes
from tablelight.page.light import light_sections
from tablelight.record import Record
from tablelight.table import Table
from vision.drift import LightWatch
from vision.frames import Frame
from vision.seen import LightNote, Reading
from vision.simulation import SimulatedCamera, SimulatedTable
from vision.watch import WatchEvent

USUAL = LightNote((-0.3, -0.3, -0.3), ((0.4, 0.4, 0.4),) * 12)
WARM = LightNote((-3.0, -0.3, 0.3), ((0.4, 0.4, 0.4),) * 12)


class StillCamera:
    """A camera that gives the picture it was handed last."""

    spec = "still"
    image = None

    def latest(self):
        return None if self.image is None else Frame(self.image, 0.0, 0)


@pytest.fixture
def camera(monkeypatch):
    monkeypatch.setattr(eyes_module, "CHECK_S", 0.0)
    return StillCamera()


@pytest.fixture
def eyes(tmp_path, camera):
    table = Table(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    yield Eyes(camera, table, tmp_path / "dice.json")
    table.close()


def test_the_check_follows_the_picture_and_puts_what_is_to_be_done_first(eyes, camera):
    assert "no picture yet" in light_sections(eyes)["light"]
    lens = SimulatedCamera(SimulatedTable(("d6",), seed=1))
    camera.image = lens.read(1.0)
    shown = light_sections(eyes)
    assert "All is well" in shown["light"] and shown["lightmarks"].count("<polygon") == 4
    camera.image = np.zeros_like(camera.image)
    shown = light_sections(eyes)
    assert "The picture is black" in shown["light"] and "<polygon" not in shown["lightmarks"]
    lens.lamp = "dim"
    camera.image = cv = lens.read(2.0)
    cv[:130, :330] = 90
    shown = light_sections(eyes)["light"]
    assert shown.index("One corner of the mat is covered") < shown.index("✓")


def test_without_a_camera_it_says_so():
    assert "no camera" in light_sections(None)["light"]


def settled(eyes, light, number):
    reading = Reading((), (), True, 1.0, light)
    eyes._tell(
        Frame(np.zeros((90, 160, 3), np.uint8), float(number), number), WatchEvent("settled", number, 0, reading)
    )
    return eyes._table.snapshot.troubles.get("light", "")


def test_a_light_that_moved_since_the_teaching_is_said_until_it_is_back(eyes):
    eyes._light = LightWatch(USUAL)
    assert settled(eyes, USUAL, 1) == ""
    assert "much warmer than it was when the dice were taught" in settled(eyes, WARM, 2)
    assert settled(eyes, replace(USUAL, levels=(-0.4, -0.4, -0.4)), 3) == ""


def test_a_change_between_rolls_stands_in_the_log(eyes, caplog):
    caplog.set_level("INFO")
    settled(eyes, USUAL, 1)
    assert "the light changed" not in caplog.text
    settled(eyes, WARM, 2)
    assert "the light changed" in caplog.text and settled(eyes, WARM, 3) == ""
