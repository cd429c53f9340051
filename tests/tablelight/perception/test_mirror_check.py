"""A camera that shows everything as in a mirror: nobody at the table has to know."""

import time

import cv2
import numpy as np
import pytest

from engine.core.match import Match
from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tests.firmware_bridge.conftest import eventually
from tests.support.dice_pictures import picture
from vision.camera.camera import Camera
from vision.camera.frames import Frame
from vision.geometry.registration import Registrar

pytestmark = pytest.mark.long

PICTURE = "dev4-roll-06.jpg"


class Phone:
    """An app that makes a camera of a phone, with a switch that mirrors."""

    ends = False
    mirrors = True

    def read(self):
        time.sleep(0.02)
        image = picture(PICTURE)
        return image[:, ::-1].copy() if self.mirrors else image

    def close(self):
        pass


@pytest.fixture
def phone():
    return Phone()


@pytest.fixture
def eyes(tmp_path, phone, monkeypatch):
    monkeypatch.setattr("tablelight.perception.mirror_check.MIRROR_S", 0.2)
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    eyes = CameraWorker(Camera("phone", lambda: phone), table, tmp_path / "dice.json")
    yield eyes
    eyes.close()
    table.close()


def shows_the_mat(eyes):
    live = eyes.live(960)
    return live is not None and Registrar().find(cv2.imdecode(np.frombuffer(live, np.uint8), 1))[0] is not None


def test_what_a_camera_mirrors_is_turned_round(eyes):
    eyes.start()
    assert eventually(lambda: shows_the_mat(eyes))


def test_whoever_finds_the_switch_in_the_middle_of_an_evening_spoils_nothing(eyes, phone):
    eyes.start()
    assert eventually(lambda: shows_the_mat(eyes))
    phone.mirrors = False
    assert eventually(lambda: not eyes._camera.mirrored)
    assert eventually(lambda: shows_the_mat(eyes))


def test_a_picture_that_does_not_show_that_it_is_mirrored_is_left_as_it_is(eyes):
    for k, image in enumerate((picture(PICTURE), np.full((540, 960, 3), 128, np.uint8), picture(PICTURE))):
        eyes._mirror.check(Frame(image, 10.0 * k, k))
        assert not eyes._camera.mirrored
