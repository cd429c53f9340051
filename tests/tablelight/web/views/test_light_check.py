"""The light check on the page, live; and a word at the table when the light has moved since the dice were taught."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from engine.core.match import Match
from tablelight.perception import light_check
from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.web.views.light_check import light_sections
from vision.camera.frames import Frame
from vision.dice.readings import Reading
from vision.dice.taught import TaughtDice
from vision.motion.roll_watcher import WatchEvent
from vision.photometry.drift import LightWatch
from vision.photometry.light_check import LightCheck, Line
from vision.photometry.light_note import LightNote
from vision.simulation import SimulatedCamera, SimulatedTable

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
    monkeypatch.setattr(light_check, "EVERY_S", 0.0)
    return StillCamera()


@pytest.fixture
def eyes(tmp_path, camera):
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    yield CameraWorker(camera, table, tmp_path / "dice.json")
    table.close()


def test_the_check_follows_the_picture_and_puts_what_is_to_be_done_first(eyes, camera):
    assert "no picture yet" in light_sections(eyes)["lightsaid"]
    lens = SimulatedCamera(SimulatedTable(("d6",), seed=1))
    camera.image = lens.read(1.0)
    shown = light_sections(eyes)
    assert "All is well" in shown["lightsaid"] and shown["lightmarks"].count("<polygon") == 4
    camera.image = np.zeros_like(camera.image)
    shown = light_sections(eyes)
    assert "The picture is black" in shown["light"] and "<polygon" not in shown["lightmarks"]
    lens.lamp = "dim"
    camera.image = cv = lens.read(2.0)
    cv[:130, :330] = 90
    shown = light_sections(eyes)["light"]
    assert shown.index("One corner of the mat is covered") < shown.index("✓")


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


class FrameCamera:
    """A camera with one frame until it is told to go on."""

    def __init__(self):
        self.frame = Frame(np.zeros((9, 16, 3), np.uint8), 0.0, 0)

    def latest(self):
        return self.frame

    def go_on(self):
        self.frame = Frame(self.frame.image, self.frame.time + 1, self.frame.index + 1)


@pytest.fixture
def counted(monkeypatch):
    """A checker with a camera and a clock, and the pictures that were really checked."""
    done = []

    def check(image, registrar, taught=None):
        done.append(registrar)
        return LightCheck((Line("Mat", "ok", f"number {len(done)}"),))

    monkeypatch.setattr(light_check, "check_light", check)
    camera, clock = FrameCamera(), Clock()
    return light_check.LightChecker(camera, clock), camera, clock, done


def test_many_watchers_of_one_picture_cost_one_check(counted):
    checker, camera, clock, done = counted
    first = [checker.check(None) for _ in range(20)]
    clock.now += 5  # the camera is stuck: nothing new can be said
    assert {id(check) for check in [*first, checker.check(None)]} == {id(first[0])} and len(done) == 1
    camera.go_on()
    assert checker.check(None).lines[0].sentence == "number 2"
    camera.go_on()
    assert checker.check(None).lines[0].sentence == "number 2", "the next one only after a while"
    clock.now += 5
    assert checker.check(None).lines[0].sentence == "number 3"


def test_the_place_of_the_mat_is_remembered_from_check_to_check(counted):
    checker, camera, clock, done = counted
    for _ in range(3):
        checker.check(None)
        camera.go_on()
        clock.now += 5
    assert len(done) == 3 and len(set(map(id, done))) == 1


def test_while_a_check_is_made_for_one_the_others_get_the_one_before_at_once(counted, monkeypatch):
    checker, camera, clock, _ = counted
    before = checker.check(None)
    camera.go_on()
    clock.now += 5
    begun, go = threading.Event(), threading.Event()

    def slow(image, registrar, taught=None):
        begun.set()
        assert go.wait(10)
        return LightCheck((Line("Mat", "ok", "new"),))

    monkeypatch.setattr(light_check, "check_light", slow)
    with ThreadPoolExecutor(1) as other:
        newer = other.submit(checker.check, None)
        assert begun.wait(10)
        assert all(checker.check(None) is before for _ in range(40))
        go.set()
        assert newer.result(10).lines[0].sentence == "new"
    assert checker.check(None).lines[0].sentence == "new"


def test_what_was_taught_meanwhile_is_checked_against_in_the_same_picture(counted):
    checker, _, clock, done = counted
    checker.check(None)
    clock.now += 5
    checker.check(TaughtDice("a4", light=USUAL))
    assert len(done) == 2


def test_without_a_camera_it_says_so():
    assert "no camera" in light_sections(None)["lightsaid"]


def settled(eyes, light, number):
    reading = Reading((), (), True, 1.0, light)
    eyes._report(
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
