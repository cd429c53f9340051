"""Copies of the record's file, made while it is used: at the start, after each game and once a day.

SQLite's own backup copies what was committed, also what still stands in its log. A copy counts only when it was read
through; then the oldest ones go, so that there are never more than a few, nor more bytes than agreed.
"""

import logging
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.core.language import Deferred, words_of
from tablelight.session.record.database import keep_private
from tablelight.session.record.trouble import DAMAGED, RecordTrouble
from vision.files import sync

log = logging.getLogger(__name__)

MOST_COPIES = 7
MOST_BYTES = 300_000_000
"""Of all copies together; the newest one is kept in any case."""
DAY_S = 86_400.0
_ROOM = 50_000_000
"""Bytes that have to stay free on the disk beside a copy, so that the game itself can go on."""

Counts = tuple[int, int, int]
"""How many matches, entries and marks there are; a record only grows."""
_NOTHING: Counts = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy: its file, its number (the newest has the highest), when it was made (s, Unix time), its bytes."""

    file: Path
    number: int
    at: float
    size: int


class Copies:
    """The copies of one record's file. Use ``make`` from one thread at a time."""

    def __init__(self, file: Path, folder: Path) -> None:
        self._file, self.folder = file, folder

    def kept(self) -> list[Copy]:
        """The copies there are, newest first."""
        found = []
        with suppress(OSError):
            for file in self.folder.glob(f"{self._file.stem}-[0-9]*.db"):
                number, state = file.stem.rpartition("-")[2], file.stat()
                if number.isascii() and number.isdigit():
                    found.append(Copy(file, int(number), state.st_mtime, state.st_size))
        return sorted(found, key=lambda copy: copy.number, reverse=True)

    def make(self) -> Copy | None:
        """Copy the record where anything was added since the newest copy. Raises RecordTrouble."""
        kept = self.kept()
        number = kept[0].number + 1 if kept else 1
        target = self.folder / f"{self._file.stem}-{number:06}.db"
        try:
            there = counts(self._file) if self._file.exists() else _NOTHING
            if there == _NOTHING or (kept and counts(kept[0].file) == there):
                return None
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            size = self._file.stat().st_size
            if shutil.disk_usage(self.folder).free < size + _ROOM:
                raise RecordTrouble(
                    Deferred(
                        "There is no room for a copy of the record in {folder}. Free some space.", folder=self.folder
                    )
                )
            copy_file(self._file, target)
        except OSError as error:
            raise RecordTrouble(
                Deferred(
                    "No copy of the record could be made in {folder} ({strerror}). The game itself goes on; name "
                    "another folder as 'copies' under [record] in the settings, or leave it out.",
                    folder=self.folder,
                    strerror=error.strerror,
                )
            ) from error
        self._thin_out()
        return self.kept()[0]

    def _thin_out(self) -> None:
        """One copy a day stays, a few in all. What holds less than the copy before it pushes nothing out that day."""
        newest, *rest = self.kept()
        gone = [copy for copy in rest[:1] if _day(copy) == _day(newest) and _holds_all(newest, copy)]
        total = newest.size
        for place, copy in enumerate((copy for copy in rest if copy not in gone), 2):
            total += copy.size
            if place > MOST_COPIES or total > MOST_BYTES:
                gone.append(copy)
        for copy in gone:
            copy.file.unlink(missing_ok=True)


class Keeper:
    """Makes copies when it is time to, in a thread of its own, so that nobody waits for one."""

    def __init__(
        self, copies: Copies, say: Callable[[str | None], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.copies, self._say, self._clock = copies, say, clock
        self._seen: object = None
        self._last = float("-inf")
        self._thread: threading.Thread | None = None

    def copy_when_due(self, moment: object) -> None:
        """Called often. ``moment`` changes when a game begins or ends; then, and once a day, a copy is due."""
        if self._thread is not None and self._thread.is_alive():
            return
        now = self._clock()
        if moment == self._seen and now - self._last < DAY_S:
            return
        self._seen, self._last = moment, now
        self._thread = threading.Thread(target=self._copy, name="copy the record", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Until the copy that is being made is done, but not longer."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _copy(self) -> None:
        try:
            copy = self.copies.make()
        except RecordTrouble as trouble:
            self._say(words_of(trouble))
            return
        self._say(None)
        if copy is not None:
            log.info("the record was copied to %s", copy.file)


def copy_file(source: Path, target: Path) -> None:
    """Copy a record that may be in use; the target is whole, read through and on the disk, or not there at all.

    Raises OSError, and RecordTrouble where the source or the disk of the copy is damaged.
    """
    draft = target.with_name(f"{target.name}.draft")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with opened(source) as here, opened(draft) as there:
            here.backup(there)  # in one go: those who write meanwhile do not make it begin anew
            there.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
            if there.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise RecordTrouble(Deferred(DAMAGED, where=source))
        sync(draft)
        draft.replace(target)
        sync(target.parent)
    except sqlite3.Error as error:
        raise RecordTrouble(Deferred(DAMAGED, where=source)) from error
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A record's file that is there, without the service around it. Damaged text is text all the same."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)) as connection:
        connection.text_factory = lambda content: content.decode("utf-8", "surrogateescape")
        keep_private(file)
        yield connection


def counts(file: Path) -> Counts | None:
    """How much is in a record's file; None where that cannot be told."""
    asked = ", ".join(f"(SELECT count(*) FROM {table})" for table in ("matches", "entries", "marks"))
    try:
        with opened(file) as connection:
            matches, entries, marks = connection.execute(f"SELECT {asked}").fetchone()
    except (sqlite3.Error, OSError):
        return None
    return matches, entries, marks


def _day(copy: Copy) -> int:
    return int(copy.at // DAY_S)


def _holds_all(newer: Copy, older: Copy) -> bool:
    now, then = counts(newer.file), counts(older.file)
    return now is not None and (then is None or all(a >= b for a, b in zip(now, then, strict=True)))
