"""What is said of a camera tells nobody its password."""

import pytest

from vision.camera.passwords import without_passwords
from vision.camera.sources import open_camera


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://me:secret@phone:8080/video", "http://me:•••@phone:8080/video"),
        ("http://phone/video?user=me&pwd=secret", "http://phone/video?user=me&pwd=•••"),
        (
            "rtsp://me:s@cr:et@phone/1 is one, http://phone/ another",
            "rtsp://me:•••@phone/1 is one, http://phone/ another",
        ),
        ("/dev/video0", "/dev/video0"),
    ],
)
def test_only_passwords_become_dots(address, shown):
    assert without_passwords(address) == shown


def test_a_camera_that_cannot_be_reached_is_named_without_its_password():
    camera = open_camera("http://me:secret@127.0.0.1:9/video?pwd=secret")
    try:
        assert camera.next(timeout=5) is None
        assert "http://me:•••@127.0.0.1:9" in camera.health.message and "secret" not in camera.health.message
    finally:
        camera.close()
