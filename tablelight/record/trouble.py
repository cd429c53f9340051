"""What can be wrong with the record, in words for the page.

RecordTrouble (RuntimeError)    the database cannot be used now
UnknownMatch  (LookupError)     no match has that id
WrongIndex    (ValueError)      that is not the match's next entry
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError


class RecordTrouble(RuntimeError):  # noqa: N818 - named as people would say it
    """The record cannot be read or written; nothing that was acknowledged is lost. ``kind`` is a stable word:
    full, read-only, locked, damaged, newer, foreign, gone, unreachable."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class UnknownMatch(LookupError):  # noqa: N818 - named as people would say it
    """No match has that id."""


class WrongIndex(ValueError):  # noqa: N818 - named as people would say it
    """Not the next entry: somebody else wrote, or the caller lost count. ``expected`` is the next index."""

    def __init__(self, match_id: str, index: int, expected: int) -> None:
        super().__init__(
            f"match {match_id} has {expected} entries, so the next one is {expected}, not {index}: read it again first"
        )
        self.expected = expected


_SENTENCES = {
    "full": "There is no room left to keep the record {where}. Free some space on that disk; then go on.",
    "read-only": "The record {where} may not be written. Give Tablelight the right to write the file and its folder.",
    "locked": "Another program keeps the record {where} locked. Close it; the game goes on from there.",
    "damaged": "The file {where} is damaged or is no database. It was left untouched: put a copy from a backup in its "
    "place, or name another file for the record.",
    "gone": "The record {where} was moved or deleted while in use. Put it back, or start Tablelight anew.",
    "unreachable": "The record {where} cannot be opened. Check that its folder or server is there and may be used.",
}


def trouble(kind: str, where: str) -> RecordTrouble:
    """The trouble of one kind, with its sentence."""
    return RecordTrouble(kind, _SENTENCES[kind].format(where=where))


@contextmanager
def told(where: str) -> Iterator[None]:
    """Turns what the database or the disk complains about into RecordTrouble."""
    try:
        yield
    except DBAPIError as error:
        raise trouble(_kind(error.orig), where) from error
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise trouble(_kind(error), where) from error


def _kind(error: BaseException | None) -> str:
    # https://www.sqlite.org/rescode.html
    name = getattr(error, "sqlite_errorname", None) or ""
    for start, kind in (
        ("SQLITE_FULL", "full"),
        ("SQLITE_IOERR_SHMSIZE", "full"),
        ("SQLITE_READONLY", "read-only"),
        ("SQLITE_PERM", "read-only"),
        ("SQLITE_BUSY", "locked"),
        ("SQLITE_LOCKED", "locked"),
        ("SQLITE_CORRUPT", "damaged"),
        ("SQLITE_NOTADB", "damaged"),
    ):
        if name.startswith(start):
            return kind
    return "read-only" if isinstance(error, PermissionError) else "unreachable"
