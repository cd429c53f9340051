"""Watch a table frame by frame and say what happens: rolling, settled, a hand.

Small gray pictures are compared: with the one before (does anything move?) and with the empty or settled table (what
is new, and does it reach in from outside the play area, as a hand does?). Only what has been quiet for a few frames,
with no hand there, counts. It is read as soon as two frames are alike, so that reading and waiting take the same time;
where it then still moves, that reading is forgotten. While nothing changes it is not read again. What looks like a hand
and never moves is a cup, or the camera was knocked: then the picture is read as well. The mat itself is looked for
every now and then, and whenever it is lost; ``RollWatcher.troubles`` says what stands in the way.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import cv2
import numpy as np

from vision.camera.frames import Frame
from vision.dice.readings import Reading
from vision.geometry.registration import Registrar, Registration
from vision.photometry.flicker import Flicker
from vision.photometry.illumination import measure_illumination
from vision.readings import PictureReader, Trouble

EventKind = Literal["empty", "rolling", "settled", "hand", "cocked"]


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """Something that happened at ``frame``. ``settled`` and ``cocked`` carry the reading, others where it has a
    trouble: ``empty`` when too many dice lie there, ``hand`` when something large lies on the dice and stays."""

    event: EventKind
    frame: int
    time: float
    reading: Reading | None = None

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"frame": self.frame, "event": self.event, "time": round(self.time, 4)}
        return out | self.reading.to_json() if self.reading else out


# Constants: chosen by hand on filmed rolls (renderings, 30 frames a second) and simulated tables.
_SIDE = 240  # px of the longer one, about: pictures are made smaller by a whole number, which is much quicker
_QUIET_S = 0.1  # nothing moved for so long: settled; and so long before that it is read
_MOVED = 0.0009  # part of the play area that must change between two frames to count as motion
_HAND = 0.035  # part of the paper around the play area that one thing must cover to be a hand and no die
_AFTER_HAND_S = 0.34  # a hand often comes back: longer quiet after it
_STEP = 13.0  # gray levels at least: a changed pixel
_HAND_STAYS_S = 0.35  # dice thrown in over the border pass it faster
_RETRY_S = 0.5
_STAYS_S = 1.2  # a hand that does not move for so long is none, or the camera stands elsewhere now
_LOOK_S = 2.0  # how often the mat is looked for while all is quiet
_KNOCKED = 0.004  # longer sides of the picture: a mat so far from where it was seen before: the camera was moved

ON_THE_TABLE = frozenset({"hand", "covered", "too-many", "stacked", "knocked"})
"""Troubles that are about what lies on the mat; all others are about mat, light and lens."""
_OF_THE_MAT = frozenset({"no-mat", "mirrored", "squeezed", "half-mat", "two-markers", "three-markers", "mat-bent"})


LightTroublesOf = Callable[[np.ndarray, Registration], tuple[Trouble, ...]]
"""What is wrong with the light of a picture (uint8 BGR) in which the mat, or the table, lies so."""


@dataclass(frozen=True, slots=True, eq=False)
class _Early:
    """What was read before it had been quiet for long enough, and the small picture in which it was."""

    small: np.ndarray
    reading: Reading


class RollWatcher:
    """Feed it every frame; it answers with what has just happened. Pure: time is the frame's own.

    ``light_troubles_of``: looks at the light while all is quiet, when nothing else would be read.
    """

    def __init__(
        self,
        reader: PictureReader[Reading],
        registrar: Registrar | None = None,
        light_troubles_of: LightTroublesOf = lambda image, registration: (
            measure_illumination(image, registration).troubles
        ),
    ) -> None:
        self._reader, self._light_troubles_of = reader, light_troubles_of
        self._registrar = registrar or Registrar()
        self._area: _Area | None = None
        self._state: EventKind | None = None
        self._said: tuple[str, ...] = ()
        self._covered = False
        self._lost = False
        self._quiet_since: float | None = None
        self._last: np.ndarray | None = None
        self._last_time = 0.0
        self._early: _Early | None = None
        self._still: np.ndarray | None = None
        self._after_hand = False
        self._hand_since: float | None = None
        self._still_since: float | None = None
        self._next_look = -1e9
        self._of_mat: tuple[Trouble, ...] = ()
        self._of_light: tuple[Trouble, ...] = ()
        self._since_read: tuple[Trouble, ...] = ()

    @property
    def registered(self) -> bool:
        """The mat has been found."""
        return self._area is not None

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What stands in the way of reading, of mat, light or lens, when last looked at; empty when nothing does."""
        said = {trouble.code for trouble in self._of_light}
        return (*self._of_mat, *self._of_light, *(new for new in self._since_read if new.code not in said))

    @property
    def in_motion(self) -> bool:
        """Something rolls, or has just come to rest: the next frame is worth looking at as soon as it comes."""
        return self._state == "rolling" or self._early is not None

    def see(self, frame: Frame) -> tuple[WatchEvent, ...]:
        """What has just happened; usually nothing."""
        if frame.image.ndim == 2:  # some cameras turn gray in the dark
            frame = replace(frame, image=cv2.cvtColor(frame.image, cv2.COLOR_GRAY2BGR))
        if self._area is not None and self._area.shape != frame.image.shape[:2]:
            self._lose_mat()
        if self._area is None and not self._find_area(frame):
            return ()
        assert self._area is not None
        small = self._area.shrink(frame.image)
        last, self._last = self._last, small
        alike_since, self._last_time = self._last_time, frame.time
        if last is None:
            return self._begin(frame, small)
        assert self._still is not None
        if self._area.hand(small, self._still):
            return self._hand(frame, small, last)
        self._still_since = None
        if self._hand_since is not None:  # the hand's own leaving is no roll
            self._hand_since, self._quiet_since = None, frame.time
            return ()
        early = self._early.small if self._early else last
        if self._area.moved(small, last) > _MOVED or self._area.moved(small, early) > _MOVED:
            self._quiet_since, self._early, self._covered = None, None, False
            return self._say(frame, "rolling")
        if self._quiet_since is None:
            self._quiet_since = alike_since
        return self._quiet(frame, small)

    def _begin(self, frame: Frame, small: np.ndarray) -> tuple[WatchEvent, ...]:
        """The first picture with a mat is read at once; one after the mat was lost when all is quiet again."""
        self._still = small
        if not self._lost:
            return self._read(frame)
        self._lost, self._after_hand, self._quiet_since = False, True, frame.time
        return ()

    def _hand(self, frame: Frame, small: np.ndarray, last: np.ndarray) -> tuple[WatchEvent, ...]:
        self._quiet_since = self._early = None
        if self._hand_since is None:
            self._hand_since = frame.time
        self._after_hand |= frame.time - self._hand_since > _HAND_STAYS_S
        if self._still_since is None or self._area.changed(small, last) > _MOVED:
            self._still_since = frame.time
        if frame.time - self._still_since < _STAYS_S:
            return self._say(frame, "hand")
        self._still_since = frame.time
        said = self._read(frame)
        if self._area is not None and not self._covered:
            self._still, self._hand_since, self._after_hand = small, None, False
        return said

    def _quiet(self, frame: Frame, small: np.ndarray) -> tuple[WatchEvent, ...]:
        assert self._quiet_since is not None
        wanted = _STAYS_S if self._covered else _AFTER_HAND_S if self._after_hand else _QUIET_S
        if self._state in ("settled", "empty", "cocked"):
            if frame.time >= self._next_look:
                self._look_at_mat(frame)
            return ()
        waits = self._quiet_since + wanted - frame.time
        if self._early is None and 1e-6 < waits <= _QUIET_S:
            self._early = _Early(small, self._reader.read(frame.image))
        if waits > 1e-6:
            return ()
        early, self._early = self._early, None
        self._still, self._after_hand, self._quiet_since = small, False, frame.time
        return self._read(frame, early.reading if early else None)

    def _read(self, frame: Frame, reading: Reading | None = None) -> tuple[WatchEvent, ...]:
        """Read the picture, where it was not read already, and say what lies there; without the mat in it nothing is
        said, and it is looked for."""
        reading = reading or self._reader.read(frame.image)
        if not reading.registered:
            self._lose_mat(reading.troubles)
            return ()
        self._of_mat = tuple(t for t in reading.troubles if t.code in _OF_THE_MAT)
        self._of_light = tuple(t for t in reading.troubles if t.code not in _OF_THE_MAT | ON_THE_TABLE)
        self._since_read = ()
        there = tuple(t.code for t in reading.troubles if t.code in ON_THE_TABLE)
        self._covered = "hand" in there or "covered" in there
        if not reading.dice:
            return self._say(frame, "hand" if self._covered else "empty", reading if there else None, there)
        if any(die.status == "cocked" for die in reading.dice):
            return self._say(frame, "cocked", reading, there)
        return self._say(frame, "settled", reading, there)

    def _say(
        self, frame: Frame, kind: EventKind, reading: Reading | None = None, troubles: tuple[str, ...] = ()
    ) -> tuple[WatchEvent, ...]:
        if kind == self._state and troubles == self._said:
            return ()
        self._state, self._said = kind, troubles
        return (WatchEvent(kind, frame.index, frame.time, reading),)

    def _find_area(self, frame: Frame) -> bool:
        if frame.time < self._next_look:
            return False
        registration, self._of_mat = self._registrar.find(frame.image)
        self._next_look = frame.time + (_LOOK_S if registration else _RETRY_S)
        if registration is None:
            return False
        self._area = _Area(registration, frame.image.shape)
        return True

    def _look_at_mat(self, frame: Frame) -> None:
        """Notice a mat that went, or is seen elsewhere, and a light that went, without anything that looks like
        motion."""
        before = self._area
        self._area = None
        if not self._find_area(frame):
            self._lose_mat(self._of_mat)
        elif before is not None and self._area.corners_off(before) <= _KNOCKED:
            self._area = before
            self._since_read = self._light_troubles_of(frame.image, before.registration)
        else:
            self._state, self._last, self._still = None, None, None

    def _lose_mat(self, troubles: tuple[Trouble, ...] = ()) -> None:
        """Begin anew with the next picture that shows a mat."""
        self._area, self._state, self._last, self._still, self._early = None, None, None, None, None
        self._quiet_since = self._hand_since = self._still_since = None
        self._lost, self._covered = True, False
        self._of_mat, self._of_light, self._since_read = troubles, (), ()


