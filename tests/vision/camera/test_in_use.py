"""A camera that another program has: said in a sentence that tells what to do, and used as soon as it is free."""

import os
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import camera as cameras
from vision.camera.in_use import device_of, user_of
from vision.camera.sources import open_camera


class Busy:
    """OpenCV's capture while another program has the camera, and once it is free."""

    how, free, opened = "silent", False, 0

    def __init__(self, what: object) -> None:
        type(self).opened += 1
        if self.how == "raises" and not self.free:
            raise cv2.error("VIDEOIO: VIDIOC_STREAMON: Device or resource busy")

    def isOpened(self) -> bool:  # noqa: N802
        return self.free or self.how == "silent"

    def read(self) -> tuple[bool, np.ndarray | None]:
        time.sleep(0.005)
        return (True, np.zeros((4, 4, 3), np.uint8)) if self.free else (False, None)

    def set(self, *_: object) -> None: ...

    def get(self, *_: object) -> float:
        return 0.0

    def release(self) -> None: ...


@pytest.fixture(params=["silent", "closed", "raises"])
def busy(request, monkeypatch):
    class OfThisTest(Busy):
        how = request.param

    monkeypatch.setattr(cv2, "VideoCapture", OfThisTest)
    monkeypatch.setattr(cameras, "_FIRST_WAIT_S", 0.02)
    return OfThisTest


def eventually(true) -> bool:
    end = time.monotonic() + 5
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.01)
    return False


def test_a_camera_in_use_says_who_has_it_and_is_used_once_it_is_free(busy, monkeypatch) -> None:
    monkeypatch.setattr(cameras, "user_of", lambda _: "Another Tablelight (process 812)")
    camera = open_camera("0")
    try:
        assert eventually(lambda: busy.opened > 2)
        said = camera.health.message
        assert "Another Tablelight (process 812) uses it" in said and "I go on by myself" in said, said
        busy.free = True
        assert camera.next(timeout=5) is not None and camera.health.ok
    finally:
        camera.close()


def test_where_nobody_is_seen_to_have_it_both_reasons_are_named(busy, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(cameras, "device_of", lambda _: tmp_path)  # something that is there
    camera = open_camera("0")
    try:
        assert eventually(lambda: busy.opened > 2)
        assert "Is it plugged in, and used by no other program?" in camera.health.message
    finally:
        camera.close()


def test_a_camera_that_is_not_there_is_called_so(busy) -> None:
    camera = open_camera("/dev/video-of-nobody")
    try:
        assert eventually(lambda: "not plugged in" in camera.health.message), camera.health.message
    finally:
        camera.close()


def test_what_a_source_says_itself_is_not_put_aside(tmp_path) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    camera = open_camera(str(tmp_path))
    try:
        assert eventually(lambda: "broken.jpg" in camera.health.message)
        time.sleep(0.1)
        assert "broken.jpg" in camera.health.message
    finally:
        camera.close()


# ---- who has it


def process(folder: Path, number: int, command: str, *files: Path) -> None:
    (folder / str(number) / "fd").mkdir(parents=True)
    (folder / str(number) / "cmdline").write_bytes(command.replace(" ", "\0").encode())
    (folder / str(number) / "comm").write_text(f"{Path(command.split()[0]).name}\n")
    for n, file in enumerate(files):
        (folder / str(number) / "fd" / str(n)).symlink_to(file)


def test_the_program_that_has_a_camera_open_is_found_by_whatever_name_the_camera_goes(tmp_path) -> None:
    device, other, by_id = tmp_path / "video0", tmp_path / "video1", tmp_path / "usb-Camera-index0"
    device.touch()
    other.touch()
    by_id.symlink_to(device)
    process(tmp_path, 7, "/usr/bin/cheese", other)
    process(tmp_path, os.getpid(), "python -m tablelight serve", device)
    assert user_of(by_id, tmp_path) == "", "this program is no other"
    process(tmp_path, 8, "/usr/bin/python -m tablelight serve", device)
    assert user_of(by_id, tmp_path) == "Another Tablelight (process 8)"
    assert user_of(other, tmp_path) == "Another program (cheese, process 7)"


def test_where_nothing_is_told_nobody_is_named(tmp_path) -> None:
    assert user_of(tmp_path / "video0", tmp_path / "nothing") == ""
    (tmp_path / "9").mkdir()
    assert user_of(tmp_path / "video0", tmp_path) == ""


def test_a_camera_s_device() -> None:
    assert device_of("2") == Path("/dev/video2") and device_of("/dev/v4l/by-id/x") == Path("/dev/v4l/by-id/x")
    assert device_of("http://phone/video") is None and device_of("picamera2") is None
