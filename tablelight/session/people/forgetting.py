"""A person is forgotten: the name is taken out of everything that is kept here, and whoever looks for it finds nothing.

What was saved or sent elsewhere (files on phones, plays in BG Stats) is not in our hands.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.texts.language import tr
from tablelight.session.evening import Evenings
from tablelight.session.people.names import key_of
from tablelight.session.people.people import People
from tablelight.session.record import RecordTrouble
from tablelight.session.record.copies import Copies
from tablelight.session.record.database import BESIDE
from tablelight.session.record.rewriting import Named, rewrite_file
from tablelight.session.seats import Seats
from tablelight.session.table import GameTable

log = logging.getLogger(__name__)


class CannotForget(Exception):
    """Somebody cannot be forgotten just now; the sentence says why and what to do."""


class Forgetting:
    """Takes people out of one table's data. ``copies``: where copies of the record are; None: nowhere."""

    def __init__(
        self,
        table: GameTable,
        people: People,
        seats: Seats,
        folder: Path | None,
        copies: Copies | None = None,
        evenings: Evenings | None = None,
    ) -> None:
        self._table, self._people, self._seats, self._evenings = table, people, seats, evenings
        self._folder, self._copies = folder, copies

    def forget(self, name: str) -> None:
        """Take a person out of the record, its copies and all that was worked out. Raises CannotForget; a record that
        could not be changed is as it was."""
        keys = {key_of(name), *map(key_of, self._people.aliases.spellings_of(name))}
        spelled = (name, *self._people.aliases.spellings_of(name))

        def gone(other: str) -> bool:
            return key_of(other) in keys

        try:
            changed = self._table.archive.rewrite(gone)
            self._people.aliases.forget(name)
            self._people.forget_results()
            if self._evenings is not None:
                self._evenings.forget(spelled)
        except (RecordTrouble, OSError) as trouble:
            raise CannotForget(tr("Nothing could be forgotten: {why}", why=trouble)) from trouble
        self._table.come_to_know_names()
        now = self._table.snapshot
        self._seats.follow_anew(now.match_id, now.referee.match.seats if now.referee is not None else ())
        left = self._in_copies(gone, spelled)
        log.info("somebody was forgotten; %d games were written anew", changed)
        if left:
            names = ", ".join(file.name for file in left)
            raise CannotForget(tr("The record is done, but these files could not be: {files}.", files=names))

    def _in_copies(self, gone: Named, spelled: Sequence[str]) -> list[Path]:
        """Take the name out of every copy of the record; one that cannot be read is thrown away where it has the name.
        The files that are left with it."""
        left = []
        for file in self._files():
            try:
                rewrite_file(file, gone)
            except RecordTrouble as trouble:
                log.warning("%s is no record that can be written anew: %s", file, trouble)
            try:
                if _has(file, spelled):
                    for end in ("", *BESIDE):
                        file.with_name(file.name + end).unlink(missing_ok=True)
            except OSError:
                left.append(file)
        return left

    def _files(self) -> list[Path]:
        """Every other file that may be a record: copies, and what was kept beside a restored or older one."""
        found = [copy.file for copy in self._copies.kept()] if self._copies is not None else []
        if self._folder is not None:
            with suppress(OSError):
                found += [file for file in sorted(self._folder.glob("*.db*")) if _is_another(file)]
        return found


def _is_another(file: Path) -> bool:
    return not file.name.startswith("record.db") and not file.name.endswith(BESIDE)


def _has(file: Path, spelled: Sequence[str]) -> bool:
    """Whether a file, or what SQLite has beside it, still has one of the names in it, as JSON has them."""
    for end in ("", *BESIDE):
        with suppress(FileNotFoundError):
            content = file.with_name(file.name + end).read_bytes()
            if any(f'"{name}"'.encode() in content for name in spelled):
                return True
    return False
