"""Keeps a small picture of every reading that counted, in a thread of its own, so that no roll waits for the disk."""

import logging
import queue
import threading
from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np

from engine.core.events import Correct, Entry, Event
from tablelight.perception.annotation import jpeg
from tablelight.referee.state import RefereeState
from tablelight.session.record.pictures import PictureFolder
from tablelight.session.snapshot import Snapshot
from tablelight.texts.sentences import say

log = logging.getLogger(__name__)

LONG_PX = 640
"""The longer side of a kept picture."""
_AIM_BYTES = 40_000
_QUALITIES = (75, 60, 45)
"""JPEG qualities that are tried in turn. Chosen by hand, looking at dice: at 45 a hue's letters can still be read."""
MOST_A_GAME = 600
"""Pictures of one match; the longest game of thirteen simulated evenings had some 500 entries."""
COUNTED_FOR = 50
"""After so many pictures all files are counted anew: others bring games in and delete them meanwhile."""
_WAITING = 8
"""Pictures that wait for the disk; one more is left out."""


class _Wanted(NamedTuple):
    match_id: str
    number: int
    entry: Entry
    picture: bytes


class PictureKeeper:
    """Watches a table (``saw``) and keeps the picture of each reading that became an entry.

    ``picture``: the JPEG of a reading by its number, None when it is no longer there. ``trouble``: told in a sentence
    why pictures cannot be kept, None: they can.
    """

    def __init__(
        self,
        folder: PictureFolder,
        picture: Callable[[int], bytes | None],
        trouble: Callable[[str | None], None],
    ) -> None:
        self._folder, self._picture, self._trouble = folder, picture, trouble
        self._before: Snapshot = Snapshot()
        self._waiting: queue.Queue[_Wanted | None] = queue.Queue(_WAITING)
        self._thread: threading.Thread | None = None
        self._size, self._counted = 0, 0

    def saw(self, now: Snapshot) -> None:
        """How the table stands now: quick, as the table waits for it."""
        before, self._before = self._before, now
        if not self._folder.most_bytes or now.match_id is None or before.match_id != now.match_id:
            return
        if before.referee is None or now.referee is None:
            return
        number = pictured(before.referee, now.referee)
        counted = _last_event(now.referee, len(before.referee.match.log))
        picture = self._picture(number) if number and counted is not None else None
        if picture is not None and counted is not None:
            self._want(_Wanted(now.match_id, counted, now.referee.match.log[counted], picture))

    def close(self) -> None:
        """Keep what still waits, and end."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join(timeout=5)
            self._thread = None

    def _want(self, wanted: _Wanted) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
            self._thread.start()
        try:
            self._waiting.put_nowait(wanted)
        except queue.Full:
            log.info("the disk is slow: entry %d has no picture", wanted.number)

    def _run(self) -> None:
        while (wanted := self._waiting.get()) is not None:
            try:
                self._keep(wanted)
            except OSError as error:
                self._trouble(say("pictures", "cannot", why=error.strerror or str(error)))
            except Exception:  # a picture is no reason to keep none any more
                log.exception("entry %d has no picture", wanted.number)

    def _keep(self, wanted: _Wanted) -> None:
        if not self._folder.has_room:
            self._trouble(say("pictures", "no_room"))
            return
        picture = small(wanted.picture)
        if not self._room_for(wanted.match_id, len(picture)):
            return
        self._folder.keep(wanted.match_id, wanted.number, wanted.entry, picture)
        self._trouble(None)

    def _room_for(self, match_id: str, size: int) -> bool:
        """Whether one more may be kept; the oldest matches' pictures are given up for it."""
        if self._folder.count(match_id) >= MOST_A_GAME:
            return False
        if not self._counted:
            self._size, self._counted = self._folder.size(), COUNTED_FOR
        self._counted -= 1
        self._size += size
        if self._size > self._folder.most_bytes:
            self._size = self._folder.thin_out(match_id, size) + size
        return self._size <= self._folder.most_bytes


def pictured(before: RefereeState, now: RefereeState) -> int:
    """The number of the picture of what has just counted, 0 where nothing was seen: of a reading that came just now,
    or of the one that was in doubt."""
    if len(now.match.log) <= len(before.match.log):
        return 0
    if now.picture != before.picture:
        return now.picture
    return before.doubt.picture if before.doubt is not None and now.doubt is None else 0


def _last_event(now: RefereeState, since: int) -> int | None:
    """The last entry that says what happened, among those from ``since`` on."""
    fresh = range(len(now.match.log) - 1, since - 1, -1)
    return next((n for n in fresh if isinstance(now.match.log[n], Event | Correct)), None)


def small(picture: bytes) -> bytes:
    """A JPEG with its longer side at most ``LONG_PX``, of some 40 kB. Raises ValueError for what is no picture."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("that is no picture")
    scale = LONG_PX / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for quality in _QUALITIES:
        out = jpeg(image, quality)
        if len(out) <= _AIM_BYTES:
            break
    return out
