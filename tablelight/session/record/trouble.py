"""What is wrong with a record, in sentences that say what to do."""

import shutil
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from engine.core.language import Deferred, later


class RecordTrouble(Exception):
    """The record cannot be read or written; the sentence says what is wrong and what to do. Nothing was changed."""


class GameDamaged(RecordTrouble):
    """One match of the record is not what was written; the others are not touched by that."""

    def __init__(self, match_id: str, sentence: str) -> None:
        super().__init__(sentence)
        self.match_id = match_id


DAMAGED = later(
    "The record at {where} is damaged; it was left as it is. Stop Tablelight, run 'tablelight restore' and start it "
    "again: it brings back the newest copy and every game that can still be read."
)


def why(error: Exception, where: str) -> str:
    """An error of a database, or of what it gave, in a sentence that says what to do."""
    if not isinstance(error, SQLAlchemyError):  # a column that holds what was never written there
        return Deferred(DAMAGED, where=where)
    words = str(getattr(error, "orig", None) or error).lower()
    if "disk i/o error" in words and _is_full(where):  # SQLite's word for files beside the record that do not fit
        words = "disk is full"
    for sign, sentence in _SENTENCES.items():
        if sign in words:
            return Deferred(sentence, where=where)
    if not words:
        return Deferred("The record at {where} cannot be used just now.", where=where)
    return Deferred("The record at {where} cannot be used just now ({why}).", where=where, why=words.splitlines()[0])


def _is_full(where: str) -> bool:
    try:
        return shutil.disk_usage(Path(where).parent).free < _ROOM
    except (OSError, ValueError):
        return False


_ROOM = 100_000
"""Bytes that SQLite needs beside the record to write anything."""
_FULL = later("The disk is full. Free some space; the game goes on where it stands.")
_NOT_WRITABLE = later(
    "The record at {where} may not be written. Check who owns the file and whether the card is locked."
)
_NO_ANSWER = later("The database at {where} does not answer. Is it running? I keep trying.")
_NO_COMPUTER = later("There is no such computer in the network: {where}. Check the address in the settings.")
_SENTENCES = {
    "disk is full": _FULL,
    "no space": _FULL,
    "readonly": _NOT_WRITABLE,
    "read-only": _NOT_WRITABLE,
    "malformed": DAMAGED,
    "not a database": DAMAGED,
    "no such table": DAMAGED,
    "no such column": DAMAGED,
    "no such collation": DAMAGED,
    "no such function": DAMAGED,
    "has no column": DAMAGED,
    "unsupported file format": DAMAGED,
    "could not decode": DAMAGED,
    "too big": DAMAGED,
    "locked": later("Another program holds the record at {where}. Close it; I keep trying."),
    "unable to open": later("The record at {where} cannot be opened. Check that the folder exists and may be written."),
    "disk i/o error": later("The disk does not answer. Check the SD card; the game goes on where it stands."),
    "only grows": later("The record only grows: what was written down stays."),
    "does not exist": later(
        "There is no such database or user: {where}. Create it, or check the address in the settings."
    ),
    "password": later("The database at {where} does not let me in. Check the name and the password in the settings."),
    "connection refused": _NO_ANSWER,
    "connection failed": _NO_ANSWER,
    "connection timeout": _NO_ANSWER,
    "could not translate host": _NO_COMPUTER,
    "failed to resolve host": _NO_COMPUTER,
    "permission denied": later("The database at {where} lets me in, but not write. Give this user the right to."),
    "terminating connection": later("The database at {where} was stopped. I keep trying."),
    "closed the connection": later("The database at {where} was stopped. I keep trying."),
    "connection is lost": later("The database at {where} was stopped. I keep trying."),
}
