"""Matches and their entries in a database: a SQLite file by default, PostgreSQL by URL.

One row an entry, one commit a row: what ``append`` returned from survives a pulled plug. Every row carries the
SHA-256 of the row before and its own text, so that a changed or missing row is found and named.
"""

import hashlib
import json
import logging
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, create_engine, event, func, inspect, make_url, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from tablelight.record.schema import VERSION, about, create, entries, finished, matches

log = logging.getLogger(__name__)

BUSY_S = 5.0
"""How long SQLite waits for another program that holds the file."""

ANSWERS_S = 5
"""How long a database in the network may take to let us in."""

_GOES_ON = "goes_on"
"""In a header: the match that this one goes on with, which is listed no more."""

_SQLITE_HEAD = b"SQLite format 3\x00"


class RecordTrouble(Exception):
    """The record cannot be read or written; the sentence says what is wrong and what to do. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class MatchCard:
    """One match of the record in a line: who played what, since when (s, Unix time), how many entries it has."""

    match_id: str
    game: str
    seats: tuple[str, ...]
    created: float
    length: int
    finished: bool


class Record:
    """An open record. Use from one thread at a time."""

    def __init__(self, engine: Engine, where: str) -> None:
        self._engine, self._where = engine, where

    @classmethod
    def open(cls, place: str | Path) -> "Record":
        """The record at a path or database URL, made when there is none.

        Raises RecordTrouble for a damaged file, one of a newer Tablelight, or a place that cannot be used; what lies
        there is never overwritten.
        """
        url = str(place)
        if "://" not in url:
            _check_file(Path(place))
            url = f"sqlite:///{Path(place)}"
        # PostgreSQL's own driver is psycopg; the plain name of the database is what people write.
        url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        remote = url.startswith("postgresql")
        try:
            where = make_url(url).render_as_string(hide_password=True)  # what is said on the page
            engine = create_engine(
                url, poolclass=NullPool, connect_args={"connect_timeout": ANSWERS_S} if remote else {}
            )
        except ImportError as error:
            raise RecordTrouble(
                f"A record at {where} needs a Python package that is not here ({error.name}). For PostgreSQL: "
                ".venv/bin/pip install 'psycopg[binary]'; then start again."
            ) from error
        except (SQLAlchemyError, ValueError) as error:  # ValueError: what stands where the port should is no number
            kind = str(place).split("://")[0]
            raise RecordTrouble(
                f"This '{kind}' address cannot be used as a record. Give postgresql://name:password@host/database, "
                "with %40 for @ in a password, or leave the setting empty for a file."
            ) from error
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_up_sqlite)
        record = cls(engine, str(place) if "://" not in str(place) else where.replace("+psycopg", ""))
        record._prepare()
        return record

    def close(self) -> None:
        self._engine.dispose()

    # ---- writing

    def begin(self, header: dict[str, Any], now: float, ends: str | None = None) -> str:
        """Write down that a match begins, and that ``ends`` is over; returns its id. ``now``: Unix time in seconds."""
        with self._writing() as connection:
            if ends is not None:
                _finish(connection, ends, now)
            return _begin(connection, header, now)

    def add_match(self, header: dict[str, Any], log: Iterable[dict[str, Any]], created: float, now: float) -> str:
        """Write a whole match down that was played elsewhere, all of it or nothing; it is over. Returns its id."""
        with self._writing() as connection:
            match_id = _begin(connection, header, created)
            _copy(connection, match_id, log, now)
            _finish(connection, match_id, now)
            return match_id

    def go_on(self, match_id: str, now: float, ends: str | None = None) -> str:
        """Begin a match with all that was played in another, so that it can go on; ``ends`` is over. Returns its id.

        The one before stays as it is: what is over is never opened again. Listed is only the one that goes on.
        """
        header, log = self.header(match_id) | {_GOES_ON: match_id}, self.entries(match_id)
        with self._writing() as connection:
            for over in filter(None, {ends, match_id}):
                _finish(connection, over, now)
            fresh = _begin(connection, header, now)
            _copy(connection, fresh, log, now)
            return fresh

    def append(self, match_id: str, number: int, entry: dict[str, Any], now: float) -> None:
        """Write one entry down; on the disk when this returns. ``number`` must be the next one."""
        text = _text(entry)
        with self._writing() as connection:
            last, chain = self._last(connection, match_id)
            if number != last + 1:
                raise RecordTrouble(
                    f"Entry {number} of match {match_id} does not follow entry {last}. Is another Tablelight "
                    "writing to this record? Close one of them and start again."
                )
            row = {"match_id": match_id, "number": number, "at": now, "entry": text, "chain": _link(chain, text)}
            connection.execute(entries.insert().values(**row))

    def finish(self, match_id: str, now: float) -> None:
        """Write down that a match is over and need not be resumed."""
        with self._writing() as connection:
            _finish(connection, match_id, now)

    def try_writing(self) -> None:
        """Write what changes nothing, to see whether anything can be written. Raises RecordTrouble."""
        with self._reading() as connection:
            if self._engine.dialect.name == "sqlite":
                # SQLite meets the disk only when it commits; this number is nobody's, and stays what it is.
                connection.exec_driver_sql("PRAGMA user_version = 0")
            else:
                _begin(connection, {"game": ""}, 0.0)  # never committed

    # ---- reading

    def header(self, match_id: str) -> dict[str, Any]:
        """What was agreed before the match's first move."""
        with self._reading() as connection:
            row = connection.execute(select(matches.c.header).where(matches.c.id == match_id)).first()
        if row is None:
            raise RecordTrouble(f"There is no match {match_id} in this record.")
        return {name: agreed for name, agreed in json.loads(row.header).items() if name != _GOES_ON}

    def created(self, match_id: str) -> float:
        """When a match began, Unix time in seconds."""
        with self._reading() as connection:
            created = connection.execute(select(matches.c.created).where(matches.c.id == match_id)).scalar()
        if created is None:
            raise RecordTrouble(f"There is no match {match_id} in this record.")
        return float(created)

    def entries(self, match_id: str) -> list[dict[str, Any]]:
        """Every entry of a match, in order. Raises RecordTrouble that names the first one that was tampered with."""
        with self._reading() as connection:
            rows = connection.execute(
                select(entries.c.number, entries.c.entry, entries.c.chain)
                .where(entries.c.match_id == match_id)
                .order_by(entries.c.number)
            ).all()
        chain = ""
        for expected, row in enumerate(rows):
            chain = _link(chain, row.entry)
            if row.number != expected or row.chain != chain:
                raise RecordTrouble(
                    f"Entry {expected} of match {match_id} was changed or lost after it was written. "
                    "Restore the record from a copy, or begin a new game; nothing was overwritten."
                )
        return [json.loads(row.entry) for row in rows]

    def latest_open(self) -> str | None:
        """The newest match that is not finished."""
        done = select(finished.c.match_id)
        newest = select(matches.c.id).where(matches.c.id.not_in(done)).order_by(matches.c.created.desc()).limit(1)
        with self._reading() as connection:
            return connection.execute(newest).scalar()

    def matches(self, limit: int = 50) -> list[MatchCard]:
        """The newest matches, newest first; one that went on stands there once, as it is now."""
        return self._cards(matches.c.id.in_(self._listed(limit)))

    def match(self, match_id: str) -> MatchCard | None:
        """One match, listed or not; None where there is none."""
        return next(iter(self._cards(matches.c.id == match_id)), None)

    # ---- inside

    def _cards(self, which: ColumnElement[bool]) -> list[MatchCard]:
        """Some matches, newest first."""
        length = select(func.count()).where(entries.c.match_id == matches.c.id).scalar_subquery()
        done = select(func.count()).where(finished.c.match_id == matches.c.id).scalar_subquery()
        cards = select(matches, length.label("length"), done.label("done")).where(which)
        with self._reading() as connection:
            rows = connection.execute(cards.order_by(matches.c.created.desc())).all()
        return [
            MatchCard(r.id, r.game, tuple(json.loads(r.header)["seats"]), r.created, r.length, bool(r.done))
            for r in rows
        ]

    def _listed(self, limit: int) -> list[str]:
        """The newest matches that did not go on as another one."""
        with self._reading() as connection:
            rows = connection.execute(select(matches.c.id, matches.c.header).order_by(matches.c.created.desc())).all()
        went_on = {json.loads(row.header).get(_GOES_ON) for row in rows if _GOES_ON in row.header}
        return [row.id for row in rows if row.id not in went_on][:limit]

    def _last(self, connection: Connection, match_id: str) -> tuple[int, str]:
        newest = select(entries.c.number, entries.c.chain).where(entries.c.match_id == match_id)
        row = connection.execute(newest.order_by(entries.c.number.desc()).limit(1)).first()
        return (row.number, row.chain) if row else (-1, "")

    def _prepare(self) -> None:
        with self._reading() as connection:
            known = set(inspect(connection).get_table_names())
            version = connection.execute(select(about.c.value)).scalar() if about.name in known else None
        if version is None and known:
            raise RecordTrouble(f"{self._where} is a database of something else. Choose another place for the record.")
        if version is None:
            with self._writing() as connection:
                create(connection)
        elif int(version) > VERSION:
            raise RecordTrouble(
                f"{self._where} was written by a newer Tablelight (record version {version}; this one knows "
                f"{VERSION}). Please update Tablelight; the record was left as it is."
            )

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise RecordTrouble(_why(error, self._where)) from error

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise RecordTrouble(_why(error, self._where)) from error


