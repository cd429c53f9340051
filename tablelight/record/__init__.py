"""The record: every match, entry by entry, written down before anything is shown."""

from tablelight.record.store import MatchCard, Record, RecordTrouble  # isort: skip
from tablelight.record import exchange

__all__ = ["MatchCard", "Record", "RecordTrouble", "exchange"]
