"""Watch a table for cards or pieces: read it whenever it has changed and lies still again.

Nothing is read while anything moves, so a hand that lays a card is waited for; what has not changed is not read again.
"""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

import cv2
import numpy as np

from vision.camera.frames import Frame
from vision.photometry.flicker import Flicker
from vision.readings import PictureReader

Reading = TypeVar("Reading")

# Constants: chosen by hand on simulated tables.
_SIZE = (160, 90)
_STEP = 14.0  # gray levels: a changed pixel
_READ_BEFORE_S = 0.1  # so long before it has been quiet for long enough it is read; waiting and reading go together
_EVERY = 13  # pixels: as many as that are enough to tell bands of light by


@dataclass(frozen=True, slots=True)
class Changes:
    """What counts as one. ``moved``: part of the picture that must change between two frames to be motion; ``changed``:
    that must differ from what was read last to be worth reading again; ``quiet_s``: nothing moved for so long: it lies
    still."""

    moved: float
    changed: float
    quiet_s: float


LARGE = Changes(0.0015, 0.004, 0.4)
"""Where cards are laid, often two or three one after the other."""
SMALL = Changes(0.0005, 0.0005, 0.1)
"""Where pieces are moved: one is seven dots of the small picture, in two places. A board is read in a tenth of the time
that cards take, so that it may be read once too often."""


@dataclass(frozen=True, slots=True)
class StillEvent(Generic[Reading]):
    """``moving``: something is being laid or taken; ``settled`` carries what lies there now."""

    event: Literal["moving", "settled"]
    frame: int
    time: float
    reading: Reading | None = None


class StillWatcher(Generic[Reading]):
    """Feed it every frame; it answers with what has just happened. Pure: time is the frame's own.

    ``changes``: LARGE or SMALL.
    """

    def __init__(self, reader: PictureReader[Reading], changes: Changes = LARGE) -> None:
        self._reader, self._changes = reader, changes
        self._last: np.ndarray | None = None
        self._read: np.ndarray | None = None
        self._early: tuple[np.ndarray, Reading] | None = None  # read before it was quiet for long enough
        self._quiet_since: float | None = None
        self._last_time = 0.0
        self._moving = False
        rows, columns = np.divmod(np.arange(0, _SIZE[0] * _SIZE[1], _EVERY), _SIZE[0])
        self._flicker = Flicker(rows, columns, _SIZE)

    @property
    def in_motion(self) -> bool:
        """Something moves, or has just come to rest: the next frame is worth looking at as soon as it comes."""
        return self._moving

    def see(self, frame: Frame) -> tuple[StillEvent[Reading], ...]:
        """What has just happened; usually nothing."""
        small = cv2.resize(frame.image, _SIZE, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), 0.8)
        last, self._last = self._last, small
        alike_since, self._last_time = self._last_time, frame.time
        if last is not None and self._moved(small, last):
            self._quiet_since = self._early = None
            told, self._moving = self._moving, True
            return () if told else (StillEvent("moving", frame.index, frame.time),)
        if self._quiet_since is None:
            self._quiet_since = alike_since if last is not None else frame.time
        if not self._moving and not self._is_unread(small):
            return ()
        waits = self._quiet_since + self._changes.quiet_s - frame.time
        if self._early is None and waits <= _READ_BEFORE_S:
            self._early = small, self._reader.read(frame.image)
        if waits > 1e-6:
            return ()
        (self._read, reading), self._early, self._moving = self._early, None, False
        return (StillEvent("settled", frame.index, frame.time, reading),)

    def _moved(self, small: np.ndarray, last: np.ndarray) -> bool:
        """Since the frame before, or since it was read early."""
        befores = [last] if self._early is None or self._early[0] is last else [last, self._early[0]]
        return any(self._part_unlike(small, before) > self._changes.moved for before in befores)

    def _is_unread(self, small: np.ndarray) -> bool:
        return self._read is None or self._part_unlike(small, self._read) > self._changes.changed

    def _part_unlike(self, now: np.ndarray, before: np.ndarray) -> float:
        """Part of the picture that differs, after bands of flickering lamps and a change of the whole picture's
        brightness are taken off."""
        change = cv2.subtract(now, self._flicker.as_lit_now(before, now), dtype=cv2.CV_16S)
        usual = np.median(change.reshape(-1, 3), axis=0).astype(np.int16)
        return float(np.count_nonzero(np.abs(change - usual).max(-1) > _STEP) / change[..., 0].size)
