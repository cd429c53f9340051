"""Watch a table for cards or pieces: read it whenever it has changed and lies still again.

Nothing is read while anything moves, so a hand that lays a card is waited for; what has not changed is not read again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, Literal, TypeVar

import numpy as np

from vision.camera.frames import Frame
from vision.motion.small_pictures import SMALL_SIZE, Disc, PictureChange, on_discs, small_of
from vision.photometry.channels import largest_channel
from vision.readings import PictureReader

Reading = TypeVar("Reading")

# Constants: chosen by hand on simulated tables.
_STEP = 14.0  # gray levels: a changed pixel
_READ_BEFORE_S = 0.1  # so long before it has been quiet for long enough it is read; waiting and reading go together


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
    picture: np.ndarray | None = None
    """That was read."""


@dataclass(frozen=True, slots=True, eq=False)
class _Early(Generic[Reading]):
    """What was read before it was quiet for long enough: of a picture that looked so when small, or of a later one."""

    small: np.ndarray
    picture: np.ndarray
    reading: Reading
    later: bool


class StillWatcher(Generic[Reading]):
    """Feed it every frame; it answers with what has just happened. Pure: time is the frame's own.

    ``changes``: LARGE or SMALL. ``instead``: takes later pictures, that are compared with it and read instead of one;
    none where it cannot just now, and it is asked again.
    """

    def __init__(
        self,
        reader: PictureReader[Reading],
        changes: Changes = LARGE,
        instead: Callable[[np.ndarray], Sequence[np.ndarray]] = lambda image: (image,),
    ) -> None:
        self._reader, self._changes, self._instead = reader, changes, instead
        self._last: np.ndarray | None = None
        self._read: np.ndarray | None = None
        self._early: _Early[Reading] | None = None
        self._quiet_since: float | None = None
        self._last_time = 0.0
        self._moving = False
        self._watched: np.ndarray | None = None
        self._change = PictureChange()

    @property
    def in_motion(self) -> bool:
        """Something moves, or has just come to rest: the next frame is worth looking at as soon as it comes."""
        return self._moving

    def overlook(self, discs: Sequence[Disc], size: tuple[int, int]) -> None:
        """From now on nothing that changes in these counts (px of pictures of this size): lights that come, go and
        breathe."""
        self._watched = ~np.logical_or.reduce(on_discs(discs, size, beyond=size[0] / SMALL_SIZE[0])) if discs else None

    def read_again(self) -> None:
        """What lies there is read once more, although nothing has changed."""
        self._read = None

    def see(self, frame: Frame) -> tuple[StillEvent[Reading], ...]:
        """What has just happened; usually nothing."""
        small = small_of(frame.image)
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
            self._early = self._read_early(frame.image, small)
        if self._early is None or (waits > 1e-6 and not self._early.later):
            return ()
        early, self._early, self._moving = self._early, None, False
        self._read = early.small
        return (StillEvent("settled", frame.index, frame.time, early.reading, early.picture),)

    def _read_early(self, image: np.ndarray, small: np.ndarray) -> _Early[Reading] | None:
        """None where no picture could be had in which nothing moved."""
        pictures = self._instead(image)
        if not pictures:
            return None
        smalls = [small, *(small_of(picture) for picture in pictures if picture is not image)]
        if any(self._part_unlike(now, before) > self._changes.moved for before, now in pairwise(smalls)):
            return None
        newest = pictures[-1]
        return _Early(small, newest, self._reader.read(newest), newest is not image)

    def _moved(self, small: np.ndarray, last: np.ndarray) -> bool:
        """Since the frame before, or since it was read early."""
        befores = [last] if self._early is None or self._early.small is last else [last, self._early.small]
        return any(self._part_unlike(small, before) > self._changes.moved for before in befores)

    def _is_unread(self, small: np.ndarray) -> bool:
        return self._read is None or self._part_unlike(small, self._read) > self._changes.changed

    def _part_unlike(self, now: np.ndarray, before: np.ndarray) -> float:
        """Part of the picture that differs, after bands of flickering lamps and a change of the whole picture's
        brightness are taken off."""
        differs = largest_channel(np.abs(self._change.between(now, before))) > _STEP
        if self._watched is not None:
            differs &= self._watched
        return float(np.count_nonzero(differs) / differs.size)
