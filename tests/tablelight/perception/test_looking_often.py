"""While something moves every frame is looked at; while nothing does, no more than the settings ask for."""

import time

import numpy as np
import pytest

from engine.core.match import Match
from tablelight.perception.camera_worker import CameraWorker
from tests.firmware_bridge.conftest import eventually
from tests.support.stand_ins import Says
from vision.camera.camera import CameraHealth
from vision.camera.frames import Frame


class Counting(Says):
    """A watcher that counts frames."""

    def __init__(self, in_motion):
        super().__init__(())
        self.in_motion, self.seen = in_motion, 0

    def see(self, frame):
        self.seen += 1
        return ()


class Quick:
    """A camera with two hundred pictures a second."""

    health, number = CameraHealth(True, ""), 0

    def next(self, after, timeout):
        time.sleep(0.005)
        self.number += 1
        return Frame(np.zeros((90, 160, 3), np.uint8), self.number / 200, self.number)

    def close(self):
        pass


@pytest.fixture
def eyes(table, tmp_path):
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    eyes = CameraWorker(Quick(), table, tmp_path / "dice.json", frames_per_second=1)
    yield eyes
    eyes.close()


def test_every_frame_is_looked_at_while_dice_roll(eyes):
    eyes._watcher = watcher = Counting(in_motion=True)
    eyes.start()
    eventually(lambda: watcher.seen >= 5)


def test_a_table_at_rest_is_looked_at_no_more_often_than_was_set(eyes):
    eyes._watcher = watcher = Counting(in_motion=False)
    eyes.start()
    eventually(lambda: watcher.seen == 1)
    time.sleep(0.1)
    assert watcher.seen == 1