class _Area:
    """Where to look for motion: the play area (inside) and the band of paper around it (outside)."""

    def __init__(self, registration: Registration, shape: tuple[int, ...]) -> None:
        self.registration = registration
        shrink = max(1, round(max(shape[:2]) / _SIDE))
        size = (shape[1] // shrink, shape[0] // shrink)
        self._shrink, self._size = shrink, size
        self.shape = shape[:2]
        mat = registration.mat
        play = self._mask(registration, mat.play_corners, size)
        self._corners = registration.view.project_flat(mat.page_corners) / registration.view.long
        paper = self._mask(registration, mat.page_corners, size)
        self._inside, self._outside, self._page = play, paper & ~play, paper | play
        self._inside_count = max(cv2.countNonZero(self._inside), 1)
        self._outside_count = max(cv2.countNonZero(self._outside), 1)
        rows, columns = np.nonzero(self._outside)
        self._paper_rows, self._paper_columns = rows[::13], columns[::13]
        self._flicker = Flicker(self._paper_rows, self._paper_columns, size)

    def _mask(self, registration: Registration, corners: np.ndarray, size: tuple[int, int]) -> np.ndarray:
        pixels = registration.view.project_flat(corners) / self._shrink
        mask = np.zeros(size[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(pixels).astype(np.int32), 255)
        return mask

    def shrink(self, image: np.ndarray) -> np.ndarray:
        """The picture, small and calmed: uint8 BGR."""
        width, height = (length * self._shrink for length in self._size)
        small = cv2.resize(image[:height, :width], self._size, interpolation=cv2.INTER_AREA)
        return cv2.GaussianBlur(small, (0, 0), 1.0)

    def moved(self, now: np.ndarray, before: np.ndarray) -> float:
        """Part of the play area that differs between two frames."""
        return cv2.countNonZero(self._unlike(now, before) & self._inside) / self._inside_count

    def changed(self, now: np.ndarray, before: np.ndarray) -> float:
        """Part of the whole page that differs between two frames."""
        return cv2.countNonZero(self._unlike(now, before) & self._page) / (self._inside_count + self._outside_count)

    def corners_off(self, other: "_Area") -> float:
        """How far the page's corners are seen from where they were, in longer sides of the picture."""
        return float(np.abs(self._corners - other._corners).max())

    def hand(self, now: np.ndarray, still: np.ndarray) -> bool:
        """One large thing covers the paper around the play area, compared with the quiet table."""
        unlike = self._unlike(now, still) & self._outside
        if cv2.countNonZero(unlike) < _HAND * self._outside_count:
            return False
        _, _, stats, _ = cv2.connectedComponentsWithStats(unlike)
        return bool(stats[1:, cv2.CC_STAT_AREA].max() >= _HAND * self._outside_count)

    def _unlike(self, now: np.ndarray, before: np.ndarray) -> np.ndarray:
        """255 at pixels that differ by more than noise, after bands of flickering lamps and a change of the whole
        picture's brightness are taken off; 0 at the others."""
        change = cv2.subtract(now, self._flicker.as_lit_now(before, now), dtype=cv2.CV_16S)
        paper = change[self._paper_rows, self._paper_columns]
        usual = np.median(paper, axis=0).astype(np.int16)
        spread = float(np.median(np.abs(paper - usual)))
        step = int(max(_STEP, 7 * spread))
        return ~cv2.inRange(change, tuple((usual - step).tolist()), tuple((usual + step).tolist()))
