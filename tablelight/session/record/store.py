"""Matches and their entries in a database: a SQLite file by default, PostgreSQL by URL.

One row an entry, one commit a row: what ``append`` returned from survives a pulled plug. Every row carries the
SHA-256 of the row before and its own text, from the match's header on, so that a changed or missing row is found and
named (``tablelight.session.record.seals``).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import repeat
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, func, inspect, or_, select
from sqlalchemy.exc import SQLAlchemyError

from engine.core.language import Deferred
from tablelight.session.record import older, rewriting, seals
from tablelight.session.record.database import WRITES, connect, same_file
from tablelight.session.record.rows import (
    ENTRY_CHANGED,
    MatchCard,
    agreed_header,
    as_text,
    clock_marks_of,
    end_once,
    insert_clock_marks,
    insert_entries,
    insert_mark,
    insert_match,
    match_card,
    off_the_list,
    sound_row,
    times_of,
)
from tablelight.session.record.schema import (
    ASIDE,
    BACK,
    BROKEN,
    DELETED,
    FINISHED,
    VERSION,
    about,
    create,
    entries,
    marks,
    matches,
)
from tablelight.session.record.trouble import DAMAGED, GameDamaged, RecordTrouble, why

LOOKED_THROUGH_BYTES = 64_000_000
"""A file up to this size is looked through whole when it is opened, a larger one where its games are listed."""

_GOES_ON = "goes_on"
"""In a header: the match that this one goes on with, which is listed no more."""


class Record:
    """An open record. Safe to use from any thread; one program alone may write."""

    def __init__(self, engine: Engine, where: str, file: Path | None = None) -> None:
        self._engine, self._where, self.file = engine, where, file
        self._writer = engine.execution_options(**{WRITES: True})
        self._opened: tuple[int, int] | None = None

    @classmethod
    def open(cls, place: str | Path) -> "Record":
        """The record at a path or database URL, made when there is none; one of an older form is carried over.

        Raises RecordTrouble for a damaged file, one of a newer Tablelight, or a place that cannot be used; what lies
        there is never overwritten.
        """
        record = cls(*connect(place))
        try:
            record._prepare()
        except BaseException:
            record.close()
            raise
        return record

    def close(self) -> None:
        """Let go of the database; what counts is committed already."""
        self._engine.dispose()

    # ---- writing

    def begin(self, header: dict[str, Any], now: float, ends: str | None = None, gives_up: str | None = None) -> str:
        """Write down that a match begins, that ``ends`` is over, and that ``gives_up`` cannot go on and is not tried
        again; returns its id. ``now``: Unix time in seconds."""
        with self._writing() as connection:
            end_once(connection, ends, FINISHED, now)
            end_once(connection, gives_up, BROKEN, now)
            return insert_match(connection, header, now)[0]

    def add_match(self, header: dict[str, Any], log: Iterable[dict[str, Any]], created: float, now: float) -> str:
        """Write a whole match down that was played elsewhere, all of it or nothing; it is over. Returns its id."""
        with self._writing() as connection:
            match_id, seal = insert_match(connection, header, created)
            insert_entries(connection, match_id, seal, log, repeat(now))
            end_once(connection, match_id, FINISHED, now)
            return match_id

    def go_on(self, match_id: str, now: float, ends: str | None = None, gives_up: str | None = None) -> str:
        """Begin a match with all that was played in another, so that it can go on; ``ends`` and ``gives_up`` as in
        ``begin``. Returns its id.

        The one before stays as it is: what is over is never opened again. Listed is only the one that goes on.
        """
        header, log = self.header(match_id) | {_GOES_ON: match_id}, self.entries(match_id)
        with self._writing() as connection:
            end_once(connection, gives_up, BROKEN, now)
            end_once(connection, ends, FINISHED, now)
            end_once(connection, match_id, FINISHED, now)
            fresh, seal = insert_match(connection, header, now)
            insert_entries(connection, fresh, seal, log, times_of(connection, match_id))
            insert_clock_marks(connection, fresh, clock_marks_of(connection, match_id))
            return fresh

    def append(self, match_id: str, number: int, entry: dict[str, Any], now: float) -> None:
        """Write one entry down; on the disk when this returns. ``number`` must be the next one."""
        text = as_text(entry)
        with self._writing() as connection:
            last, chain = self._last(connection, match_id)
            if number != last + 1:
                raise RecordTrouble(
                    Deferred(
                        "Entry {number} of match {match_id} does not follow entry {last}. Is another Tablelight "
                        "writing to this record? Close one of them and start again.",
                        number=number,
                        match_id=match_id,
                        last=last,
                    )
                )
            row = {"match_id": match_id, "number": number, "at": now, "entry": text, "chain": seals.link(chain, text)}
            connection.execute(entries.insert().values(**row))

    def finish(self, match_id: str, now: float) -> None:
        """Write down that a match is over and need not be resumed."""
        with self._writing() as connection:
            end_once(connection, match_id, FINISHED, now)

    def delete(self, match_id: str, now: float) -> None:
        """Take a match off the list. Its rows stay: ``bring_back`` undoes this."""
        with self._writing() as connection:
            insert_mark(connection, match_id, DELETED, now)

    def set_aside(self, match_id: str, now: float) -> None:
        """Take a damaged match off the list. Its rows stay as they are: ``bring_back`` undoes this."""
        with self._writing() as connection:
            insert_mark(connection, match_id, ASIDE, now)

    def bring_back(self, match_id: str, now: float) -> None:
        """A match that was deleted or set aside stands in the list again."""
        with self._writing() as connection:
            insert_mark(connection, match_id, BACK, now)

    def tell_clock(self, match_id: str, said: Iterable[tuple[str, float]]) -> None:
        """Write down what was said to a match's clock, and when (s, Unix time): one commit for all of it."""
        with self._writing() as connection:
            insert_clock_marks(connection, match_id, said)

    def rewrite(self, gone: Callable[[str], bool]) -> int:
        """Take names out of every match, the one change of what was written; how many had one. Raises RecordTrouble."""
        return rewriting.rewrite(self._engine, gone, self._where)

    def try_writing(self) -> None:
        """Write what changes nothing, to see whether anything can be written. Raises RecordTrouble."""
        with self._writing() as connection:
            if self._engine.dialect.name == "sqlite":
                # SQLite meets the disk only when it commits; this number is nobody's, and stays what it is.
                connection.exec_driver_sql("PRAGMA user_version = 0")
            else:
                insert_match(connection, {"game": ""}, 0.0)
                connection.rollback()

    # ---- reading

    def header(self, match_id: str) -> dict[str, Any]:
        """What was agreed before the match's first move. Raises RecordTrouble, also where it was tampered with."""
        with self._reading() as connection:
            row = sound_row(connection, match_id)
        return {name: part for name, part in agreed_header(row).items() if name != _GOES_ON}

    def created(self, match_id: str) -> float:
        """When a match began, Unix time in seconds."""
        with self._reading() as connection:
            return float(sound_row(connection, match_id).created)

    def entries(self, match_id: str) -> list[dict[str, Any]]:
        """Every entry of a match, in order. Raises RecordTrouble that names the first one that was tampered with."""
        with self._reading() as connection:
            chain = sound_row(connection, match_id).seal
            least = connection.execute(select(func.max(marks.c.length)).where(marks.c.match_id == match_id)).scalar()
            rows = connection.execute(
                select(entries.c.number, entries.c.entry, entries.c.chain)
                .where(entries.c.match_id == match_id)
                .order_by(entries.c.number)
            ).all()
        for expected, row in enumerate(rows):
            chain = seals.link(chain, row.entry) if isinstance(row.entry, str) else None
            if row.number != expected or row.chain != chain:
                raise GameDamaged(match_id, Deferred(ENTRY_CHANGED, number=expected, match_id=match_id))
        if least is not None and (not isinstance(least, int) or len(rows) < least):
            raise GameDamaged(match_id, Deferred(ENTRY_CHANGED, number=len(rows), match_id=match_id))
        return [json.loads(row.entry) for row in rows]

    def timed(self, match_id: str) -> tuple[list[float], list[tuple[str, float]]]:
        """When each entry of a match was written, and what was said to its clock and when (s, Unix time)."""
        with self._reading() as connection:
            return times_of(connection, match_id), clock_marks_of(connection, match_id)

    def latest_open(self) -> str | None:
        """The match begun last that is neither over nor off the list; clocks have no say in it."""
        over = select(marks.c.match_id).where(marks.c.kind.in_((FINISHED, BROKEN)))
        newest = select(matches.c.id).where(matches.c.id.not_in(over), matches.c.id.not_in(off_the_list()))
        with self._reading() as connection:
            return connection.execute(newest.order_by(matches.c.number.desc()).limit(1)).scalar()

    def matches(self, limit: int | None = 50) -> list[MatchCard]:
        """The matches begun or brought in last, newest first; one that went on stands there once, as it is now."""
        listed = self._listed(limit)
        if limit is not None:
            return self._cards(matches.c.id.in_(listed))
        wanted = set(listed)  # thousands of ids are no condition that a database likes
        return [card for card in self._cards(matches.c.number > 0) if card.match_id in wanted]

    def tables(self, limit: int) -> list[tuple[str, tuple[str, ...]]]:
        """The newest matches of the list: each game, and what its players were called last."""
        cards = [card for card in self.matches(limit) if card.length and not card.fault]
        later = self._naming([card.match_id for card in cards])
        found = []
        for card in cards:
            names = card.seats
            for plain in later.get(card.match_id, []):
                names = tuple(plain["rename"]) if "rename" in plain else (*names, plain["join"])
            found.append((card.game, names))
        return found

    def later_names(self) -> dict[str, list[str]]:
        """What players of each match were called later than at its beginning."""
        return {match_id: [name for plain in said for name in plain.get("rename", [plain.get("join")])]
                for match_id, said in self._naming(None).items()}  # fmt: skip

    def _naming(self, within: Sequence[str] | None) -> dict[str, list[dict[str, Any]]]:
        """The entries that name players, oldest first. ``within``: of these matches alone; None: of all, for which
        every entry is looked at."""
        naming = select(entries.c.match_id, entries.c.entry).order_by(entries.c.match_id, entries.c.number)
        naming = naming.where(or_(*(entries.c.entry.startswith(begins) for begins in rewriting.NAMING)))
        with self._reading() as connection:
            rows = connection.execute(naming if within is None else naming.where(entries.c.match_id.in_(within))).all()
        found: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            with suppress(ValueError, KeyError, TypeError):  # a damaged entry is said where its match is read
                plain = json.loads(row.entry)
                names = plain["rename"] if "rename" in plain else [plain["join"]]
                if isinstance(names, list) and all(isinstance(name, str) for name in names):
                    found.setdefault(row.match_id, []).append(plain)
        return found

    def put_away(self) -> list[MatchCard]:
        """The matches that were deleted or set aside, newest first."""
        return self._cards(matches.c.id.in_(off_the_list()))

    def match(self, match_id: str) -> MatchCard | None:
        """One match, listed or not; None where there is none."""
        return next(iter(self._cards(matches.c.id == match_id)), None)

    def same_as(self, header: dict[str, Any], log: Sequence[dict[str, Any]]) -> str | None:
        """A match of the list that was agreed and played exactly so."""
        wanted = list(log)
        alike = matches.c.id.in_(self._listed(None)) & (matches.c.game == header["game"])
        for card in self._cards(alike):
            if not card.fault and card.length == len(wanted) and self.header(card.match_id) == header:
                try:
                    if self.entries(card.match_id) == wanted:
                        return card.match_id
                except GameDamaged:
                    continue
        return None

    def size(self) -> tuple[int, int, int]:
        """How many matches, entries and marks there are: it changes with whatever is added."""
        counts = [select(func.count()).select_from(kind).scalar_subquery() for kind in (matches, entries, marks)]
        with self._reading() as connection:
            row = connection.execute(select(*counts)).one()
        return row[0], row[1], row[2]

    # ---- inside

    def _cards(self, which: ColumnElement[bool]) -> list[MatchCard]:
        """Some matches, newest first."""
        length = select(func.count()).where(entries.c.match_id == matches.c.id).scalar_subquery()
        over = select(func.count()).where(marks.c.match_id == matches.c.id, marks.c.kind.in_((FINISHED, BROKEN)))
        cards = select(matches, length.label("length"), over.scalar_subquery().label("over")).where(which)
        with self._reading() as connection:
            rows = connection.execute(cards.order_by(matches.c.number.desc())).all()
        return [match_card(row) for row in rows]

    def _listed(self, limit: int | None) -> list[str]:
        """The newest matches of the list: neither off it, nor gone on as another one."""
        newest = select(matches.c.id, matches.c.header).where(matches.c.id.not_in(off_the_list()))
        with self._reading() as connection:
            rows = connection.execute(newest.order_by(matches.c.number.desc())).all()
        headers = [seals.agreed(row.header) for row in rows if isinstance(row.header, str) and _GOES_ON in row.header]
        went_on = [header.get(_GOES_ON) for header in headers if header]
        return [row.id for row in rows if row.id not in went_on][:limit]

    def _last(self, connection: Connection, match_id: str) -> tuple[int, str]:
        """The number of a match's last entry and its link; before the first one -1 and the seal."""
        newest = select(entries.c.number, entries.c.chain).where(entries.c.match_id == match_id)
        row = connection.execute(newest.order_by(entries.c.number.desc()).limit(1)).first()
        if row is None:
            return -1, sound_row(connection, match_id).seal
        return row.number, row.chain

    # ---- opening

    def _prepare(self) -> None:
        with self._reading() as connection:
            version = self._version(connection)
            if version and self.file is not None:
                _look_through(connection, self._where, self.file)
        if version is None:
            with self._writing() as connection:
                if self._version(connection) is None:  # another program may start at the same moment
                    create(connection)
        elif version < VERSION:
            if self.file is not None:
                older.keep_a_copy(self.file, version)
            with self._writing() as connection:
                if self._version(connection) == version:
                    older.carry_over(connection)
        elif version > VERSION:
            raise RecordTrouble(
                Deferred(
                    "{where} was written by a newer Tablelight (record version {version}; this one knows "
                    "{known}). Please update Tablelight; the record was left as it is.",
                    where=self._where,
                    version=version,
                    known=VERSION,
                )
            )
        self._opened = same_file(self.file) if self.file is not None else None

    def _version(self, connection: Connection) -> int | None:
        """The version of what is there; None where nothing is."""
        known = set(inspect(connection).get_table_names())
        if not known:
            return None
        if about.name not in known:
            raise RecordTrouble(
                Deferred(
                    "{where} is a database of something else. Choose another place for the record.", where=self._where
                )
            )
        kept = connection.execute(select(about.c.value).where(about.c.name == "version")).scalar()
        if not (isinstance(kept, str) and kept.isascii() and kept.isdigit() and 1 <= len(kept) <= 4):
            raise RecordTrouble(Deferred(DAMAGED, where=self._where))
        return int(kept)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block ends."""
        if self._opened is not None and self.file is not None and same_file(self.file) != self._opened:
            raise RecordTrouble(
                Deferred(
                    "The record at {where} was moved or replaced while it was used. It is opened anew; if that was "
                    "no intention, put the file back.",
                    where=self._where,
                )
            )
        with self._in_a_sentence(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._in_a_sentence(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        """Whatever the database says, in a sentence."""
        try:
            yield
        except (SQLAlchemyError, ValueError, TypeError, ArithmeticError) as error:
            raise RecordTrouble(why(error, self._where)) from error


def _look_through(connection: Connection, where: str, file: Path) -> None:
    """Whether a file's own order is sound, so that no row is passed over. Raises RecordTrouble."""
    small = file.stat().st_size <= LOOKED_THROUGH_BYTES
    for what in ("1",) if small else ("matches", "marks"):
        found = connection.exec_driver_sql(f"PRAGMA integrity_check({what})").scalar()
        if found != "ok":
            raise RecordTrouble(Deferred(DAMAGED, where=where))
