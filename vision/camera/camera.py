"""A camera of any kind behind one face: the newest frame, and a sentence about how the camera is doing.

One thread reads; whoever asks gets the newest frame; what nobody asked for in time is gone. A camera that fails is
opened again after a while, a little longer each time.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from engine.core.language import Deferred, Later, words_of
from vision.camera.decoding import check_size
from vision.camera.frames import Frame
from vision.camera.in_use import device_of, user_of
from vision.camera.passwords import without_passwords
from vision.errors import VisionError

_log = logging.getLogger(__name__)
# Constants: chosen by hand: a camera that is pulled out and put in again is back within a few seconds, and a broken
# one is not asked in a hurry.
_STALE_S = 2.0
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 10.0


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """``ok``: frames are coming. ``message``: a sentence for a person, empty when all is well."""

    ok: bool
    message: str = ""


class Source(Protocol):
    """Something that gives pictures one after another. ``read`` may block; None: it has failed or ended."""

    ends: bool

    def read(self) -> np.ndarray | None:
        """The next picture, height x width x 3, uint8 BGR; None where it has failed, or, if it ``ends``, has ended."""

    def close(self) -> None:
        """Let go of the device. Called once, also after a failure."""


class Camera:
    """The newest frame of a source, read by its own thread. ``opener`` raises VisionError when it cannot open.

    ``mirrored``: the source shows everything as in a mirror, so its pictures are turned round; may be set at any time.
    """

    def __init__(self, spec: str, opener: Callable[[], Source], clock: Callable[[], float] = time.monotonic) -> None:
        self.spec = spec
        self.mirrored = False
        self._opener, self._clock = opener, clock
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._fault = ""
        self._ended = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {spec}", daemon=True)
        self._thread.start()

    @property
    def health(self) -> CameraHealth:
        """How the camera is doing now."""
        with self._news:
            frame, fault, ended = self._frame, self._fault, self._ended
        if ended:
            return CameraHealth(False, Deferred("The recording {name} has ended.", name=self.spec))
        if fault:
            return CameraHealth(False, fault)
        if frame is None:
            said = Deferred(
                "The camera {name} has given no picture yet. If none comes: is another program using it?",
                name=self.spec,
            )
            return CameraHealth(False, said)
        age = self._clock() - frame.time
        if age > _STALE_S:
            return CameraHealth(
                False,
                Deferred(
                    "The camera {name} has given no new picture for {count} seconds; check its cable.",
                    name=self.spec,
                    count=round(age),
                ),
            )
        return CameraHealth(True)

    def latest(self) -> Frame | None:
        """The newest frame, at once; None before the first."""
        with self._news:
            return self._frame

    def next(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The newest frame with an index above ``after``; waits up to ``timeout`` seconds for one, else None."""
        with self._news:
            self._news.wait_for(lambda: self._frame is not None and self._frame.index > after, timeout)
            return self._frame if self._frame is not None and self._frame.index > after else None

    def close(self) -> None:
        """Stop reading. May be called twice."""
        self._closing.set()
        self._thread.join(timeout=3)

    def _run(self) -> None:
        wait = _FIRST_WAIT_S
        while not self._closing.is_set():
            try:
                source = self._opener()
            except VisionError as error:
                self._report(words_of(error))
            except Exception as error:  # a driver's own: no camera at the cable, a folder taken away
                self._stumbled(error)
            else:
                got_any = self._read_all(source)
                with suppress(Exception):  # a camera that was pulled out cannot always be closed
                    source.close()
                if self._ended:
                    return
                if got_any:
                    wait = _FIRST_WAIT_S
                if not self._closing.is_set() and not self._fault:
                    self._report(Deferred("The camera {name} has stopped; trying to open it again.", name=self.spec))
            self._closing.wait(wait)
            wait = min(wait * 1.7, _LONGEST_WAIT_S)

    def _read_all(self, source: Source) -> bool:
        got_any = False
        while not self._closing.is_set():
            try:
                image = source.read()
                if image is not None:
                    check_size(
                        image.shape[1], image.shape[0], Deferred("A picture of the camera {name}", name=self.spec)
                    )
            except VisionError as error:
                self._report(words_of(error))
                break
            except Exception as error:
                self._stumbled(error)
                break
            if image is None:
                if source.ends:
                    with self._news:
                        self._ended = True
                        self._news.notify_all()
                elif not got_any:
                    self._report(_silent(self.spec))
                break
            got_any = True
            if self.mirrored:
                image = cv2.flip(image, 1)
            with self._news:
                index = self._frame.index + 1 if self._frame else 0
                self._frame = Frame(image, self._clock(), index)
                self._fault = ""
                self._news.notify_all()
        return got_any

    def _stumbled(self, error: Exception) -> None:
        """Whatever a driver raises, it is tried again: a thread that ended would never see the camera come back."""
        why = (str(error).splitlines() or [type(error).__name__])[0]
        advice = what_to_do(self.spec)
        self._report(
            Deferred("The camera {name} cannot be used ({why}). {advice}", name=self.spec, why=why, advice=advice)
        )

    def _report(self, fault: str) -> None:
        fault = Later(_for_everybody, fault)  # everybody in the network may read it
        with self._news:
            new = fault != self._fault
            self._fault = fault
        if new:
            _log.warning(str(fault))


def _for_everybody(fault: str) -> str:
    return without_passwords(str(fault))


def _silent(spec: str) -> str:
    """Of a camera that opens and gives no picture: on Linux, that is how one in use looks to a second program."""
    return Deferred("The camera {name} gives no picture. {advice}", name=spec, advice=what_to_do(spec))


def what_to_do(spec: str) -> str:
    """What to do about a camera that cannot be used, and that nothing has to be started anew afterwards."""
    device = device_of(spec)
    user = user_of(device) if device is not None else ""
    if user:
        return Deferred(
            "{program} uses it: close that one, or give this table another camera; I go on by myself.", program=user
        )
    if device is not None and not device.exists():
        return Deferred("It is not plugged in; plug it in, and I go on by myself.")
    return Deferred("Is it plugged in, and used by no other program? I keep trying, and go on by myself.")
