"""The record as a table uses it: opened when it is needed, let go of after a failure, and tried again after a while."""

import logging
import threading
from collections.abc import Callable, Sequence

from engine.core.events import Entry, entry_visible_to
from engine.core.language import words_of
from engine.core.log_format import entry_to_json
from tablelight.session.record import Record, RecordTrouble
from tablelight.texts.sentences import say

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""How long to wait before trying a record that could not be opened again. Chosen by hand; a disk
that is gone need not be asked with every frame."""


class RecordAccess:
    """One table's record. Safe to use from any thread.

    ``open_record``: may fail, and is tried again. ``clock``: seconds since 1970. ``trouble``: told what stands in the
    way, or None. ``is_troubled``: whether anything is said to stand there just now.
    """

    def __init__(
        self,
        open_record: Callable[[], Record],
        clock: Callable[[], float],
        trouble: Callable[[str | None], None],
        is_troubled: Callable[[], bool],
    ) -> None:
        self._open_record, self._clock = open_record, clock
        self._trouble, self._is_troubled = trouble, is_troubled
        self.lock = threading.RLock()
        """Held while the table changes: whoever changes the record of the game being played holds it."""
        self._record: Record | None = None
        self._tried = float("-inf")
        self._fault = ""

    @property
    def is_open(self) -> bool:
        """Whether it was opened, and has not failed since."""
        return self._record is not None

    def opened(self) -> Record:
        """The record. The lock is held no longer than it takes to open it, so that the game goes on beside whoever
        reads. Raises RecordTrouble."""
        with self.lock:
            if self._record is None:
                self._open()
            assert self._record is not None
            return self._record

    def write(self, match_id: str, at: int, entries: Sequence[Entry]) -> int:
        """Write a match's entries down one by one, the first as its entry ``at``; how many were. After a failure the
        record is opened anew before the next."""
        written = 0
        try:
            for entry in entries:
                self.opened().append(match_id, at + written, entry_to_json(entry), self._clock())
                # The terminal may stand on the table: it says what everybody may hear.
                log.info("%s", entry_visible_to(entry, None))
                written += 1
        except RecordTrouble as trouble:
            self._gone(trouble)
            return written
        if written:
            self._trouble(None)
        return written

    def try_writing(self) -> None:
        """Say whether it can be written; nothing is added."""
        try:
            self.opened().try_writing()
        except RecordTrouble as trouble:
            self._gone(trouble)
        else:
            self._trouble(None)

    def close(self) -> None:
        """Let go of it. Everything acknowledged is on the disk already."""
        with self.lock:
            if self._record is not None:
                self._record.close()
                self._record = None

    def _open(self) -> None:
        # A clock that was set back meanwhile says nothing about how long that was.
        if 0 <= self._clock() - self._tried < RETRY_S and self._is_troubled():
            raise RecordTrouble(self._fault)
        self._tried = self._clock()
        try:
            self._record = self._open_record()
        except RecordTrouble as trouble:
            self._fault = words_of(trouble)
            raise

    def _gone(self, trouble: RecordTrouble) -> None:
        self.close()
        self._fault = words_of(trouble)
        self._trouble(say("health", "record_gone", why=self._fault))
