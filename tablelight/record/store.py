"""The record: what happened, written down for good before anybody is told."""

import json
import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Self

from sqlalchemy import Connection, Engine, Row, create_engine, event, func, insert, make_url, select
from sqlalchemy.exc import ArgumentError

from tablelight.record.chain import canonical_object, entry_hash, header_hash
from tablelight.record.schema import check_file, entries, finishes, matches, prepare
from tablelight.record.trouble import RecordTrouble, UnknownMatch, WrongIndex, told, trouble

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the record: times are seconds since 1970; ``finished`` is None while it is open."""

    id: str
    game: str
    created: float
    header: dict[str, Any]
    chain: str
    entries: int
    finished: float | None


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry: its place in the match from 0, when and whence it came, and what it says."""

    index: int
    time: float
    origin: str
    entry: dict[str, Any]
    picture: str | None
    chain: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a look at the chain found: ``broken`` names the first entry that is not as it was written, or the header."""

    entries: int
    broken: int | Literal["header"] | None = None

    @property
    def ok(self) -> bool:
        return self.broken is None


class Record:
    """Matches and their entries in a database. One commit an entry; rows are never changed. Safe to use from threads.

    Every method raises RecordTrouble when the database cannot be used. What was acknowledged stays; try again later,
    or ``reopen`` first.

    >>> record = Record.open("games.db")                                                      # doctest: +SKIP
    >>> match = record.begin({"game": "roll-and-color", "seats": ["Ann", "Bo"]}, time.time())  # doctest: +SKIP
    >>> record.append(match, 0, {"rolled": ["R", "B"]}, time.time(), origin="camera")          # doctest: +SKIP
    """

    def __init__(self, url: str, path: Path | None, wait_s: float) -> None:
        self._url = url
        self._path = path
        self._wait_s = wait_s
        self.where = str(path) if path else make_url(url).render_as_string(hide_password=True)
        self._engine: Engine | None = None
        self._inode: tuple[int, int] | None = None

    @classmethod
    def open(cls, url_or_path: str | Path, *, wait_s: float = 2.0) -> Self:
        """Opens a record, or makes a new one where there is none; a file's name means SQLite, a URL any database.

        Waits ``wait_s`` seconds for other programs that write. Raises RecordTrouble and changes nothing when what is
        there is damaged, newer or somebody else's; ValueError when the URL cannot be understood.
        """
        record = cls(*_place(url_or_path), wait_s)
        record.reopen()
        return record

    def reopen(self) -> None:
        """Lets go of the database and opens it again, with all checks. Raises as ``open`` does."""
        self.close()
        with told(self.where):
            if self._path:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                check_file(self._path)
            engine = self._connected()
            try:
                with engine.connect().execution_options(writes=True) as connection, connection.begin():
                    prepare(connection, self.where)
                if self._path:
                    self._inode = _inode(self._path)
            except BaseException:
                engine.dispose()
                raise
        self._engine = engine
        _log.info("record open: %s", self.where)

    def close(self) -> None:
        """Lets go of the database; ``reopen`` takes it up again."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    # Writing -------------------------------------------------------------------------------------------------------

    def begin(self, header: Mapping[str, Any], now: float, *, match_id: str | None = None) -> str:
        """Starts a match and gives its id. ``header`` is a JSON object that names its "game" and says all that is
        needed to start it again: rules, seats. Raises ValueError for other headers or an id that is taken."""
        text = canonical_object(header, "a match's header")
        game = header.get("game")
        if not isinstance(game, str) or not game:
            raise ValueError('a match\'s header must name its game: {"game": "roll-and-color", ...}')
        now = float(now)
        match_id = match_id or f"{datetime.fromtimestamp(now, UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        chain = header_hash(match_id, game, now, text)
        with self.writing() as connection:
            if connection.execute(select(matches.c.id).where(matches.c.id == match_id)).first():
                raise ValueError(f"there is already a match {match_id} in the record")
            row = {"id": match_id, "game": game, "created": now, "header": text, "chain": chain}
            connection.execute(insert(matches).values(row))
        return match_id

    def append(
        self,
        match_id: str,
        index: int,
        entry: Mapping[str, Any],
        now: float,
        *,
        origin: str = "hand",
        picture: str | None = None,
    ) -> str:
        """Adds entry number ``index`` (from 0) and gives its link of the chain; it is on the disk when this returns.

        ``origin`` says whence it came (camera, sensor, hand), ``picture`` is the hash of the picture it was read from.
        Entries may follow a finish: corrections do. Raises WrongIndex, UnknownMatch, or ValueError when the entry is no
        JSON object; then nothing was added.
        """
        text, now = canonical_object(entry, "an entry"), float(now)
        with self.writing() as connection:
            match = self._match_row(connection, match_id)
            last = _last(connection, match_id)
            expected, before = (last.index + 1, last.chain) if last else (0, match.chain)
            if isinstance(index, bool) or index != expected:
                raise WrongIndex(match_id, index, expected)
            chain = entry_hash(before, index, now, origin, text, picture)
            row = {"match_id": match_id, "index": index, "time": now, "origin": origin, "entry": text}
            connection.execute(insert(entries).values(**row, picture=picture, chain=chain))
        return chain

    def finish(self, match_id: str, now: float) -> None:
        """Notes that a match is over; once is enough. Raises UnknownMatch."""
        with self.writing() as connection:
            self._match_row(connection, match_id)
            if not connection.execute(select(finishes).where(finishes.c.match_id == match_id)).first():
                connection.execute(insert(finishes).values(match_id=match_id, time=float(now)))

    # Reading -------------------------------------------------------------------------------------------------------

    def match(self, match_id: str) -> StoredMatch:
        """A match by its id. Raises UnknownMatch."""
        with self.reading() as connection:
            row = connection.execute(_listed().where(matches.c.id == match_id)).first()
        if row is None:
            raise _unknown(match_id)
        return _stored(row)

    def matches(self, limit: int = 50) -> list[StoredMatch]:
        """The newest matches, newest first."""
        with self.reading() as connection:
            rows = connection.execute(_listed().order_by(matches.c.number.desc()).limit(limit)).all()
        return [_stored(row) for row in rows]

    def latest_open(self) -> StoredMatch | None:
        """The newest match that is not finished: the one to resume."""
        query = _listed().where(finishes.c.time.is_(None)).order_by(matches.c.number.desc()).limit(1)
        with self.reading() as connection:
            row = connection.execute(query).first()
        return _stored(row) if row else None

    def entries(self, match_id: str) -> list[StoredEntry]:
        """All entries of a match in their order. Raises UnknownMatch."""
        query = select(entries).where(entries.c.match_id == match_id).order_by(entries.c.index)
        with self.reading() as connection:
            self._match_row(connection, match_id)
            rows = connection.execute(query).all()
        return [StoredEntry(r.index, r.time, r.origin, _parsed(r.entry), r.picture, r.chain) for r in rows]

    def verify(self, match_id: str) -> Checked:
        """Follows the chain of a match. Raises UnknownMatch. What it cannot see: entries cut off at the end."""
        query = select(entries).where(entries.c.match_id == match_id).order_by(entries.c.index)
        with self.reading() as connection:
            match = self._match_row(connection, match_id)
            rows = connection.execute(query).all()
        if match.chain != header_hash(match.id, match.game, match.created, match.header):
            return Checked(len(rows), "header")
        before = match.chain
        for index, row in enumerate(rows):
            link = entry_hash(before, index, row.time, row.origin, row.entry, row.picture)
            if row.index != index or row.chain != link:
                return Checked(len(rows), index)
            before = row.chain
        return Checked(len(rows))

    # Transactions --------------------------------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it is on the disk at the end, or nothing."""
        with told(self.where):
            self._still_there()
            with self._open_engine().connect().execution_options(writes=True) as connection, connection.begin():
                yield connection
            self._still_there()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads."""
        with told(self.where), self._open_engine().connect() as connection, connection.begin():
            yield connection

    def _open_engine(self) -> Engine:
        if self._engine is None:
            raise RecordTrouble("unreachable", f"The record {self.where} is closed: open it again.")
        return self._engine

    def _still_there(self) -> None:
        """An open file that was deleted would swallow entries without a word."""
        if self._path and self._inode != _inode(self._path):
            raise trouble("gone", self.where)

    def _connected(self) -> Engine:
        try:
            if not self._path:
                return create_engine(self._url, pool_pre_ping=True)
            engine = create_engine(self._url, connect_args={"timeout": self._wait_s})
        except (ArgumentError, ModuleNotFoundError) as error:
            raise RecordTrouble("unreachable", f"The record {self.where} cannot be opened: {error}.") from error
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine

    @staticmethod
    def _match_row(connection: Connection, match_id: str) -> Row:
        # The lock makes writers of one match queue on servers; SQLite has one writer at a time anyway.
        query = select(matches).where(matches.c.id == match_id)
        if connection.get_execution_options().get("writes"):
            query = query.with_for_update()
        row = connection.execute(query).first()
        if row is None:
            raise _unknown(match_id)
        return row


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin in _begin_sqlite, not where the driver guesses
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "recursive_triggers = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _place(url_or_path: str | Path) -> tuple[str, Path | None]:
    text = str(url_or_path)
    if "://" not in text:
        path = Path(text).expanduser().absolute()
        return f"sqlite:///{path}", path
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise ValueError(f"'{text}' is no database URL: write a file's name, or postgresql://user@host/name") from error
    if url.get_backend_name() != "sqlite":
        return text, None
    if not url.database or url.database == ":memory:":
        raise ValueError("a record in memory would be lost: name a file")
    return text, Path(url.database).absolute()


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _listed() -> Any:
    count = select(func.count()).where(entries.c.match_id == matches.c.id).scalar_subquery()
    columns = select(matches, count.label("count"), finishes.c.time.label("finished"))
    return columns.outerjoin(finishes, finishes.c.match_id == matches.c.id)


def _last(connection: Connection, match_id: str) -> Row | None:
    query = select(entries.c.index, entries.c.chain).where(entries.c.match_id == match_id)
    return connection.execute(query.order_by(entries.c.index.desc()).limit(1)).first()


def _stored(row: Row) -> StoredMatch:
    return StoredMatch(row.id, row.game, row.created, _parsed(row.header), row.chain, row.count, row.finished)


def _parsed(text: str) -> dict[str, Any]:
    return json.loads(text)


def _unknown(match_id: str) -> UnknownMatch:
    return UnknownMatch(f"there is no match {match_id} in the record")
