"""Where the record lies: a SQLite file, or a database in the network, and how its connections are kept.

A connection is kept open: closing the last one of a SQLite file writes everything anew and throws its log away.
"""

import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from engine.core.language import Deferred
from tablelight.session.record.trouble import RecordTrouble
from vision.camera.passwords import without_passwords

BUSY_S = 5.0
"""How long SQLite waits for another program that holds the file."""

ANSWERS_S = 5
"""How long a database in the network may take to let us in, or to take what was sent, before it counts as gone."""

CHECKPOINT_PAGES = 250
"""Pages (of 4 kB) in SQLite's log before they are carried into the file; the log grows little beyond that."""

SQLITE_HEAD = b"SQLite format 3\x00"
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside its file, by the ends of the names."""

WRITES = "writes"
"""Option of a connection: its transaction takes the right to write before it reads."""

# A cut cable is noticed in seconds, not when TCP gives up after a quarter of an hour (libpq's words).
_REMOTE = {
    "connect_timeout": ANSWERS_S,
    "keepalives": 1,
    "keepalives_idle": ANSWERS_S,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": ANSWERS_S * 1000,
}


def connect(place: str | Path) -> tuple[Engine, str, Path | None]:
    """The database at a path or URL, how it is called on the page, and its file if it is one. Raises RecordTrouble."""
    url = str(place)
    if "://" not in url:
        url = f"sqlite:///{Path(place)}"
    # PostgreSQL's own driver is psycopg; the plain name of the database is what people write.
    url = url.replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        parts = make_url(url)
        where = without_passwords(parts.render_as_string(hide_password=True))  # what is said on the page
        file = Path(parts.database) if parts.get_backend_name() == "sqlite" and parts.database else None
        if file is not None:
            _check_file(file)
        remote = _REMOTE if parts.get_backend_name() == "postgresql" else {"check_same_thread": False}
        engine = create_engine(url, connect_args=remote, pool_size=2, max_overflow=6, pool_pre_ping=file is None)
    except ImportError as error:
        raise RecordTrouble(
            Deferred(
                "A record at {where} needs a Python package that is not here ({name}). For PostgreSQL: .venv/bin/pip "
                "install 'psycopg[binary]'; then start again.",
                where=where,
                name=error.name,
            )
        ) from error
    except (SQLAlchemyError, ValueError, TypeError) as error:  # ValueError: what stands where the port should is none
        kind = str(place).split("://")[0]
        raise RecordTrouble(
            Deferred(
                "This '{kind}' address cannot be used as a record. Give postgresql://name:password@host/database, "
                "with %40 for @ in a password, or leave the setting empty for a file.",
                kind=kind,
            )
        ) from error
    if file is not None:
        _listen(engine)
    return engine, str(place) if "://" not in str(place) else where.replace("+psycopg", ""), file


def file_engine(file: Path) -> Engine:
    """A record's file, without looking at what is there."""
    engine = create_engine(f"sqlite:///{file}", connect_args={"check_same_thread": False})
    _listen(engine)
    return engine


def _listen(engine: Engine) -> None:
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _set_up_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, also around changes of tables
    # Damaged bytes make one text a wrong one, rather than every look at the table an error.
    connection.text_factory = lambda content: content.decode("utf-8", "surrogateescape")
    connection.execute(f"PRAGMA busy_timeout = {round(BUSY_S * 1000)}")
    connection.execute("PRAGMA journal_mode = WAL")
    # In WAL mode only FULL syncs the log at every commit; a pulled plug then loses nothing acknowledged.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    # The log keeps its room on the disk, so that a commit need not ask for more; after a long reader it is cut again.
    connection.execute(f"PRAGMA journal_size_limit = {CHECKPOINT_PAGES * 4200}")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITES) else "BEGIN")


def _check_file(path: Path) -> None:
    """Refuse a file that is no database before SQLite touches it; what is there is for its owner alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
        with path.open("rb") as file:
            head = file.read(len(SQLITE_HEAD))
    except OSError as error:
        raise RecordTrouble(
            Deferred(
                "The record at {path} cannot be opened: {strerror}. Check the folder.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    for name in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        keep_private(name)
    if head and head != SQLITE_HEAD:
        raise RecordTrouble(
            Deferred(
                "{path} is no record, or its beginning is damaged; it was left as it is. Stop Tablelight, run "
                "'tablelight restore' to bring back the newest copy, or move the file away.",
                path=path,
            )
        )


def keep_private(file: Path) -> None:
    """Let nobody but its owner read a file. A file of somebody else stays as it is."""
    with suppress(OSError):  # not there, or on a disk that knows no owners
        kept = file.stat()
        if kept.st_mode & 0o077 and kept.st_uid == os.geteuid():
            file.chmod(stat.S_IMODE(kept.st_mode) & 0o700)


def same_file(file: Path) -> tuple[int, int] | None:
    """Which file stands under a name (device and number); None where there is none."""
    try:
        kept = file.stat()
    except OSError:
        return None
    return kept.st_dev, kept.st_ino
