"""Recorded matches, replayed entry by entry under the rules of now."""

import logging
import threading
from collections.abc import Iterable
from typing import Any

from engine.core.errors import EngineError
from engine.core.language import Deferred
from engine.core.match import Match
from tablelight.session.record import GameDamaged, Record, RecordTrouble, exchange
from tablelight.texts.sentences import say

log = logging.getLogger(__name__)

REPLAYS_KEPT = 4
"""Recorded matches that need not be replayed when they are asked for again. Chosen by hand."""

_CANNOT_BE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError, RecursionError)
"""What rules may stumble over where a game was not made by them."""


def read_match(record: Record, match_id: str) -> Match:
    """The match of a record, replayed. Raises RecordTrouble, or an EngineError that names the entry that broke."""
    header, entries = record.header(match_id), record.entries(match_id)
    try:
        return _replayed(Match.from_header(header), entries)
    except EngineError:
        raise
    except _CANNOT_BE as error:
        log.warning("match %s cannot be replayed: %r", match_id, error)
        raise GameDamaged(match_id, say("games", "cannot_be")) from error


def sound_match(saved: exchange.SavedMatch) -> Match:
    """The match of a file, replayed from end to end. Raises RecordTrouble where it does not hold."""
    try:
        match = Match.from_header(saved.header)
        if match.game.problems(match.state):
            raise RecordTrouble(Deferred("That game begins with a position that cannot be. Nothing was added."))
        return _replayed(match, saved.entries)
    except EngineError as error:
        why = str(error).rstrip(".")
        raise RecordTrouble(
            Deferred("That game does not hold by the rules: {why}. Nothing was added.", why=why)
        ) from error
    except _CANNOT_BE as error:
        log.warning("a saved game that cannot be: %r", error)
        raise RecordTrouble(Deferred("That game cannot be replayed by these rules. Nothing was added.")) from error


def _replayed(match: Match, entries: Iterable[Any]) -> Match:
    for index, entry in enumerate(entries):
        match.replay(index, entry)
    return match


class Replays:
    """Replayed matches; one is made at a time, and those asked for last are kept. Safe to use from any thread."""

    def __init__(self) -> None:
        self._one_by_one = threading.Lock()
        self._kept: dict[tuple[str, int], Match] = {}

    def match(self, record: Record, match_id: str) -> Match:
        """A recorded match, the caller's own to go on with. Raises RecordTrouble or EngineError."""
        with self._one_by_one:
            card = record.match(match_id)
            key = match_id, card.length if card else 0
            if key not in self._kept:
                self._kept[key] = read_match(record, match_id)
                while len(self._kept) > REPLAYS_KEPT:
                    del self._kept[next(iter(self._kept))]
            return self._kept[key].fork()
