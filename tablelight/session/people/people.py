"""Everybody who played at this table, told from the record.

The record is the only copy of what happened. How each finished match went is worked out once and kept in a side file
(``results.jsonl``), which is made anew whenever it is missing; the one thing of its own is which spellings are one
person (``people.json``).
"""

import json
import logging
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from engine.core.errors import EngineError
from engine.core.match import Match
from tablelight.session.archive import Archive
from tablelight.session.people.aliases import Aliases
from tablelight.session.people.names import is_somebody, key_of
from tablelight.session.people.results import MatchResult, is_over, result_of
from tablelight.session.record import MatchCard, RecordTrouble
from tablelight.session.snapshot import Snapshot
from vision.files import OWNER, write_whole

log = logging.getLogger(__name__)

FORM = 2
"""Of the side file; one of another form is made anew. To be raised whenever results are worked out otherwise."""
SUGGESTED = 24
"""Names suggested for a new game. Chosen by hand: three lines on a phone."""
LOOKED_BACK = 200
"""Matches that are looked through for names. Chosen by hand."""

AT_ONCE = 25
"""Matches that are looked at before what is known of them is kept and shown. Chosen by hand: some seconds."""

_Key = tuple[str, int]
"""A match and how many entries it has."""


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """Whom to suggest for a new game. ``names``: most recent first. ``game``, ``table``: the last game and who played
    it, in their order; empty where nobody was named yet."""

    names: tuple[str, ...] = ()
    game: str = ""
    table: tuple[str, ...] = ()


class TableOfPeople(Protocol):
    """What is asked of the table: its record, and what is played just now."""

    archive: Archive

    @property
    def snapshot(self) -> Snapshot: ...


