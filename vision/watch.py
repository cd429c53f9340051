"""Watch a table frame by frame and say what happens: rolling, settled, a hand.

Small gray pictures are compared: with the one before (does anything move?) and with the empty or settled table (what
is new, and does it reach in from outside the play area, as a hand does?). Only when all has been quiet for a few
frames, and no hand is there, the picture is read; while nothing changes it is not read again.
"""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

import cv2
import numpy as np

from vision.frames import Frame
from vision.register import Registrar, Registration
from vision.seen import Reading

EventKind = Literal["empty", "rolling", "settled", "hand", "cocked"]


class Reader(Protocol):
    """What reads a picture: ``DiceReader``, or a stand-in."""

    def read(self, image: np.ndarray) -> Reading: ...


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """Something that happened at ``frame``. ``settled`` and ``cocked`` carry the reading."""

    event: EventKind
    frame: int
    time: float
    reading: Reading | None = None

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"frame": self.frame, "event": self.event, "time": round(self.time, 4)}
        return out | self.reading.to_json() if self.reading else out


_WIDTH = 240
_QUIET_S = 0.1  # nothing moved for so long: settled
_MOVED = 0.0009  # part of the play area that must change between two frames to count as motion
_HAND = 0.035  # part of the paper around the play area that one thing must cover to be a hand and no die
_AFTER_HAND_S = 0.34  # a hand often comes back: longer quiet after it
_STEP = 13.0  # gray levels at least: a changed pixel
_HAND_STAYS_S = 0.35  # dice thrown in over the border pass it faster
_RETRY_S = 0.5


class RollWatcher:
    """Feed it every frame; it answers with what has just happened. Pure: time is the frame's own."""

    def __init__(self, reader: Reader, registrar: Registrar | None = None) -> None:
        self._reader = reader
        self._registrar = registrar or Registrar()
        self._area: _Area | None = None
        self._state: EventKind | None = None
        self._quiet_since: float | None = None
        self._last: np.ndarray | None = None
        self._still: np.ndarray | None = None
        self._after_hand = False
        self._hand_since: float | None = None
        self._next_search = -1e9

    @property
    def registered(self) -> bool:
        """The mat has been found."""
        return self._area is not None

    def see(self, frame: Frame) -> tuple[WatchEvent, ...]:
        """What has just happened; usually nothing."""
        if self._area is None and not self._find_area(frame):
            return ()
        small = self._area.shrink(frame.image)
        last, self._last = self._last, small
        if last is None or last.shape != small.shape:
            self._still = small
            return self._say(frame, *self._first(frame))
        if self._area.hand(small, self._still):
            self._quiet_since = None
            if self._hand_since is None:
                self._hand_since = frame.time
            self._after_hand |= frame.time - self._hand_since > _HAND_STAYS_S
            return self._say(frame, "hand")
        if self._hand_since is not None:  # the hand's own leaving is no roll
            self._hand_since, self._quiet_since = None, frame.time
            return ()
        if self._area.moved(small, last) > _MOVED:
            self._quiet_since = None
            return self._say(frame, "rolling")
        return self._quiet(frame, small)

    def _quiet(self, frame: Frame, small: np.ndarray) -> tuple[WatchEvent, ...]:
        if self._quiet_since is None:
            self._quiet_since = frame.time
        wanted = _AFTER_HAND_S if self._after_hand else _QUIET_S
        if self._state in ("settled", "empty", "cocked") or frame.time - self._quiet_since < wanted - 1e-6:
            return ()
        kind, reading = self._first(frame)
        self._still, self._after_hand = small, False
        return self._say(frame, kind, reading)

    def _first(self, frame: Frame) -> tuple[EventKind, Reading | None]:
        reading = self._reader.read(frame.image)
        if not reading.dice:
            return "empty", None
        if any(die.status == "cocked" for die in reading.dice):
            return "cocked", reading
        return "settled", reading

    def _say(self, frame: Frame, kind: EventKind, reading: Reading | None = None) -> tuple[WatchEvent, ...]:
        if kind == self._state:
            return ()
        self._state = kind
        return (WatchEvent(kind, frame.index, frame.time, reading),)

    def _find_area(self, frame: Frame) -> bool:
        if frame.time < self._next_search:
            return False
        self._next_search = frame.time + _RETRY_S
        registration, _ = self._registrar.find(frame.image)
        if registration is None:
            return False
        self._area = _Area(registration, frame.image.shape)
        return True


class _Area:
    """Where to look for motion: the play area (inside) and the band of paper around it (outside)."""

    def __init__(self, registration: Registration, shape: tuple[int, ...]) -> None:
        self._scale = _WIDTH / shape[1]
        size = (_WIDTH, round(shape[0] * self._scale))
        self._size = size
        mat = registration.mat
        play = self._mask(registration, mat.play_corners, size)
        page = np.array([[0, 0], [mat.width, 0], [mat.width, mat.height], [0, mat.height]], float)
        page = self._mask(registration, page, size)
        self._inside = play > 0
        self._outside = (page > 0) & ~self._inside
        self._inside_count = max(np.count_nonzero(self._inside), 1)
        self._outside_count = max(np.count_nonzero(self._outside), 1)
        rows, columns = np.nonzero(self._outside)
        self._paper_rows, self._paper_columns = rows[::13], columns[::13]

    def _mask(self, registration: Registration, corners: np.ndarray, size: tuple[int, int]) -> np.ndarray:
        pixels = registration.view.project(np.column_stack([corners, np.zeros(4)])) * self._scale
        mask = np.zeros(size[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(pixels).astype(np.int32), 1)
        return mask

    def shrink(self, image: np.ndarray) -> np.ndarray:
        """The picture, small, gray, calmed: int16."""
        small = cv2.resize(image, self._size, interpolation=cv2.INTER_AREA)
        return cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.int16)

    def moved(self, now: np.ndarray, before: np.ndarray) -> float:
        """Part of the play area that differs between two frames."""
        return float(np.count_nonzero(self._unlike(now, before) & self._inside) / self._inside_count)

    def hand(self, now: np.ndarray, still: np.ndarray) -> bool:
        """One large thing covers the paper around the play area, compared with the quiet table."""
        unlike = self._unlike(now, still) & self._outside
        if np.count_nonzero(unlike) < _HAND * self._outside_count:
            return False
        _, _, stats, _ = cv2.connectedComponentsWithStats(unlike.astype(np.uint8))
        return bool(stats[1:, cv2.CC_STAT_AREA].max() >= _HAND * self._outside_count)

    def _unlike(self, now: np.ndarray, before: np.ndarray) -> np.ndarray:
        """Pixels that differ by more than noise, after a change of the whole picture's brightness is taken off."""
        change = now - before
        paper = change[self._paper_rows, self._paper_columns]
        usual = np.median(paper, axis=0).astype(np.int16)
        spread = float(np.median(np.abs(paper - usual)))
        return np.abs(change - usual).max(-1) > max(_STEP, 7 * spread)
