"""Games of before: listed, replayed, saved, brought in and put away, without holding up the game that is played."""

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.core.language import words_of
from engine.core.log_format import entry_to_json
from engine.core.match import Match
from tablelight.session.record import MatchCard, Record, RecordTrouble, bundle, exchange
from tablelight.session.record.pictures import PictureFolder
from tablelight.session.record_access import RecordAccess
from tablelight.session.replays import Replays, read_match, sound_match
from tablelight.texts.sentences import say

log = logging.getLogger(__name__)

Listed = TypeVar("Listed")


@dataclass(frozen=True, slots=True)
class BroughtInMatch:
    """A match that was brought in, by its id; ``was_here``: it stood in the record before, and was not added."""

    match_id: str
    was_here: bool = False


class Archive:
    """The recorded matches of one table. Safe to use from any thread.

    ``clock``: seconds since 1970. ``trouble``: told why the record cannot be read. ``played``: the id of the match that
    is being played, which cannot be put away. ``gone``: told the id of a match that was.
    """

    def __init__(
        self,
        record: RecordAccess,
        clock: Callable[[], float],
        trouble: Callable[[str | None], None],
        played: Callable[[], str | None],
        gone: Callable[[str], None],
    ) -> None:
        self._record, self._clock, self._trouble = record, clock, trouble
        self._played, self._gone = played, gone
        self._replays = Replays()
        self.pictures: PictureFolder | None = None
        """Where pictures of readings are kept; None: nowhere."""
        self._bringing = threading.Lock()
        self.changes = 0
        """Grows whenever a match is brought in, put away or brought back."""

    # ---- what there is

    def matches(self, limit: int = 50) -> list[MatchCard]:
        """The recorded matches, newest first, ``limit`` at most; empty while the record cannot be read."""
        return self._listed(lambda record: record.matches(limit), [])

    def later_names(self) -> dict[str, list[str]]:
        """What players of each recorded match were called later than at its beginning; as ``matches``."""
        return self._listed(lambda record: record.later_names(), {})

    def every_match(self) -> list[MatchCard]:
        """All recorded matches of the list, newest first. Raises RecordTrouble."""
        return self._record.opened().matches(None)

    def tables(self, limit: int) -> list[tuple[str, tuple[str, ...]]]:
        """The newest matches that were begun: each game, and what its players were called last; as ``matches``."""
        return self._listed(lambda record: record.tables(limit), [])

    def deleted(self) -> list[MatchCard]:
        """What was deleted or set aside and can be brought back, newest first; as ``matches``."""
        return self._listed(lambda record: record.put_away(), [])

    def card(self, match_id: str) -> MatchCard | None:
        """One recorded match in a line; None where there is none. Raises RecordTrouble."""
        return self._record.opened().match(match_id)

    def match(self, match_id: str) -> Match:
        """A recorded match, replayed. Raises RecordTrouble or EngineError."""
        return self._replays.match(self._record.opened(), match_id)

    def read(self, match_id: str) -> Match:
        """The same, without keeping it for whoever asks next: for looking at many."""
        return read_match(self._record.opened(), match_id)

    def took(self, match_id: str) -> float:
        """Seconds between a match's first and last entry; 0 where it has none. Raises RecordTrouble."""
        times, _ = self._record.opened().timed(match_id)
        return times[-1] - times[0] if times else 0.0

    def same_as(self, match: Match) -> str | None:
        """The recorded match that was agreed and played exactly so; None where there is none. Raises RecordTrouble."""
        return self._record.opened().same_as(match.header(), [entry_to_json(entry) for entry in match.log])

    # ---- as files

    def saved(self, match_id: str) -> str:
        """A recorded match as the text of a file. Raises RecordTrouble."""
        return exchange.written(self._record.opened(), match_id)

    def recording(self, match_id: str) -> bytes:
        """A recorded match with its pictures as one file (a zip). Raises RecordTrouble or EngineError."""
        match = self.match(match_id)
        kept = {number: self.picture(match_id, match, number) for number in self.pictured(match_id, match)}
        whole = {number: jpeg for number, jpeg in kept.items() if jpeg is not None}
        return bundle.packed(bundle.Recording(self.saved(match_id).encode(), whole))

    def bring_in(self, content: bytes) -> BroughtInMatch:
        """Add the match of such a file, with or without pictures, to the record, if it is sound from end to end and not
        there already.

        Raises RecordTrouble with a sentence; then nothing was added.
        """
        if not content.startswith(bundle.ZIP_BEGINS):
            return self._bring_in(content)
        recording = bundle.unpacked(content)
        brought = self._bring_in(recording.game)
        if not brought.was_here:
            self._keep_pictures(brought.match_id, recording.pictures)
        return brought

    def _bring_in(self, content: bytes) -> BroughtInMatch:
        saved = exchange.read(content)
        match = sound_match(saved)
        if not match.log:
            raise RecordTrouble(say("games", "nothing_played"))
        with self._bringing:  # the same file from two phones at once
            there = self.same_as(match)
            if there is not None:
                return BroughtInMatch(there, was_here=True)
            now = self._clock()
            played = [entry_to_json(entry) for entry in match.log]
            match_id = self._record.opened().add_match(match.header(), played, min(saved.created or now, now), now)
        self.changes += 1
        log.info("brought in a game of %s (%s)", match.game.title, match_id)
        return BroughtInMatch(match_id)

    # ---- pictures

    def _keep_pictures(self, match_id: str, pictures: Mapping[int, bytes]) -> None:
        """Keep the pictures that came with a match; where they cannot be kept, the match is there all the same."""
        folder = self.pictures
        try:
            if folder is None or not folder.most_bytes or not folder.has_room:
                return
            entries = self.match(match_id).log
            for number, jpeg in pictures.items():
                if number < len(entries):
                    folder.keep(match_id, number, entries[number], jpeg)
            if folder.thin_out(match_id) > folder.most_bytes:
                folder.forget(match_id)
        except OSError as error:
            log.warning("the pictures of %s are not kept: %s", match_id, error)

    def pictured(self, match_id: str, match: Match) -> frozenset[int]:
        """The entries of a match whose picture is kept."""
        return self.pictures.kept(match_id, match.log) if self.pictures is not None else frozenset()

    def has_pictures(self, match_id: str) -> bool:
        """Whether any picture of a match is kept."""
        return self.pictures is not None and self.pictures.count(match_id) > 0

    def picture(self, match_id: str, match: Match, number: int) -> bytes | None:
        """The picture of one entry (JPEG); None where none is kept."""
        if self.pictures is None or not 0 <= number < len(match.log):
            return None
        return self.pictures.picture(match_id, number, match.log[number])

    def forget_pictures(self, match_id: str) -> None:
        """Keep no picture of a match any more."""
        if self.pictures is not None:
            self.pictures.forget(match_id)

    def went_on(self, match_id: str, fresh: str) -> None:
        """A match goes on under another id."""
        if self.pictures is not None:
            self.pictures.go_on(match_id, fresh)

    # ---- put away

    def delete(self, match_id: str) -> None:
        """Take a match off the list; ``bring_back`` undoes it, but its pictures are gone. Raises RecordTrouble, also
        for the one being played."""
        self._put_away(match_id, lambda record: record.delete(match_id, self._clock()))
        self.forget_pictures(match_id)

    def set_aside(self, match_id: str) -> None:
        """Take a damaged match off the list; it is kept as it is. Raises RecordTrouble, also for the one played."""
        self._put_away(match_id, lambda record: record.set_aside(match_id, self._clock()))

    def bring_back(self, match_id: str) -> None:
        """A match that was deleted or set aside stands in the list again. Raises RecordTrouble."""
        self._record.opened().bring_back(match_id, self._clock())
        self.changes += 1

    # ---- forgotten

    def rewrite(self, gone: Callable[[str], bool]) -> int:
        """Take names out of all that is recorded; how many matches had one. Raises RecordTrouble: nothing changed."""
        with self._record.lock:
            changed = self._record.opened().rewrite(gone)
            self._replays = Replays()
            self.changes += 1
            return changed

    def _put_away(self, match_id: str, how: Callable[[Record], None]) -> None:
        with self._record.lock:
            if match_id == self._played():
                raise RecordTrouble(say("games", "played_now"))
            how(self._record.opened())
            self.changes += 1
            self._gone(match_id)

    def _listed(self, read: Callable[[Record], Listed], nothing: Listed) -> Listed:
        try:
            return read(self._record.opened())
        except RecordTrouble as trouble:
            self._trouble(words_of(trouble))
            return nothing
