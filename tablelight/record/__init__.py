"""The record: every match, entry by entry, written down before anything is shown."""

from tablelight.record.store import MatchCard, Record  # isort: skip
from tablelight.record import exchange
from tablelight.record.trouble import GameDamaged, RecordTrouble

__all__ = ["GameDamaged", "MatchCard", "Record", "RecordTrouble", "exchange"]