def _begin(connection: Connection, header: dict[str, Any], created: float) -> str:
    match_id = uuid.uuid4().hex[:12]
    row = {"id": match_id, "game": header["game"], "created": created, "header": _text(header)}
    connection.execute(matches.insert().values(**row))
    return match_id


def _copy(connection: Connection, match_id: str, log: Iterable[dict[str, Any]], now: float) -> None:
    chain = ""
    for number, entry in enumerate(log):
        text = _text(entry)
        chain = _link(chain, text)
        row = {"match_id": match_id, "number": number, "at": now, "entry": text, "chain": chain}
        connection.execute(entries.insert().values(**row))


def _finish(connection: Connection, match_id: str, now: float) -> None:
    if not connection.execute(select(finished).where(finished.c.match_id == match_id)).first():
        connection.execute(finished.insert().values(match_id=match_id, at=now))


def _text(plain: dict[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _link(before: str, text: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.execute(f"PRAGMA busy_timeout = {round(BUSY_S * 1000)}")
    connection.execute("PRAGMA journal_mode = WAL")
    # In WAL mode only FULL syncs the log at every commit; a pulled plug then loses nothing acknowledged.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _check_file(path: Path) -> None:
    """Refuse a file that is no database before SQLite touches it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.stat().st_size == 0:
            return
        with path.open("rb") as file:
            head = file.read(len(_SQLITE_HEAD))
    except OSError as error:
        raise RecordTrouble(f"The record at {path} cannot be opened: {error.strerror}. Check the folder.") from error
    if head != _SQLITE_HEAD:
        raise RecordTrouble(
            f"{path} is no record, or its beginning is damaged. Move it away or restore a copy; it was left as it is."
        )


def _why(error: SQLAlchemyError, where: str) -> str:
    """A database's error in a sentence that says what to do."""
    words = str(getattr(error, "orig", None) or error).lower()
    if "disk i/o error" in words and _is_full(where):  # SQLite's word for files beside the record that do not fit
        words = "disk is full"
    for sign, sentence in _SENTENCES.items():
        if sign in words:
            return sentence.format(where=where)
    return f"The record at {where} cannot be used just now ({words.splitlines()[0]})."


def _is_full(where: str) -> bool:
    try:
        return shutil.disk_usage(Path(where).parent).free < _ROOM
    except OSError:
        return False


_ROOM = 100_000
"""Bytes that SQLite needs beside the record to write anything."""
_SENTENCES = {
    "disk is full": "The disk is full. Free some space; the game goes on where it stands.",
    "no space": "The disk is full. Free some space; the game goes on where it stands.",
    "readonly": "The record at {where} may not be written. Check who owns the file and whether the card is locked.",
    "read-only": "The record at {where} may not be written. Check who owns the file and whether the card is locked.",
    "malformed": "The record at {where} is damaged. Restore a copy or choose another place; it was left as it is.",
    "not a database": "The record at {where} is damaged. Restore a copy or choose another place; it was left as it is.",
    "locked": "Another program holds the record at {where}. Close it; I keep trying.",
    "unable to open": "The record at {where} cannot be opened. Check that the folder exists and may be written.",
    "disk i/o error": "The disk does not answer. Check the SD card; the game goes on where it stands.",
    "does not exist": "There is no such database or user: {where}. Create it, or check the address in the settings.",
    "password": "The database at {where} does not let me in. Check the name and the password in the settings.",
    "connection refused": "The database at {where} does not answer. Is it running? I keep trying.",
    "connection failed": "The database at {where} does not answer. Is it running? I keep trying.",
    "connection timeout": "The database at {where} does not answer. Is it running? I keep trying.",
    "could not translate host": "There is no such computer in the network: {where}. Check the address in the settings.",
    "failed to resolve host": "There is no such computer in the network: {where}. Check the address in the settings.",
    "permission denied": "The database at {where} lets me in, but not write. Give this user the right to.",
    "terminating connection": "The database at {where} was stopped. I keep trying.",
    "only grows": "The record only grows: what was written down stays.",
}
