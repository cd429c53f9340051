"""A roll is noticed, and read once when it lies still."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.dice_pictures import picture
from tests.support.flicker import banded
from vision.camera.frames import Frame
from vision.dice.readings import Reading, SeenDie
from vision.motion.roll_watcher import RollWatcher

OTHER_BANDS = [(0.06, 2.0, 0), (0.1, 1.25, 0), (0.1, 2.0, 1)]
"""How deep and how many, along which axis."""
DIE = SeenDie("d6", "ok", None, (), (0, 0), (), (0, 0))


class Finds:
    """Stands for a reader: says one die lies there when the picture has a red spot."""

    def __init__(self):
        self.calls = 0

    def read(self, image):
        self.calls += 1
        play = image[200:300, 250:700].astype(int)
        red = (play[..., 2] - play[..., 1] > 150).sum() > 200
        return Reading((DIE,) if red else (), registered=True)


def frames(rolls, script):
    """Frames from letters: e empty, r a spot rolling, s the spot at rest, h a hand over the border."""
    base = cv2.medianBlur(picture(next(e for e in rolls if len(e["dice"]) < 9)["image"]), 3)
    for index, letter in enumerate(script):
        image = base.copy()
        cv2.rectangle(image, (180, 170), (760, 380), (200, 220, 230), -1)
        if letter == "r":
            cv2.circle(image, (320 + 12 * (index % 12), 250), 20, (0, 0, 250), -1)
        if letter in "sh":
            cv2.circle(image, (500, 250), 20, (0, 0, 250), -1)
        if letter == "h":
            cv2.rectangle(image, (420, 0), (600, 330), (120, 150, 210), -1)
        yield Frame(image, index / 30, index)


def watched(rolls, script):
    reader = Finds()
    watcher = RollWatcher(reader)
    events = [(e.event, e.frame) for frame in frames(rolls, script) for e in watcher.see(frame)]
    return events, reader


def test_a_roll_is_settled_within_300_ms_and_read_once(rolls):
    events, reader = watched(rolls, "eeeee" + "r" * 10 + "s" * 30)
    assert [name for name, _ in events] == ["empty", "rolling", "settled"]
    assert 15 <= events[-1][1] <= 15 + 9
    assert reader.calls == 2


def test_dice_are_in_motion_from_when_they_roll_until_they_were_read(rolls):
    watcher, said = RollWatcher(Finds()), ""
    for frame in frames(rolls, "eeeee" + "r" * 5 + "s" * 10):
        watcher.see(frame)
        said += "-m"[watcher.in_motion]
    assert said.rstrip("-") == "-" * 5 + "m" * (len(said.rstrip("-")) - 5)
    assert len(said.rstrip("-")) - 10 <= 4


def test_nothing_is_settled_while_a_hand_rests_in_the_picture(rolls):
    events, _ = watched(rolls, "s" * 6 + "h" * 30)
    assert [name for name, _ in events] == ["settled", "hand"]


def test_after_the_hand_has_left_the_table_is_read_again(rolls):
    events, _ = watched(rolls, "s" * 6 + "h" * 20 + "s" * 20)
    assert [name for name, _ in events] == ["settled", "hand", "settled"]


def test_brighter_light_is_no_hand(rolls):
    watcher = RollWatcher(Finds())
    names = []
    for frame in frames(rolls, "s" * 20):
        lit = np.clip(frame.image.astype(int) + min(frame.index, 8) * 2, 0, 255).astype(np.uint8)
        names += [e.event for e in watcher.see(Frame(lit, frame.time, frame.index))]
    assert names == ["settled"]


@pytest.mark.parametrize(
    ("depth", "waves", "axis"),
    [(0.15, 2.0, 0), *(pytest.param(*other, marks=pytest.mark.slow) for other in OTHER_BANDS)],
)
def test_bands_of_a_flickering_lamp_are_neither_a_roll_nor_a_hand_and_hide_none(rolls, depth, waves, axis):
    script = "e" * 12 + "r" * 10 + "s" * 20 + "h" * 20 + "s" * 20
    plain, _ = watched(rolls, script)
    watcher = RollWatcher(Finds())
    lit = (banded(frame, depth, waves, axis) for frame in frames(rolls, script))
    assert [(e.event, e.frame) for frame in lit for e in watcher.see(frame)] == plain


def test_without_mat_nothing_is_said():
    watcher = RollWatcher(Finds())
    assert watcher.see(Frame(np.zeros((360, 640, 3), np.uint8), 0.0, 0)) == ()
    assert not watcher.registered


def test_a_lamp_that_goes_out_while_all_is_quiet_is_said_and_no_more_once_it_burns_again(rolls):
    watcher = RollWatcher(Finds())
    said = {}
    for frame in frames(rolls, "s" * 300):
        lit = np.interp(frame.index, [60, 90, 200, 230], [1, 0.2, 0.2, 1])
        watcher.see(replace(frame, image=(frame.image * lit).astype(np.uint8)))
        said[frame.index] = "dark" in {trouble.code for trouble in watcher.troubles}
    assert (said[59], said[180], said[299]) == (False, True, False)
