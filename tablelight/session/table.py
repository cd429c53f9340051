"""One table being played at: the only place where reading, rules, record and lights meet.

Whatever is told to the table is judged, written down, and only then shown. Safe to use from any thread.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from engine.components.lights import Picture
from engine.core.errors import EngineError
from engine.core.events import Entry, entry_told
from engine.core.match import Match, entry_to_plain
from tablelight.referee.inputs import Input, TakeBack
from tablelight.referee.lights import all_lights
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.session.record import GameDamaged, MatchCard, Record, RecordTrouble, exchange
from tablelight.texts.sentences import say

log = logging.getLogger(__name__)

RETRY_S = 5.0
"""How long to wait before trying a record that could not be opened again."""

REPLAYS_KEPT = 4
"""Recorded matches that need not be replayed when they are asked for again."""


class Lamp(Protocol):
    """Anything that can show a picture of lights: the board at the end of a cable, or nothing but the page."""

    def show(self, picture: Picture) -> None: ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What everybody at the table may see now. ``version`` grows with every change.

    ``referee`` is None while no game is set up. ``troubles``: a sentence for each part that does not work.
    ``stuck``: the match that would go on, but cannot; the trouble "resume" says why.
    """

    version: int = 0
    match_id: str | None = None
    referee: RefereeState | None = None
    troubles: dict[str, str] = field(default_factory=dict)
    stuck: str | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """A match that was brought in, by its id; ``was_here``: it stood in the record before, and was not added."""

    match_id: str
    was_here: bool = False


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
        self._replaying, self._bringing = threading.Lock(), threading.Lock()
        self._replays: dict[tuple[str, int], Match] = {}
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

    def tell(self, said: Input) -> bool:
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
            now = self._now
            match_id = record.begin(match.header(), self._clock(), ends=now.match_id, gives_up=now.stuck)
            self.trouble("record", None)
            self._nothing_stuck()
            self._drop_if_empty(now)
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
            except (GameDamaged, EngineError) as error:
                log.error("match %s cannot be resumed: %s", match_id, error)
                self._publish(replace(self._now, stuck=match_id))
                self.trouble("resume", say("games", "stuck", why=str(error)))
                return False
            except RecordTrouble as trouble:
                self.trouble("record", str(trouble))
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
        if match_id == self._now.match_id:
            return
        match = self._replayed(match_id)
        with self._lock:
            now = self._now
            if match_id == now.match_id:
                return
            fresh = self._opened().go_on(match_id, self._clock(), ends=now.match_id, gives_up=now.stuck)
            self._drop_if_empty(now)
            log.info("going on with %s of %s", match.game.title, ", ".join(match.seats))
            self._nothing_stuck()
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

    # ---- games of before: read and replayed without holding up the game that is played

    def past_matches(self, limit: int = 50) -> list[MatchCard]:
        """The recorded matches, newest first; empty while the record cannot be read."""
        try:
            return self._shared().matches(limit)
        except RecordTrouble as trouble:
            self.trouble("record", str(trouble))
            return []

    def later_names(self) -> dict[str, list[str]]:
        """What players of each recorded match were called later than at its beginning; as ``past_matches``."""
        try:
            return self._shared().later_names()
        except RecordTrouble as trouble:
            self.trouble("record", str(trouble))
            return {}

    def deleted_matches(self) -> list[MatchCard]:
        """What was deleted or set aside and can be brought back, newest first; as ``past_matches``."""
        try:
            return self._shared().put_away()
        except RecordTrouble as trouble:
            self.trouble("record", str(trouble))
            return []

    def past_card(self, match_id: str) -> MatchCard | None:
        """One recorded match in a line; None where there is none. Raises RecordTrouble."""
        return self._shared().match(match_id)

    def past_match(self, match_id: str) -> Match:
        """A recorded match. Raises RecordTrouble or EngineError."""
        return self._replayed(match_id)

    def saved(self, match_id: str) -> str:
        """A recorded match as the text of a file. Raises RecordTrouble."""
        return exchange.written(self._shared(), match_id)

    def same_as(self, match: Match) -> str | None:
        """The recorded match that was agreed and played exactly so; None where there is none. Raises RecordTrouble."""
        return self._shared().same_as(match.header(), [entry_to_plain(entry) for entry in match.log])

    def bring_in(self, content: bytes) -> Brought:
        """Add the match of such a file to the record, if it is sound from end to end and not there already.

        Raises RecordTrouble with a sentence; then nothing was added.
        """
        match, created = _sound(exchange.read(content))
        if not match.log:
            raise RecordTrouble(say("games", "nothing_played"))
        with self._bringing:  # the same file from two phones at once
            there = self.same_as(match)
            if there is not None:
                return Brought(there, was_here=True)
            now = self._clock()
            played = [entry_to_plain(entry) for entry in match.log]
            match_id = self._shared().add_match(match.header(), played, min(created or now, now), now)
        log.info("brought in a game of %s (%s)", match.game.title, match_id)
        return Brought(match_id)

    def delete_match(self, match_id: str) -> None:
        """Take a match off the list; ``bring_back`` undoes it. Raises RecordTrouble, also for the one being played."""
        with self._lock:
            self._check_not_played(match_id)
            self._opened().delete(match_id, self._clock())
            self._no_longer_stuck(match_id)

    def set_aside(self, match_id: str) -> None:
        """Take a damaged match off the list; it is kept as it is. Raises RecordTrouble, also for the one played."""
        with self._lock:
            self._check_not_played(match_id)
            self._opened().set_aside(match_id, self._clock())
            self._no_longer_stuck(match_id)

    def bring_back(self, match_id: str) -> None:
        """A match that was deleted or set aside stands in the list again. Raises RecordTrouble."""
        self._shared().bring_back(match_id, self._clock())

    def _drop_if_empty(self, before: Snapshot) -> None:
        """A game that was set up and never begun is nothing that anybody looks for later."""
        if before.match_id is None or before.referee is None or before.referee.match.log:
            return
        try:
            self._opened().delete(before.match_id, self._clock())
        except RecordTrouble as trouble:
            log.warning("an empty game stays in the list: %s", trouble)

    def _check_not_played(self, match_id: str) -> None:
        if match_id == self._now.match_id:
            raise RecordTrouble(say("games", "played_now"))

    def _no_longer_stuck(self, match_id: str) -> None:
        if match_id == self._now.stuck:
            self._nothing_stuck()

    def _nothing_stuck(self) -> None:
        if self._now.stuck is not None:
            self._publish(replace(self._now, stuck=None))
        self.trouble("resume", None)

    def _shared(self) -> Record:
        """The record, to be used beside the game: the lock is held no longer than it takes to open it."""
        with self._lock:
            return self._opened()

    def _replayed(self, match_id: str) -> Match:
        """A recorded match, replayed; one at a time, and those asked for last are kept."""
        record = self._shared()
        with self._replaying:
            card = record.match(match_id)
            key = match_id, card.length if card else 0
            if key not in self._replays:
                self._replays[key] = read_match(record, match_id)
                while len(self._replays) > REPLAYS_KEPT:
                    del self._replays[next(iter(self._replays))]
            return self._replays[key].fork()

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
            self._lamp.show(all_lights(after.referee))
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
    header, entries = record.header(match_id), record.entries(match_id)
    try:
        return _replay(header, entries)
    except EngineError:
        raise
    except _CANNOT_BE as error:
        log.warning("match %s cannot be replayed: %r", match_id, error)
        raise GameDamaged(match_id, say("games", "cannot_be")) from error


def _replay(header: dict[str, Any], entries: Iterable[dict[str, Any]]) -> Match:
    match = Match.from_header(header)
    for index, entry in enumerate(entries):
        match.replay(index, entry)
    return match


_CANNOT_BE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError, RecursionError)
"""What rules may stumble over where a game was not made by them."""


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
    except _CANNOT_BE as error:
        log.warning("a saved game that cannot be: %r", error)
        raise RecordTrouble("That game cannot be replayed by these rules. Nothing was added.") from error
    return match, saved.created