class People:
    """Safe to use from any thread. ``folder``: where the side files are; None: nowhere. ``version`` grows with every
    change of what is known."""

    def __init__(self, table: TableOfPeople, folder: Path | None = None) -> None:
        self._table = table
        self._file = None if folder is None else folder / "results.jsonl"
        self.aliases = Aliases(None if folder is None else folder / "people.json")
        self.version = 0
        self.missing = 0
        """Matches that are still to be looked at."""
        self._lock = threading.Lock()
        self._judged: dict[_Key, MatchResult | None] | None = None
        self._results: tuple[MatchResult, ...] = ()
        self._counted_at: object = None
        self._known_at: object = None
        self._known = KnownPeople()
        self._thread: threading.Thread | None = None
        self._finished: tuple[_Key, MatchResult] | None = None
        self._pictured: tuple[_Key, frozenset[int]] | None = None

    # ---- whom to suggest

    def known(self) -> KnownPeople:
        """Names known here, and the last table. Quick: nothing is replayed for it."""
        now = self._table.snapshot
        begun = now.referee is not None and bool(now.referee.match.log)  # an empty match counts for nobody
        moment = (now.match_id, begun, self._table.archive.changes, self.aliases.version)
        if moment != self._known_at:
            self._known, self._known_at = self._suggested(), moment
        return self._known

    def _suggested(self) -> KnownPeople:
        found: dict[str, str] = {}
        last: tuple[str, tuple[str, ...]] = ("", ())
        for game, names in self._table.archive.tables(LOOKED_BACK):
            called = tuple(self.aliases.name_of(name) for name in names)
            people = [name for name in called if is_somebody(name)]
            if people and not last[0]:
                last = game, called
            for name in people:
                found.setdefault(key_of(name), name)
        return KnownPeople(tuple(found.values())[:SUGGESTED], *last)

    # ---- how it went

    def results(self, wait_s: float = 0.0) -> tuple[MatchResult, ...]:
        """Every finished match of the list that is known so far, oldest first, people by one name each. What is new is
        looked at beside, and waited for no longer than ``wait_s``."""
        if self._moment() != self._counted_at:
            thread = self._thread
            if thread is None or not thread.is_alive():
                self._thread = thread = threading.Thread(target=self._look, name="results", daemon=True)
                thread.start()
            thread.join(wait_s)
        return self._results

    def count(self) -> tuple[MatchResult, ...]:
        """The same when everything has been looked at; may take long the first time."""
        self._look()
        return self._results

    def finished(self, match: Match, match_id: str) -> MatchResult:
        """How the match went that is on the table and over; worked out once, for every browser."""
        key = match_id, len(match.log)
        kept = self._finished
        if kept is None or kept[0] != key or kept[1].names != match.seats:
            card = self._table.archive.card(match_id)
            took = self._table.archive.took(match_id)
            kept = key, result_of(match, match_id, card.created if card is not None else 0.0, took)
            self._finished = kept
        return kept[1]

    def pictured(self, match: Match, match_id: str) -> frozenset[int]:
        """The entries of the match on the table whose picture is kept; looked up once, for every browser."""
        key = match_id, len(match.log)
        kept = self._pictured
        if kept is None or kept[0] != key:
            self._pictured = kept = key, self._table.archive.pictured(match_id, match)
        return kept[1]

    def of_finished(self, match: Match, match_id: str) -> MatchResult | None:
        """How a match went, with everybody by name; None while it is not over by its rules. Raises RecordTrouble."""
        return self.called(self.finished(match, match_id)) if is_over(match) else None

    def called(self, result: MatchResult) -> MatchResult:
        """A result with everybody by the name that his or her spelling stands for."""
        names = tuple(map(self.aliases.name_of, result.names))
        return result if names == result.names else replace(result, names=names)

    def forget_results(self) -> None:
        """Throw away all that was worked out; it is worked out anew when it is next asked for."""
        with self._lock:
            self._judged, self._results, self._counted_at, self._known_at = None, (), None, None
            self._finished = None
            if self._file is not None:
                self._file.unlink(missing_ok=True)
        self.version += 1

    def _moment(self) -> object:
        """What has to change before anything here can."""
        now = self._table.snapshot
        over = now.referee is not None and is_over(now.referee.match)
        return now.match_id, over, self._table.archive.changes, self.aliases.version

    def _look(self) -> None:
        with self._lock:
            moment = self._moment()
            try:
                self._look_at_all()
            except RecordTrouble as trouble:
                log.warning("results cannot be told: %s", trouble)
                return
            finally:
                self.missing = 0
            self._counted_at = moment
            self.version += 1

    def _look_at_all(self) -> None:
        if self._judged is None:
            self._judged = _read(self._file)
        cards = self._table.archive.every_match()
        wanted = {(card.match_id, card.length): card for card in cards if self._counts(card)}
        fresh = [card for key, card in wanted.items() if key not in self._judged]
        self.missing = len(fresh)
        for first in range(0, max(len(fresh), 1), AT_ONCE):
            found = [(card.match_id, card.length, self._judge(card)) for card in fresh[first : first + AT_ONCE]]
            self._judged |= {(match_id, length): result for match_id, length, result in found}
            self.missing -= len(found)
            self._keep(found, len(wanted))
            known = filter(None, (self._judged.get(key) for key in reversed(wanted)))
            self._results = tuple(map(self.called, known))

    def _counts(self, card: MatchCard) -> bool:
        """Whether a match can be over: the one that is played is looked at when it is."""
        now = self._table.snapshot
        going_on = card.match_id == now.match_id and now.referee is not None and not is_over(now.referee.match)
        return card.length > 0 and not card.fault and not going_on

    def _judge(self, card: MatchCard) -> MatchResult | None:
        """How a match went; None where it is not over, or damaged."""
        try:
            match: Match = self._table.archive.read(card.match_id)
            if not is_over(match):
                return None
            return result_of(match, card.match_id, card.created, self._table.archive.took(card.match_id))
        except (RecordTrouble, EngineError) as trouble:
            log.info("match %s counts for nobody: %s", card.match_id, trouble)
        except Exception:  # a game of another package may raise anything
            log.exception("match %s counts for nobody", card.match_id)
        return None

    def _keep(self, found: Sequence[tuple[str, int, MatchResult | None]], many: int) -> None:
        """Add what was worked out to the side file; one with much that is out of date is written anew."""
        if self._file is None or not found:
            return
        assert self._judged is not None
        anew = not self._file.exists() or len(self._judged) > 2 * many + 20
        if anew:
            found = [(match_id, length, result) for (match_id, length), result in self._judged.items()]
        lines = "".join(f"{json.dumps(_line(*each), ensure_ascii=False)}\n" for each in found)
        try:
            if anew:
                write_whole(self._file, f"{json.dumps({'results': FORM})}\n{lines}".encode(), OWNER)
            else:
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(lines)
        except OSError as error:  # it is worked out again after the next start
            log.warning("how matches went cannot be kept: %s", error)


def _line(match_id: str, length: int, result: MatchResult | None) -> dict[str, Any]:
    return {"match": match_id, "length": length, "result": result and result.to_json()}


def _read(file: Path | None) -> dict[_Key, MatchResult | None]:
    """What the side file holds; what cannot be read of it is worked out anew."""
    try:
        lines: Iterable[str] = file.read_text("utf-8", "replace").splitlines() if file is not None else ()
    except OSError:
        return {}
    head, *rest = [*map(_plain, lines)] or [None]
    if not isinstance(head, dict) or head.get("results") != FORM:
        if file is not None:
            file.unlink(missing_ok=True)
        return {}
    found: dict[_Key, MatchResult | None] = {}
    for plain in rest:
        try:
            result = plain["result"]
            found[plain["match"], plain["length"]] = result and MatchResult.from_json(result)
        except (TypeError, ValueError, KeyError, AttributeError):
            continue
    return found


def _plain(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
