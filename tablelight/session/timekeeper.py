"""The clock of the match that is played: told of every change, written down where it was stopped, found again later.

What is thought follows from when entries were written. Besides, the record is told of pauses and limits alone: at a
tap, and once when a stop is over; so a clock writes less than the game itself.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.core.events import Seat
from engine.core.match import Match
from tablelight.referee.piece_places import calm
from tablelight.session.clock import PAUSED, TimeLimit, TurnClock
from tablelight.session.record import Record, RecordTrouble
from tablelight.session.record_access import RecordAccess
from tablelight.session.snapshot import Snapshot

log = logging.getLogger(__name__)

_RUNS = "runs"
_DOUBT = "doubt"
_HOLD_UP = frozenset({"record", "game", "camera", "board", "teaching"})
"""The parts without which people wait instead of thinking, by their troubles' names."""


class Timekeeper:
    """Keeps the clock of one table. Whoever calls it holds the table's lock."""

    def __init__(self, record: RecordAccess, clock: Callable[[], float]) -> None:
        self._record, self._clock = record, clock
        self._overruled: frozenset[str] = frozenset()

    def follow(self, before: Snapshot, after: Snapshot) -> TurnClock | None:
        """The clock of ``after``: a fresh one for another match, else that of ``before`` with what has changed."""
        if after.referee is None or after.match_id is None:
            return None
        now, match = self._clock(), after.referee.match
        clock = after.clock
        if clock is None or after.match_id != before.match_id:
            self._overruled |= _HOLD_UP.intersection(after.troubles)  # people begin all the same
            clock = clock if clock is not None else TurnClock.begin(len(match.seats), now)
            before = Snapshot()
        if before.referee is None or before.referee.match is not match:
            clock = clock.waits_for(due_at(match, len(match.log)), now)
        return self._stopped(after.match_id, clock, _holding_up(after) | (clock.stops & {PAUSED}), now)

    def found(self, match_id: str, match: Match) -> TurnClock | None:
        """The clock of a match that goes on after a while, which counts for nobody; None where it cannot be read."""
        now = self._clock()
        try:
            clock = read_clock(self._record.opened(), match_id, match)
            if PAUSED not in clock.stops:
                off = (PAUSED, clock.since), (_RUNS, now)
                self._record.opened().tell_clock(match_id, off)
        except RecordTrouble as trouble:
            log.warning("how long people thought is not known: %s", trouble)
            return None
        return replace(clock, since=now)

    def pause(self, now: Snapshot) -> TurnClock | None:
        """Somebody tapped: nobody's time counts until somebody taps again."""
        if now.clock is None or now.match_id is None or PAUSED in now.clock.stops:
            return now.clock
        at = self._clock()
        self._write(now.match_id, [(PAUSED, now.clock.stopped_at if now.clock.stops else at)])
        return now.clock.stopped(now.clock.stops | {PAUSED}, at)

    def go_on(self, now: Snapshot) -> TurnClock | None:
        """Somebody tapped: time counts again, whatever else stands in its way just now."""
        if now.clock is None or now.match_id is None:
            return now.clock
        self._overruled = _holding_up(now)
        return self._stopped(now.match_id, now.clock, self._overruled, self._clock())

    def limit(self, now: Snapshot, limit: TimeLimit) -> TurnClock | None:
        """Another limit from now on."""
        if now.clock is None or now.match_id is None or now.clock.limit == limit:
            return now.clock
        at = self._clock()
        self._write(now.match_id, [(str(limit), at)])
        return now.clock.limited(limit, at)

    def reminded(self, now: Snapshot) -> TurnClock | None:
        """The clock once it is said that this turn takes long; None where there is nothing to say."""
        if now.clock is None or now.clock.reminded or now.clock.takes_long(self._clock()) is None:
            return None
        return replace(now.clock, reminded=True)

    def _stopped(self, match_id: str, clock: TurnClock, reasons: frozenset[str], now: float) -> TurnClock:
        """The clock with these reasons to stand still; the end of a stop is written down."""
        self._overruled &= reasons
        reasons -= self._overruled
        if clock.stops and not reasons:
            begun = [] if PAUSED in clock.stops else [(PAUSED, clock.stopped_at)]
            self._write(match_id, [*begun, (_RUNS, now)])
        return clock.stopped(reasons, now)

    def _write(self, match_id: str, said: Iterable[tuple[str, float]]) -> None:
        try:
            self._record.opened().tell_clock(match_id, said)
        except RecordTrouble as trouble:  # the game itself says what is wrong with it
            log.warning("what the clock was told is not kept: %s", trouble)


def read_clock(record: Record, match_id: str, match: Match) -> TurnClock:
    """The clock of a recorded match after its last entry. Raises RecordTrouble."""
    times, said = record.timed(match_id)
    return clock_of(match, record.created(match_id), times, said)


def clock_of(match: Match, created: float, times: Sequence[float], said: Iterable[tuple[str, float]]) -> TurnClock:
    """How long everybody thought, from when entries were written and what the clock was told, and when."""
    clock, waiting = TurnClock.begin(len(match.seats), created), sorted(said, key=lambda one: one[1])
    for length, at in enumerate(times[: len(match.log)], 1):
        while waiting and waiting[0][1] <= at:
            clock = _told(clock, *waiting.pop(0))
        clock = clock.waits_for(due_at(match, length), at)
    for what, at in waiting:
        clock = _told(clock, what, at)
    return clock


def _told(clock: TurnClock, what: str, at: float) -> TurnClock:
    """The clock after what it was told at that time; words of another version say nothing."""
    if what in (PAUSED, _RUNS):
        return clock.stopped(frozenset({PAUSED} if what == PAUSED else ()), at)
    try:
        return clock.limited(TimeLimit.parse(what), at)
    except ValueError:
        return clock


def due_at(match: Match, length: int) -> tuple[Seat, ...]:
    """Whom the game waits for after so many entries; nobody before the first one: people still set up the table."""
    try:
        awaiting = match.awaiting_at(length)
    except Exception:  # the game of another package may raise anything; then nobody's time counts
        log.exception("%s cannot say whom it waits for", match.game.title)
        return ()
    return awaiting.seats if length and awaiting.actor != "nobody" else ()


def _holding_up(now: Snapshot) -> frozenset[str]:
    """Why people cannot play on just now."""
    troubles = _HOLD_UP.intersection(now.troubles)
    referee = now.referee
    in_doubt = referee is not None and (
        referee.doubt is not None or (referee.pieces.why is not None and not calm(referee.pieces.why))
    )
    return troubles | {_DOUBT} if in_doubt else troubles
