"""The record of matches: append-only, one commit an entry, committed before anything is shown."""

from tablelight.record.store import Checked, Record, StoredEntry, StoredMatch
from tablelight.record.transfer import ImportRefused, export_lines, import_lines
from tablelight.record.trouble import RecordTrouble, UnknownMatch, WrongIndex

__all__ = [
    "Checked",
    "ImportRefused",
    "Record",
    "RecordTrouble",
    "StoredEntry",
    "StoredMatch",
    "UnknownMatch",
    "WrongIndex",
    "export_lines",
    "import_lines",
]
