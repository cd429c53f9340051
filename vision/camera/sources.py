"""Kinds of cameras: USB, the network's MJPEG, the Raspberry Pi's own, a recording, a folder of pictures."""

import logging
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.core.language import Deferred, later, listed_later
from vision.camera.camera import Camera, Source, what_to_do
from vision.camera.decoding import check_size
from vision.camera.frames import load_picture
from vision.camera.mjpeg import Mjpeg
from vision.errors import PictureError, VisionError

_log = logging.getLogger(__name__)
_PICTURES = {".jpg", ".jpeg", ".png"}
_FOLDER_RATE = 2.0


class _Capture:
    """OpenCV's capture: a USB camera, or a video file played at its own speed."""

    def __init__(self, what: int | str, name: str, live: bool) -> None:
        self.ends = not live
        # What they have to say is said here, once; they say it in a dozen lines each time a camera is looked for.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        self._capture = cv2.VideoCapture(what)
        if not self._capture.isOpened() and not live:
            raise VisionError(
                Deferred("The recording {name} cannot be played; is it a video, and did all of it arrive?", name=name)
            )
        if not self._capture.isOpened():
            raise VisionError(
                Deferred("The camera {name} cannot be opened. {advice}", name=name, advice=what_to_do(name))
            )
        if live:
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if name.isdigit() or name.startswith("/dev/"):  # USB cameras give 640 x 480 unless asked
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        self._check_size(name)
        self._pause = 0.0 if live else 1.0 / (self._capture.get(cv2.CAP_PROP_FPS) or 30.0)
        self._due = time.monotonic()

    def _check_size(self, name: str) -> None:
        """Before the first picture is unpacked. Raises PictureError; a driver that says no size passes."""
        width, height = (self._capture.get(side) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if width > 0 and height > 0:
            try:
                check_size(int(width), int(height), Deferred("A picture of {name}", name=name))
            except VisionError:
                self._capture.release()
                raise

    def read(self) -> np.ndarray | None:
        ok, image = self._capture.read()
        if self._pause:
            self._due += self._pause
            time.sleep(max(0.0, self._due - time.monotonic()))
        return image if ok else None

    def close(self) -> None:
        self._capture.release()


class _Folder:
    """The pictures of a folder in the order of their names, over and over, two a second."""

    ends = False

    def __init__(self, folder: Path) -> None:
        self._files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _PICTURES)
        if not self._files:
            raise VisionError(
                Deferred("There are no pictures in {folder}; JPEG and PNG are understood.", folder=folder)
            )
        self._at = 0
        self._warned: set[Path] = set()

    def read(self) -> np.ndarray | None:
        """The next picture; one that cannot be read is passed over. Raises PictureError where none can be."""
        if self._at:
            time.sleep(1 / _FOLDER_RATE)
        for _ in self._files:
            path = self._files[self._at % len(self._files)]
            self._at += 1
            try:
                return load_picture(path)
            except PictureError as error:
                if path not in self._warned:
                    _log.warning("%s", error)
                self._warned.add(path)
                fault = error
        raise fault

    def close(self) -> None:
        pass


class _PiCamera:
    """The Raspberry Pi's own camera, through picamera2 (Debian package python3-picamera2)."""

    ends = False

    def __init__(self) -> None:
        try:
            from picamera2 import Picamera2
        except (ImportError, ValueError):  # the latter of one that was built for another numpy
            raise VisionError(
                Deferred(
                    "The Pi camera needs the package python3-picamera2, and an environment that sees it. Please run: "
                    "sudo apt install python3-picamera2, then make clean, then make run"
                )
            ) from None
        self._camera = Picamera2()
        self._camera.configure(self._camera.create_video_configuration({"size": (1280, 720), "format": "RGB888"}))
        self._camera.start()

    def read(self) -> np.ndarray | None:
        return self._camera.capture_array()

    def close(self) -> None:
        self._camera.close()


@dataclass(frozen=True, slots=True)
class SourceKind:
    """One kind of camera. ``example``: how a person names one, for the sentence about a name that is none;
    ``accepts``: whether a name means one of this kind; ``open``: opens it, and raises VisionError where it cannot."""

    example: str
    accepts: Callable[[str], bool]
    open: Callable[[str], Source]


def _is_device(spec: str) -> bool:
    return spec.startswith("/dev/")


def _is_folder(spec: str) -> bool:
    return _path_is(spec, Path.is_dir)


def _is_file(spec: str) -> bool:
    return _path_is(spec, Path.is_file)


def _path_is(spec: str, what: Callable[[Path], bool]) -> bool:
    try:
        return what(Path(spec))
    except (OSError, ValueError):  # no path at all: too long, or a NUL in it
        return False


KINDS = (
    SourceKind(later("a number (0)"), str.isdigit, lambda spec: _Capture(int(spec), spec, live=True)),
    SourceKind(later("a device (/dev/video0)"), _is_device, lambda spec: _Capture(spec, spec, live=True)),
    SourceKind(later("an address (http://...)"), lambda spec: spec.startswith(("http://", "https://")), Mjpeg),
    SourceKind("picamera2", lambda spec: spec == "picamera2", lambda _: _PiCamera()),
    SourceKind(later("a video file"), _is_file, lambda spec: _Capture(spec, spec, live=False)),
    SourceKind(later("a folder of pictures"), _is_folder, lambda spec: _Folder(Path(spec))),
)
"""The kinds there are, in the order in which a name is held against them; docs/adding-a-camera.md adds one."""


def open_camera(spec: str, kinds: Sequence[SourceKind] = KINDS) -> Camera:
    """A camera by its name: the first of the ``kinds`` that accepts it opens it.

    ``0``, ``/dev/video0``: USB; ``http://...``: MJPEG; ``picamera2``: the Pi's own; else a video file or a folder of
    pictures. Raises VisionError for a name that can be none of these; a camera that is only absent now is tried again.
    """
    for kind in kinds:
        if kind.accepts(spec):
            return Camera(spec, lambda: kind.open(spec))  # noqa: B023  it is left with this kind
    *examples, last = (Deferred(kind.example) for kind in kinds)
    raise VisionError(
        Deferred(
            "'{spec}' is no camera: give {names} or {last}.", spec=spec[:80], names=listed_later(examples), last=last
        )
    )
