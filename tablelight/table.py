"""One table being played at: the only place where reading, rules, record and lights meet.

Whatever is told to the table is judged, written down, and only then shown. Safe to use from any thread.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from engine.errors import EngineError
from engine.events import Entry, entry_told
from engine.lights import Picture
from engine.match import Match, entry_to_plain
from tablelight import pieces
from tablelight.record import MatchCard, Record, RecordTrouble, exchange
from tablelight.referee import Input, RefereeState, TakeBack, lights, step
from tablelight.say import say

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""How long to wait before trying a record that could not be opened again."""


class Lamp(Protocol):
    """Anything that can show a picture of lights: the board at the end of a cable, or nothing but the page."""

    def show(self, picture: Picture) -> None: ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What everybody at the table may see now. ``version`` grows with every change.

    ``referee`` is None while no game is set up. ``troubles``: a sentence for each part that does not work.
    """

    version: int = 0
    match_id: str | None = None
    referee: RefereeState | None = None
    troubles: dict[str, str] = field(default_factory=dict)


class Table:
    """The table. ``open_record`` may fail and is tried again; until it succeeds nothing new counts."""

    def __init__(
        self, open_record: Callable[[], Record], lamp: Lamp | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._open_record = open_record
        self._lamp = lamp
        self._clock = clock
        self._lock = threading.RLock()
        self._record: Record | None = None
        self._tried = float("-inf")
        self._fault = ""
        self._now = Snapshot()
        self._watchers: list[Callable[[Snapshot], None]] = []

    @property
    def snapshot(self) -> Snapshot:
        """How things stand; a value, never changed afterwards."""
        return self._now

    def watch(self, told: Callable[[Snapshot], None]) -> None:
        """Tell somebody how things stand, now and after every change. It must be quick: the table waits for it."""
        with self._lock:
            self._watchers.append(told)
            told(self._now)

    # ---- what is told to the table

    def tell(self, said: Input | pieces.Said) -> bool:
        """Hear one input. Returns whether it was taken in; False while the record cannot be written."""
        with self._lock:
            before = self._now
            if before.referee is None:
                return False
            after, entries = step(before.referee, said)
            written = self._write(before, entries)
            if written < len(entries):
                after = _with_entries(before.referee, entries[:written])
            if after != before.referee:
                self._publish(replace(before, referee=after, troubles=self._now.troubles))
            return written == len(entries)

    def new_match(self, match: Match) -> None:
        """Begin a match and write its header down; the one before is over. Raises RecordTrouble."""
        with self._lock:
            record = self._opened()
            match_id = record.begin(match.header(), self._clock(), ends=self._now.match_id)
            self.trouble("record", None)
            self.trouble("resume", None)
            log.info("new game of %s: %s (%s)", match.game.title, ", ".join(match.seats), match_id)
            self._publish(replace(self._now, match_id=match_id, referee=RefereeState(match)))

    def resume(self, match_id: str | None = None) -> bool:
        """Go on with a recorded match, the last open one by default. Returns whether there was one that still holds."""
        with self._lock:
            try:
                record = self._opened()
                match_id = match_id or record.latest_open()
                if match_id is None:
                    return False
                match = read_match(record, match_id)
            except RecordTrouble as trouble:
                self.trouble("record", str(trouble))
                return False
            except EngineError as error:
                log.error("match %s cannot be resumed: %s", match_id, error)
                self.trouble("resume", f"The last game is kept, but cannot go on: {error}")
                return False
            log.info("resumed %s after %d entries", match_id, len(match.log))
            self._publish(replace(self._now, match_id=match_id, referee=RefereeState(match)))
            return True

    def try_again(self) -> None:
        """Where the record could not be opened at the start: go on with the last open match as soon as it can. Where it
        could not be written during a game: say so no longer than it lasts."""
        with self._lock:
            if "record" not in self._now.troubles:
                return
            if self._now.referee is not None:
                self._try_writing()
                return
            if self._record is not None:
                return
            try:
                self._opened()
            except RecordTrouble as trouble:
                self.trouble("record", str(trouble))
            else:
                self.trouble("record", None)
                self.resume()

    def go_on(self, match_id: str) -> None:
        """Go on with a game of before where it stood; the one that is played now is kept. Raises RecordTrouble, or an
        EngineError where it does not hold any more."""
        with self._lock:
            if match_id == self._now.match_id:
                return
            match = read_match(self._opened(), match_id)
            fresh = self._opened().go_on(match_id, self._clock(), ends=self._now.match_id)
            log.info("going on with %s of %s", match.game.title, ", ".join(match.seats))
            self._publish(replace(self._now, match_id=fresh, referee=RefereeState(match)))
            self.come_back()

    def come_back(self) -> None:
        """Whoever had to leave is back: the game goes on where it stood."""
        with self._lock:
            while (now := self._now.referee) is not None and now.match.left is not None:
                if not self.tell(TakeBack()):
                    return

    def trouble(self, part: str, sentence: str | None) -> None:
        """Say that a part does not work, and why; None: it works (again)."""
        with self._lock:
            if self._now.troubles.get(part) == sentence:
                return
            if sentence:
                log.warning("%s: %s", part, sentence)
            else:
                log.info("%s: works again", part)
            rest = {k: v for k, v in self._now.troubles.items() if k != part}
            self._publish(replace(self._now, troubles={**rest, part: sentence} if sentence else rest))

    # ---- games of before

    def past_matches(self, limit: int = 50) -> list[MatchCard]:
        """The recorded matches, newest first; empty while the record cannot be read."""
        with self._lock:
            try:
                return self._opened().matches(limit)
            except RecordTrouble as trouble:
                self.trouble("record", str(trouble))
                return []

    def past_card(self, match_id: str) -> MatchCard | None:
        """One recorded match in a line; None where there is none. Raises RecordTrouble."""
        with self._lock:
            return self._opened().match(match_id)

    def past_match(self, match_id: str) -> Match:
        """A recorded match. Raises RecordTrouble or EngineError."""
        with self._lock:
            return read_match(self._opened(), match_id)

    def saved(self, match_id: str) -> str:
        """A recorded match as the text of a file. Raises RecordTrouble."""
        with self._lock:
            return exchange.written(self._opened(), match_id)

    def bring_in(self, content: bytes) -> str:
        """Add the match of such a file to the record, if it is sound from end to end; returns its id.

        Raises RecordTrouble with a sentence; then nothing was added.
        """
        match, created = _sound(exchange.read(content))
        with self._lock:
            now = self._clock()
            played = [entry_to_plain(entry) for entry in match.log]
            match_id = self._opened().add_match(match.header(), played, min(created or now, now), now)
        log.info("brought in a game of %s (%s)", match.game.title, match_id)
        return match_id

    # ---- writing down, then showing

    def _write(self, now: Snapshot, entries: Iterable[Entry]) -> int:
        """Write entries down one by one; how many were. After a failure the record is opened anew before the next."""
        assert now.referee is not None and now.match_id is not None
        written = 0
        at = len(now.referee.match.log)
        try:
            for entry in entries:
                self._opened().append(now.match_id, at + written, entry_to_plain(entry), self._clock())
                # The terminal may stand on the table: it says what everybody may hear.
                log.info("%s", entry_told(entry, None))
                written += 1
        except RecordTrouble as trouble:
            self._gone(trouble)
            return written
        if written:
            self.trouble("record", None)
        return written

    def _try_writing(self) -> None:
        try:
            self._opened().try_writing()
        except RecordTrouble as trouble:
            self._gone(trouble)
        else:
            self.trouble("record", None)

    def _gone(self, trouble: RecordTrouble) -> None:
        self._close()
        self._fault = str(trouble)
        self.trouble("record", say("health", "record_gone", why=self._fault))

    def _opened(self) -> Record:
        if self._record is None:
            # A clock that was set back meanwhile says nothing about how long that was.
            if 0 <= self._clock() - self._tried < RETRY_S and "record" in self._now.troubles:
                raise RecordTrouble(self._fault)
            self._tried = self._clock()
            try:
                self._record = self._open_record()
            except RecordTrouble as trouble:
                self._fault = str(trouble)
                raise
        return self._record

    def _close(self) -> None:
        if self._record is not None:
            self._record.close()
            self._record = None

    def _publish(self, after: Snapshot) -> None:
        self._now = replace(after, version=self._now.version + 1)
        if self._lamp is not None and after.referee is not None:
            referee = after.referee
            self._lamp.show(pieces.lights(referee.pieces, referee.match, lights(referee)))
        for told in self._watchers:
            told(self._now)

    def close(self) -> None:
        """Let go of the record. Everything acknowledged is on the disk already."""
        with self._lock:
            self._close()


def _with_entries(before: RefereeState, entries: Iterable[Entry]) -> RefereeState:
    """The state before, plus those entries alone that were written down."""
    match = before.match.fork()
    for entry in entries:
        match.add(entry)
    return replace(before, match=match) if match.log != before.match.log else before


def read_match(record: Record, match_id: str) -> Match:
    """The match of a record, replayed. Raises RecordTrouble, or an EngineError that names the entry that broke."""
    match = Match.from_header(record.header(match_id))
    for index, entry in enumerate(record.entries(match_id)):
        match.replay(index, entry)
    return match


def _sound(saved: exchange.Saved) -> tuple[Match, float | None]:
    """The match of a file, replayed from end to end, and when it began. Raises RecordTrouble where it does not hold."""
    try:
        match = Match.from_header(saved.header)
        if match.game.problems(match.state):
            raise RecordTrouble("That game begins with a position that cannot be. Nothing was added.")
        for index, entry in enumerate(saved.entries):
            match.replay(index, entry)
    except EngineError as error:
        why = str(error).rstrip(".")
        raise RecordTrouble(f"That game does not hold by the rules: {why}. Nothing was added.") from error
    except (LookupError, TypeError, ValueError, AssertionError, RecursionError) as error:
        log.warning("a saved game that cannot be: %r", error)
        raise RecordTrouble("That game cannot be replayed by these rules. Nothing was added.") from error
    return match, saved.created
