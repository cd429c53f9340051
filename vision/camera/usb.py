"""Which camera is at this computer, as Linux tells it.

Not everything that is called /dev/video is a camera to be opened: a Raspberry Pi shows its decoders so, and the raw end
of its ribbon camera, of which only picamera2 makes pictures; a USB camera has a second device, for remarks on its
pictures.
"""

from pathlib import Path

DEVICES = Path("/sys/class/video4linux")
RIBBON = ("unicam", "rp1-cfe")
"""How the drivers of the Pi's ribbon camera begin their names: up to the Pi 4, and on the Pi 5."""


def first_camera(devices: Path = DEVICES) -> str:
    """The source of the camera to look through: the number of the first USB camera, else ``picamera2`` where a ribbon
    camera is attached, else nothing."""
    there = sorted(devices.glob("video*"), key=lambda device: (len(device.name), device.name))
    usb = next((device for device in there if _is_usb(device) and _gives_pictures(device)), None)
    if usb is not None:
        return usb.name.removeprefix("video")
    return "picamera2" if any(_text(device / "name").startswith(RIBBON) for device in there) else ""


def _is_usb(device: Path) -> bool:
    return (device / "device" / "subsystem").resolve().name == "usb"


def _gives_pictures(device: Path) -> bool:
    """A camera's devices are numbered; the first one gives the pictures."""
    return _text(device / "index") in ("0", "")


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""
