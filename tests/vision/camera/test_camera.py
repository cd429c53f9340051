"""Cameras give the newest frame, and say in a sentence what is wrong."""

import threading
import time

import cv2
import numpy as np
import pytest

from vision.camera.camera import Camera
from vision.camera.sources import open_camera
from vision.errors import VisionError


class Script:
    """A source that gives the pictures it was made of, then waits for ever, ends or fails."""

    def __init__(self, count, ends=True):
        self.left, self.ends, self.closed = count, ends, threading.Event()

    def read(self):
        if not self.left:
            return None
        self.left -= 1
        return np.full((4, 4, 3), self.left, np.uint8)

    def close(self):
        self.closed.set()


def test_the_newest_frame_wins_and_a_recording_ends():
    source = Script(5)
    camera = Camera("clip", lambda: source)
    assert source.closed.wait(2)
    assert camera.latest().index == 4
    assert camera.next(after=4, timeout=0.01) is None
    assert "has ended" in camera.health.message
    camera.close()


def test_a_camera_that_stops_is_opened_again_and_counts_on():
    sources = [Script(2, ends=False), Script(3, ends=True)]
    last = sources[-1]
    camera = Camera("usb", lambda: sources.pop(0))
    assert last.closed.wait(5)
    assert camera.latest().index == 4
    camera.close()


def test_a_camera_that_cannot_be_opened_says_why():
    tried = threading.Event()

    def refuse():
        tried.set()
        raise VisionError("The camera is used by another program.")

    camera = Camera("0", refuse)
    assert tried.wait(2)
    for _ in range(200):
        if camera.health.message.startswith("The camera is used"):
            break
        threading.Event().wait(0.01)
    assert camera.health.message == "The camera is used by another program."
    assert camera.latest() is None
    camera.close()


def test_a_folder_of_pictures_is_a_camera(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((8, 8, 3), 7, np.uint8))
    camera = open_camera(str(tmp_path))
    frame = camera.next(timeout=3)
    assert frame is not None and frame.image[0, 0, 0] == 7 and camera.health.ok
    camera.close()


def test_a_name_that_is_no_camera_is_refused():
    with pytest.raises(VisionError, match="is no camera"):
        open_camera("/no/such/thing")


def test_whatever_a_driver_raises_is_said_and_the_camera_comes_back():
    """The Pi's own raises IndexError with no camera at the cable, RuntimeError when another program has it."""
    faults = [IndexError("list index out of range"), RuntimeError("Device or resource busy\nand more")]

    def opener():
        if faults:
            raise faults.pop(0)
        return Script(5, ends=False)

    camera = Camera("pi", opener)
    try:
        assert camera.next(timeout=5) is not None
    finally:
        camera.close()


def test_a_driver_that_stumbles_while_reading_is_opened_again():
    class Stumbles(Script):
        def read(self):
            if not opened:
                opened.append(self)
                raise OSError("No such device")
            return super().read()

        def close(self):
            raise OSError("nor can it be closed")

    opened = []
    camera = Camera("pi", lambda: Stumbles(5, ends=False))
    try:
        assert camera.next(timeout=5) is not None
    finally:
        camera.close()


def test_a_folder_that_was_taken_away_comes_back(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    camera = open_camera(str(folder))
    try:
        folder.rmdir()
        until = time.monotonic() + 5
        while "cannot be used" not in camera.health.message and time.monotonic() < until:
            time.sleep(0.01)
        assert "cannot be used" in camera.health.message
        folder.mkdir()
        cv2.imwrite(str(folder / "1.png"), np.zeros((4, 4, 3), np.uint8))
        assert camera.next(timeout=10) is not None
    finally:
        camera.close()


def test_a_file_that_is_no_video_is_called_so_and_the_drivers_are_quiet(tmp_path, capfd):
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(b"no video" * 50)
    camera = open_camera(str(clip))
    try:
        until = time.monotonic() + 5
        while "cannot be played" not in camera.health.message and time.monotonic() < until:
            time.sleep(0.01)
        assert "cannot be played" in camera.health.message
    finally:
        camera.close()
    assert capfd.readouterr() == ("", "")
