"""Which camera "auto" looks through, on computers as their /sys shows them."""

import sys
from contextlib import closing
from types import ModuleType

import pytest

from vision.camera.sources import open_camera
from vision.camera.usb import first_camera


@pytest.fixture
def devices(tmp_path):
    (tmp_path / "bus" / "usb").mkdir(parents=True)
    (tmp_path / "bus" / "platform").mkdir()
    (tmp_path / "video4linux").mkdir()
    return tmp_path / "video4linux"


def add(devices, number, name, bus="usb", index=0):
    """One device as Linux shows it: a folder with links to where it hangs."""
    shown = devices / f"video{number}"
    parent = devices.parent / "parents" / str(number)
    parent.mkdir(parents=True)
    (parent / "subsystem").symlink_to(devices.parent / "bus" / bus)
    shown.mkdir()
    (shown / "device").symlink_to(parent)
    (shown / "name").write_text(f"{name}\n")
    (shown / "index").write_text(f"{index}\n")


def test_a_usb_camera_is_taken_by_its_number(devices):
    add(devices, 0, "HD Pro Webcam C920")
    add(devices, 1, "HD Pro Webcam C920", index=1)
    assert first_camera(devices) == "0"


def test_no_device_is_no_camera(devices):
    assert first_camera(devices) == ""
    assert first_camera(devices / "not-linux") == ""


def test_the_raw_end_of_a_pi_4s_ribbon_camera_is_not_taken_for_a_usb_camera(devices):
    add(devices, 0, "unicam-image", bus="platform")
    add(devices, 10, "bcm2835-codec-decode", bus="platform")
    assert first_camera(devices) == "picamera2"


def test_a_usb_camera_beside_a_ribbon_camera_is_taken(devices):
    """A Pi 5 gives the ribbon camera the first eight numbers."""
    for number in range(8):
        add(devices, number, f"rp1-cfe-csi2_ch{number}", bus="platform", index=number)
    add(devices, 9, "UVC Camera", index=1)
    add(devices, 8, "UVC Camera")
    add(devices, 20, "pispbe-input", bus="platform")
    assert first_camera(devices) == "8"


def test_a_pi_5s_ribbon_camera_is_found(devices):
    add(devices, 0, "rp1-cfe-csi2_ch0", bus="platform")
    assert first_camera(devices) == "picamera2"


def test_a_pis_decoders_are_no_camera(devices):
    add(devices, 10, "bcm2835-codec-decode", bus="platform")
    add(devices, 19, "rpi-hevc-dec", bus="platform")
    assert first_camera(devices) == ""


def test_the_lower_number_is_the_first(devices):
    add(devices, 10, "second")
    add(devices, 2, "first")
    assert first_camera(devices) == "2"


def test_a_device_that_goes_while_it_is_looked_at_is_no_camera(devices):
    (devices / "video0").symlink_to(devices / "gone")
    assert first_camera(devices) == ""


class _Apart(ModuleType):
    """A picamera2 that was built for another numpy: loading it fails, and not with an ImportError."""

    def __getattr__(self, name):
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")


@pytest.mark.parametrize("library", [None, _Apart("picamera2")], ids=["not there", "built for another numpy"])
def test_a_pi_camera_whose_library_cannot_be_used_says_how_to_get_it(monkeypatch, library):
    monkeypatch.setitem(sys.modules, "picamera2", library)
    with closing(open_camera("picamera2")) as camera:
        camera.next(timeout=0.2)
        said = camera.health.message
    assert "sudo apt install python3-picamera2" in said and "make clean, then make run" in said
