"""One table being played at: the only place where reading, rules, record and lights meet.

Whatever is told to the table is judged, written down, and only then shown. Safe to use from any thread.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from engine.components.lights import Picture
from engine.core.errors import EngineError
from engine.core.events import Entry
from engine.core.language import words_of
from engine.core.match import Match
from tablelight.referee.field_lights import around
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.inputs import Input, TakeBack
from tablelight.referee.lights import all_lights
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.session.archive import Archive
from tablelight.session.clock import TimeLimit, TurnClock
from tablelight.session.clock_lights import with_reminder
from tablelight.session.record import GameDamaged, Record, RecordTrouble
from tablelight.session.record_access import RecordAccess
from tablelight.session.replays import read_match
from tablelight.session.snapshot import Snapshot
from tablelight.session.timekeeper import Timekeeper
from tablelight.texts.sentences import say

log = logging.getLogger(__name__)

_MOST_LETTERS = 200
"""Of what a program says of its own fault. Chosen by hand."""


class LightOutput(Protocol):
    """Anything that can show a picture of lights: the board at the end of a cable, or nothing but the page."""

    def show(self, picture: Picture) -> None:
        """Make this the picture."""


class GameTable:
    """The table. ``open_record`` may fail and is tried again; until it succeeds nothing new counts.

    ``lights``: where the game's lights are shown; None: nowhere. ``clock``: seconds since 1970.
    """

    def __init__(
        self,
        open_record: Callable[[], Record],
        lights: LightOutput | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._lights, self._clock = lights, clock
        self._now = Snapshot()
        self._watchers: list[Callable[[Snapshot], None]] = []
        trouble = partial(self.trouble, "record")
        self._record = RecordAccess(open_record, clock, trouble, lambda: "record" in self._now.troubles)
        self._lock = self._record.lock
        self.archive = Archive(self._record, clock, trouble, lambda: self._now.match_id, self._no_longer_stuck)
        """The games of before."""
        self._timekeeper = Timekeeper(self._record, clock)

    @property
    def snapshot(self) -> Snapshot:
        """How things stand; a value, never changed afterwards."""
        return self._now

    def watch(self, watcher: Callable[[Snapshot], None]) -> None:
        """Tell somebody how things stand, now and after every change. It must be quick: the table waits for it."""
        with self._lock:
            self._watchers.append(watcher)
            watcher(self._now)

    def tell(self, given: Input) -> bool:
        """Hear one input. Returns whether it was taken in; False while the record cannot be written."""
        with self._lock:
            before = self._now
            if before.referee is None or before.match_id is None:
                return False
            try:
                after, entries = step(before.referee, given)
            except Exception as error:  # a game of another package may raise anything
                self.trouble("game", stumbled(before.referee.game.title, error))
                return False
            written = self._record.write(before.match_id, len(before.referee.match.log), entries)
            if written < len(entries):
                after = _with_written(before.referee, entries[:written])
            if after != before.referee:
                self._publish(replace(before, referee=after, troubles=_but_the_games(self._now.troubles)))
            return written == len(entries)

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

    # ---- which match is played

    def new_match(self, match: Match, limit: TimeLimit | None = None) -> None:
        """Begin a match and write its header down; the one before is over. ``limit``: of its clock, None: as the one
        before had. Raises RecordTrouble."""
        with self._lock:
            now = self._now
            record = self._record.opened()
            match_id = record.begin(match.header(), self._clock(), ends=now.match_id, gives_up=now.stuck)
            self.trouble("record", None)
            log.info("new game of %s: %s (%s)", match.game.title, ", ".join(match.seats), match_id)
            kept = now.clock.limit if now.clock is not None else TimeLimit()
            self._play(match_id, match)
            self.limit_time(kept if limit is None else limit)

    def resume(self, match_id: str | None = None) -> bool:
        """Go on with a recorded match, the last open one by default. Returns whether there was one that still holds."""
        with self._lock:
            try:
                record = self._record.opened()
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
                self.trouble("record", words_of(trouble))
                return False
            log.info("resumed %s after %d entries", match_id, len(match.log))
            clock = self._timekeeper.found(match_id, match)
            self._publish(replace(self._now, match_id=match_id, referee=RefereeState(match), clock=clock))
            return True

    def come_to_know_names(self) -> None:
        """Names were changed in the record: show the match that is played as it stands there now."""
        with self._lock:
            if self._now.match_id is not None and self._now.referee is not None:
                self.resume(self._now.match_id)

    def try_again(self) -> None:
        """Where the record could not be opened at the start: go on with the last open match as soon as it can. Where it
        could not be written during a game: say so no longer than it lasts."""
        with self._lock:
            if "record" not in self._now.troubles:
                return
            if self._now.referee is not None:
                self._record.try_writing()
                return
            if self._record.is_open:
                return
            try:
                self._record.opened()
            except RecordTrouble as trouble:
                self.trouble("record", words_of(trouble))
            else:
                self.trouble("record", None)
                self.resume()

    def go_on(self, match_id: str) -> None:
        """Go on with a game of before where it stood; the one that is played now is kept. Raises RecordTrouble, or an
        EngineError where it does not hold any more."""
        if match_id == self._now.match_id:
            return
        match = self.archive.match(match_id)
        with self._lock:
            now = self._now
            if match_id == now.match_id:
                return
            fresh = self._record.opened().go_on(match_id, self._clock(), ends=now.match_id, gives_up=now.stuck)
            self.archive.went_on(match_id, fresh)
            log.info("going on with %s of %s", match.game.title, ", ".join(match.seats))
            self._play(fresh, match, self._timekeeper.found(fresh, match))
            self.come_back()

    def come_back(self) -> None:
        """Whoever had to leave is back: the game goes on where it stood."""
        with self._lock:
            while (now := self._now.referee) is not None and now.match.left is not None:
                if not self.tell(TakeBack()):
                    return

    def close(self) -> None:
        """Let go of the record. Everything acknowledged is on the disk already."""
        self._record.close()

    # ---- the clock

    def now(self) -> float:
        """The time that its clock goes by, seconds since 1970."""
        return self._clock()

    def pause(self) -> None:
        """Nobody's time counts until somebody says so."""
        with self._lock:
            self._publish_clock(self._timekeeper.pause(self._now))

    def go_on_thinking(self) -> None:
        """Time counts again."""
        with self._lock:
            self._publish_clock(self._timekeeper.go_on(self._now))

    def limit_time(self, limit: TimeLimit) -> None:
        """Another time limit from now on."""
        with self._lock:
            self._publish_clock(self._timekeeper.limit(self._now, limit))

    def remind(self) -> None:
        """Say once that a turn takes long, where it does. Called once a second; nothing is written."""
        with self._lock:
            self._publish_clock(self._timekeeper.reminded(self._now))

    def _publish_clock(self, clock: TurnClock | None) -> None:
        if clock is not None and clock != self._now.clock:
            self._publish(replace(self._now, clock=clock))

    # ---- what everybody sees

    def _play(self, match_id: str, match: Match, clock: TurnClock | None = None) -> None:
        """This is the match from now on, and whatever stood in its way does so no more."""
        before = self._now
        self._nothing_stuck()
        self._drop_if_empty(before)
        troubles = _but_the_games(self._now.troubles)
        referee = RefereeState(match)
        self._publish(replace(self._now, match_id=match_id, referee=referee, troubles=troubles, clock=clock))

    def _drop_if_empty(self, before: Snapshot) -> None:
        """A game that was set up and never begun is nothing that anybody looks for later."""
        if before.match_id is None or before.referee is None or before.referee.match.log:
            return
        try:
            self._record.opened().delete(before.match_id, self._clock())
        except RecordTrouble as trouble:
            log.warning("an empty game stays in the list: %s", trouble)

    def _no_longer_stuck(self, match_id: str) -> None:
        if match_id == self._now.stuck:
            self._nothing_stuck()

    def _nothing_stuck(self) -> None:
        if self._now.stuck is not None:
            self._publish(replace(self._now, stuck=None))
        self.trouble("resume", None)

    def _publish(self, after: Snapshot) -> None:
        clock = self._timekeeper.follow(self._now, after)
        self._now = replace(after, version=self._now.version + 1, clock=clock)
        if self._lights is not None and after.referee is not None:
            try:
                self._lights.show(around(after.referee) | with_reminder(all_lights(after.referee), clock))
            except Exception as error:  # a dark board is no reason to stop the game
                self._lights.show({})
                troubles = {**after.troubles, "game": stumbled(after.referee.game.title, error)}
                self._now = replace(self._now, troubles=troubles)
        for watcher in self._watchers:
            watcher(self._now)


def _but_the_games(troubles: Mapping[str, str]) -> dict[str, str]:
    """All troubles but that of a game that stumbled, which is told anew wherever it does."""
    return {part: said for part, said in troubles.items() if part != "game"}


def stumbled(title: str, error: Exception) -> str:
    """Write down that a game raised what no game should; what people are told of it."""
    log.error("%s stumbled", title, exc_info=error)
    return say("games", "stumbled", title=title, why=repr(error)[:_MOST_LETTERS])


def _with_written(before: RefereeState, entries: Sequence[Entry]) -> RefereeState:
    """The state before, plus those entries alone that were written down."""
    return replace(before, match=with_entries(before.match, entries)) if entries else before
