"""The record: every match, entry by entry, written down before anything is shown."""

from tablelight.session.record import exchange
from tablelight.session.record.rows import MatchCard
from tablelight.session.record.store import Record
from tablelight.session.record.trouble import GameDamaged, RecordTrouble

__all__ = ["GameDamaged", "MatchCard", "Record", "RecordTrouble", "exchange"]
