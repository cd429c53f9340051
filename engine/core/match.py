"""A match: the only mutable object of the engine. A game, a log that only grows, and the state that follows from it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from engine import texts
from engine.core import joining
from engine.core.agreement import NOTHING_AGREED, Agreement, agreement_from_json, agreement_to_json
from engine.core.ended_early import EndedEarly
from engine.core.errors import EngineError, NotUnderstood, Refused, ReplayBroken
from engine.core.events import Correct, DropOut, Entry, Event, Join, Leave, Rename, Seat, Step, Undo
from engine.core.game import Game
from engine.core.log_format import entry_from_json, entry_to_json
from engine.core.positions import start_of
from engine.core.registry import create
from engine.core.serialization import to_json
from engine.core.verdict import Awaiting, Verdict, no

FORMAT = 1
"""Version of the saved form."""

MOST_LETTERS = 80
"""Of a player's name; chosen by hand."""

RECHECKED_FREELY, RECHECKED_AN_ENTRY = 20_000, 2
"""How many events that followed a corrected one a match judges anew in all, and how many more with each entry of its
log; chosen by hand. People stay far below it; the work of replaying a match is bounded by a multiple of its length."""

_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Ends of lines, halves of characters, and signs that turn the words after a name round. What joins an emoji's parts
shows nothing either, but belongs to it, and emoji newer than this Python are unknown to it."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """How things stand after some prefix of the log: the last step that counts, its index, and what was before; what
    the players are called, the game with as many seats as there are, and how it stands still once somebody left it."""

    state: Any
    seats: tuple[str, ...]
    game: Game[Any, Any]
    index: int = -1
    step: Step | None = None
    before: "_Snapshot | None" = None
    stopped: EndedEarly | None = None

    def judge(self, step: Step) -> Verdict:
        """Whether a step is legal now."""
        return joining.judge(self.game, self.state, step)

    def then(self, index: int, step: Step) -> "_Snapshot":
        """How things stand after one more step, which is legal."""
        game, state = joining.after(self.game, self.state, step)
        return _Snapshot(state, self.seats, game, index, step, self)

    def events(self) -> list[tuple[int, Event]]:
        """Every event that counts here, oldest first, with its index in the log."""
        return [(index, step) for index, step in self.back_to(-1)[1] if isinstance(step, Event)]

    def back_to(self, index: int) -> "tuple[_Snapshot, list[tuple[int, Step]]]":
        """The snapshot before the first step that came at ``index`` of the log or later, and the steps since, oldest
        first. Indexes only grow from one step to the next."""
        out: list[tuple[int, Step]] = []
        snapshot = self
        while snapshot.step is not None and snapshot.index >= index:
            out.append((snapshot.index, snapshot.step))
            assert snapshot.before is not None
            snapshot = snapshot.before
        return snapshot, out[::-1]


@dataclass(frozen=True, slots=True)
class Broken:
    """After a correction, the first step that no longer holds. It and what followed are no longer counted."""

    index: int
    event: Step
    verdict: Verdict


class Match:
    """A game being played.

    >>> match = Match.new("roll_and_color", ["Ann", "Ben"])
    >>> match.add(match.parse("roll ROYG / R RO RO BP P"))
    """

    def __init__(self, game: Game[Any, Any], seats: Sequence[str], start: Any = None) -> None:
        """``start`` is a set-up position to play on from; None is the game's own beginning."""
        if len(seats) != game.rules.seats:
            raise ValueError(f"this game was set up for {game.rules.seats} players, but {len(seats)} names were given")
        self.log: list[Entry] = []
        self.broken: Broken | None = None
        self._set_up = start
        self._snapshots = [_Snapshot(game.beginning() if start is None else start, tuple(seats), game)]
        self._undo_to: list[int | None] = [None]
        self._redo_to: list[int | None] = [None]
        self._rechecked = 0
        """How many events corrections have judged anew so far."""

    @classmethod
    def new(
        cls,
        name: str,
        seats: Sequence[str],
        edition: str | None = None,
        options: dict[str, Any] | None = None,
        agreement: Agreement = NOTHING_AGREED,
    ) -> "Match":
        """A fresh match of the named game. Raises BadRules with the reason when it cannot be set up so."""
        return cls(create(name, len(seats), edition, options, agreement), seats)

    @property
    def game(self) -> Game[Any, Any]:
        """The game as it is played now: once somebody left, it asks nobody and takes nothing more."""
        stopped = self._snapshots[-1].stopped
        return self.agreed if stopped is None else cast(Game[Any, Any], stopped)

    @property
    def agreed(self) -> Game[Any, Any]:
        """The game as it was agreed on, with a seat for everybody who joined; whether or not somebody left it."""
        return self._snapshots[-1].game

    @property
    def left(self) -> Seat | None:
        """Who had to leave, which ended the game before its rules did; None while nobody did."""
        stopped = self._snapshots[-1].stopped
        return None if stopped is None else stopped.seat

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Who dropped out while the others played on."""
        return tuple(sorted(step.seat for _, step in self._snapshots[-1].back_to(-1)[1] if isinstance(step, DropOut)))

    @property
    def over(self) -> bool:
        """Whether nobody is waited for any more: by the rules, or because somebody left."""
        return self.game.awaiting(self.state).actor == "nobody"

    @property
    def seats(self) -> tuple[str, ...]:
        """What the players are called now."""
        return self._snapshots[-1].seats

    @property
    def state(self) -> Any:
        """The position as it stands now."""
        return self._snapshots[-1].state

    @property
    def events(self) -> list[tuple[int, Event]]:
        """The events that count now, oldest first, each with its index in the log."""
        return self._snapshots[-1].events()

    @property
    def positions(self) -> list[tuple[int, Event, Any]]:
        """The events that count now, oldest first, each with its index in the log and the state after it."""
        found: list[tuple[int, Event, Any]] = []
        snapshot = self._snapshots[-1]
        while snapshot.step is not None and snapshot.before is not None:
            if isinstance(snapshot.step, Event):
                found.append((snapshot.index, snapshot.step, snapshot.state))
            snapshot = snapshot.before
        return found[::-1]

    def parse(self, text: str) -> Event:
        """The event that a text describes now; the player may be left out. Raises NotUnderstood."""
        return self.game.parse(text, self.state)

    def add(self, entry: Entry) -> Any:
        """Put an entry at the end of the log and return the state after it.

        Raises Refused with the verdict; then log and state are untouched. After a ``Correct`` whose tail no longer
        holds, ``broken`` names the first event that fell.
        """
        snapshot, broken = self._snapshot_after(entry)
        self._undo_to.append(self._undo_to[entry.to] if isinstance(entry, Undo) else len(self.log))
        self._redo_to.append(self._redo_after(entry))
        self.log.append(entry)
        self._snapshots.append(snapshot)
        self.broken = broken
        return snapshot.state

    def fork(self) -> "Match":
        """A second match that stands where this one stands and goes its own way; cheap, as states are shared."""
        twin = Match.__new__(Match)
        twin._set_up, twin.broken = self._set_up, self.broken
        twin._rechecked = self._rechecked
        twin.log, twin._snapshots = self.log.copy(), self._snapshots.copy()
        twin._undo_to, twin._redo_to = self._undo_to.copy(), self._redo_to.copy()
        return twin

    def state_at(self, length: int) -> Any:
        """The state when the log had ``length`` entries."""
        return self._snapshots[length].state

    def game_at(self, length: int) -> Game[Any, Any]:
        """The game as it was played when the log had ``length`` entries, whether or not somebody left it later."""
        return self._snapshots[length].game

    def awaiting_at(self, length: int) -> Awaiting:
        """What the game waited for when the log had ``length`` entries."""
        then = self._snapshots[length]
        awaiting: Awaiting = (then.stopped or then.game).awaiting(then.state)
        return awaiting

    def at(self, length: int) -> "Match":
        """This match as it stood when the log had ``length`` entries; for looking back, with the names of now."""
        twin = self.fork()
        del twin.log[length:], twin._snapshots[length + 1 :]
        del twin._undo_to[length + 1 :], twin._redo_to[length + 1 :]
        then = twin._snapshots[-1]
        twin._snapshots[-1] = replace(then, seats=self.seats[: len(then.seats)])
        return twin

    def undo(self) -> Any:
        """Take the last change (an event, or a correction) back. Raises Refused when there is none."""
        return self.add(Undo(self.undo_target()))

    def undo_target(self) -> int:
        """The log length to go back to so that the last change is gone. Raises Refused when there is none."""
        target = self._undo_to[-1]
        if target is None:
            raise Refused(no("NOTHING_TO_UNDO", ""))
        return target

    def redo_target(self) -> int | None:
        """The log length that the last undo left: ``Undo(it)`` is a redo. None when everything is back, or something
        else happened since."""
        return self._redo_to[-1]

    def undone(self, index: int) -> int | None:
        """The one entry that the undo at ``index`` took back; None where it went elsewhere or is none."""
        entry = self.log[index]
        return entry.to if isinstance(entry, Undo) and entry.to == self._undo_to[index] else None

    def redone(self, index: int) -> int | None:
        """The one entry that the undo at ``index`` brought back; None where it brought none."""
        entry = self.log[index]
        return self.undone(entry.to) if isinstance(entry, Undo) and entry.to == self._redo_to[index] else None

    def _redo_after(self, entry: Entry) -> int | None:
        """What a redo would go to after this entry, which is not in the log yet."""
        if not isinstance(entry, Undo):
            return None
        # A redo leads to where one more undo, or none, can still be brought back.
        return self._redo_to[entry.to] if entry.to == self._redo_to[-1] else len(self.log)

    def _snapshot_after(self, entry: Entry) -> tuple[_Snapshot, Broken | None]:
        if isinstance(entry, Undo):
            return self._undone(entry), None
        if isinstance(entry, Correct):
            return self._corrected(entry)
        now = self._snapshots[-1]
        if isinstance(entry, Rename):
            return replace(now, seats=self._renamed(entry)), None
        if isinstance(entry, Leave):
            return replace(now, stopped=self._left(entry)), None
        verdict = now.judge(entry) if now.stopped is None else no("SOMEBODY_LEFT", "", player=now.stopped.seat)
        if not verdict.ok:
            raise Refused(verdict)
        fresh = now.then(len(self.log), entry)
        return replace(fresh, seats=self._with(entry)) if isinstance(entry, Join) else fresh, None

    def _with(self, entry: Join) -> tuple[str, ...]:
        """The names with that of who joins."""
        return self._checked((*self.seats, entry.name))

    def _renamed(self, entry: Rename) -> tuple[str, ...]:
        if len(entry.names) != len(self.seats):
            raise Refused(no("NAMES_COUNT", "", wanted=len(self.seats)))
        names = self._checked(entry.names)
        if names == self.seats:
            raise Refused(no("NAMES_AS_BEFORE", ""))
        return names

    def _checked(self, given: Sequence[str]) -> tuple[str, ...]:
        """Names as they are written. Raises Refused where one cannot be."""
        names = tuple(name.strip() for name in given)
        for name in names:
            if not name or len(name) > MOST_LETTERS or _UNWRITABLE.search(name):
                raise Refused(no("NO_NAME", "", most=MOST_LETTERS))
            if names.count(name) > 1:
                raise Refused(no("NAME_TWICE", "", name=name))
        return names

    def _left(self, entry: Leave) -> EndedEarly:
        if not 0 <= entry.seat < len(self.seats):
            raise Refused(no("NO_SUCH_SEAT", "", number=entry.seat + 1, count=len(self.seats)))
        if self.over:
            raise Refused(no("OVER_ALREADY", ""))
        return EndedEarly(self.agreed, entry.seat)

    def _undone(self, entry: Undo) -> _Snapshot:
        if not 0 <= entry.to <= len(self.log):
            raise Refused(no("NO_SUCH_PLACE", "", to=entry.to, length=len(self.log)))
        return self._snapshots[entry.to]

    def _corrected(self, entry: Correct) -> tuple[_Snapshot, Broken | None]:
        snapshot, since = self._snapshots[-1].back_to(entry.index)
        if not since or since[0][0] != entry.index or not isinstance(since[0][1], Event):
            raise Refused(no("NO_SUCH_EVENT", "", index=entry.index))
        followed = since[1:]
        if self._rechecked + len(followed) > RECHECKED_FREELY + RECHECKED_AN_ENTRY * len(self.log):
            raise Refused(no("CORRECTED_TOO_MUCH", "", count=len(followed)))
        now = replace(snapshot, seats=self.seats, stopped=None)
        verdict = now.judge(entry.event)
        if not verdict.ok:
            raise Refused(verdict)
        now = now.then(entry.index, entry.event)
        self._rechecked += len(followed)
        for index, step in followed:
            verdict = now.judge(step)
            if not verdict.ok:
                return self._fallen(now), Broken(index, step, verdict)
            now = now.then(index, step)
        return replace(now, stopped=self._snapshots[-1].stopped), None

    def _fallen(self, now: _Snapshot) -> _Snapshot:
        """A snapshot that not everybody who joined has come to: their names are gone with their seats."""
        return replace(now, seats=now.seats[: now.game.rules.seats])

    # ---- the saved form

    def header(self) -> dict[str, Any]:
        """What was agreed before the first move: game, rules, names."""
        begun = self._snapshots[0]
        rules = begun.game.rules
        header = {
            "format": FORMAT,
            "game": begun.game.name,
            "rules": {"seats": rules.seats, "edition": rules.edition, "options": to_json(rules.options)},
            "seats": list(begun.seats),
        }
        if rules.agreement:
            header["agreed"] = agreement_to_json(rules.agreement)
        return header if self._set_up is None else {**header, "start": self.game.state_to_json(self._set_up)}

    def to_json(self) -> dict[str, Any]:
        """The match as plain JSON: header and log, readable by people."""
        return {**self.header(), "log": [entry_to_json(entry) for entry in self.log]}

    @classmethod
    def from_json(cls, data: Any) -> "Match":
        """The match of ``to_json``, replayed entry by entry.

        Raises NotUnderstood for what is no saved match, ReplayBroken(index, verdict) for an entry that no longer holds.
        """
        match = cls.from_header(data)
        log = data.get("log", [])
        if not isinstance(log, list):
            raise NotUnderstood("the saved match's 'log' should be a list")
        for index, plain in enumerate(log):
            match.replay(index, plain)
        return match

    def replay(self, index: int, plain: Any) -> None:
        """Add a saved entry. Raises ReplayBroken that names it when it no longer holds."""
        try:
            self.add(entry_from_json(self.game, plain, self.state))
        except Refused as refused:
            why = texts.explain(self.game.name, refused.verdict, self.seats)
            raise ReplayBroken(index, why, refused.verdict) from refused
        except EngineError as error:
            raise ReplayBroken(index, str(error)) from error

    @classmethod
    def from_header(cls, data: Any) -> "Match":
        """A fresh match as agreed in a saved one's header. Raises NotUnderstood or BadRules."""
        if not isinstance(data, dict) or "game" not in data:
            raise NotUnderstood("a saved match is an object with 'format', 'game', 'rules', 'seats' and 'log'")
        if data.get("format") != FORMAT:
            raise NotUnderstood(
                f"this match was saved in form {data.get('format')!r}; this version reads form {FORMAT}: please update"
            )
        rules, seats = data.get("rules"), data.get("seats")
        if not isinstance(rules, dict) or not isinstance(seats, list) or not all(isinstance(s, str) for s in seats):
            raise NotUnderstood("a saved match needs 'rules' (an object) and 'seats' (a list of names)")
        agreement = agreement_from_json(data.get("agreed", {}))
        game = create(data["game"], len(seats), rules.get("edition"), rules.get("options"), agreement)
        start = start_of(game, data["start"], seats) if "start" in data else None
        return cls(game, seats, start)
