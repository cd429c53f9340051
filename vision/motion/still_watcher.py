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
LARGE = (0.0015, 0.004)
"""Part of the picture that must change between two frames to be motion, and that must differ from what was read last to
be worth reading again, where cards are laid."""
SMALL = (0.0005, 0.0005)
"""The same where pieces are moved: one is seven dots of the small picture, in two places."""
_QUIET_S = 0.4
_EVERY = 13  # pixels: as many as that are enough to tell bands of light by


@dataclass(frozen=True, slots=True)
class StillEvent(Generic[Reading]):
    """``moving``: something is being laid or taken; ``settled`` carries what lies there now."""

    event: Literal["moving", "settled"]
    frame: int
    time: float
    reading: Reading | None = None


class StillWatcher(Generic[Reading]):
    """Feed it every frame; it answers with what has just happened. Pure: time is the frame's own.

    ``least``: LARGE or SMALL.
    """

    def __init__(self, reader: PictureReader[Reading], least: tuple[float, float] = LARGE) -> None:
        self._reader = reader
        self._moved, self._changed = least
        self._last: np.ndarray | None = None
        self._read: np.ndarray | None = None
        self._quiet_since: float | None = None
        self._moving = False
        rows, columns = np.divmod(np.arange(0, _SIZE[0] * _SIZE[1], _EVERY), _SIZE[0])
        self._flicker = Flicker(rows, columns, _SIZE)

    def see(self, frame: Frame) -> tuple[StillEvent[Reading], ...]:
        """What has just happened; usually nothing."""
        small = cv2.resize(frame.image, _SIZE, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), 0.8)
        last, self._last = self._last, small
        if last is not None and self._part_unlike(small, last) > self._moved:
            self._quiet_since = None
            told, self._moving = self._moving, True
            return () if told else (StillEvent("moving", frame.index, frame.time),)
        if self._quiet_since is None:
            self._quiet_since = frame.time
        if frame.time - self._quiet_since < _QUIET_S - 1e-6:
            return ()
        unread = self._read is None or self._part_unlike(small, self._read) > self._changed
        if not unread and not self._moving:
            return ()
        self._moving, self._read = False, small
        return (StillEvent("settled", frame.index, frame.time, self._reader.read(frame.image)),)

    def _part_unlike(self, now: np.ndarray, before: np.ndarray) -> float:
        """Part of the picture that differs, after bands of flickering lamps and a change of the whole picture's
        brightness are taken off."""
        change = cv2.subtract(now, self._flicker.as_lit_now(before, now), dtype=cv2.CV_16S)
        usual = np.median(change.reshape(-1, 3), axis=0).astype(np.int16)
        return float(np.count_nonzero(np.abs(change - usual).max(-1) > _STEP) / change[..., 0].size)
