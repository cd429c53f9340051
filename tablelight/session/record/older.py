"""A record of the form before this one (1), carried over: every match is judged by the old chain and sealed anew.

In form 1 a match had neither number nor seal, so that a changed header was not found; ``finished`` was a table of its
own. What was damaged then comes over as it is, without a seal, so that it is said to be damaged ever after.
"""

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Float, Integer, MetaData, Row, String, Table, Text, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from engine.core.language import Deferred
from tablelight.session.record import seals
from tablelight.session.record.copies import copy_file
from tablelight.session.record.database import WRITES, file_engine
from tablelight.session.record.schema import FINISHED, create, entries, marks, matches
from tablelight.session.record.trouble import DAMAGED, RecordTrouble

_SUFFIX = "_1"
_old = MetaData()
_matches = Table(
    f"matches{_SUFFIX}",
    _old,
    Column("id", String(40), primary_key=True),
    Column("game", String(80)),
    Column("created", Float),
    Column("header", Text),
)
_entries = Table(
    f"entries{_SUFFIX}",
    _old,
    Column("match_id", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float),
    Column("entry", Text),
    Column("chain", String(64)),
)
_finished = Table(f"finished{_SUFFIX}", _old, Column("match_id", String(40), primary_key=True), Column("at", Float))
_COLUMNS = {"matches": _matches, "entries": _entries, "finished": _finished}
_NAMES = ("about", "entries", "finished", "matches")


def keep_a_copy(file: Path, version: int) -> None:
    """A copy of a record's file as it was, beside it, before it is carried over. Raises RecordTrouble."""
    copy = file.with_name(f"{file.stem}-form-{version}{file.suffix}")
    try:
        copy_file(file, copy)
    except OSError as error:
        raise RecordTrouble(
            Deferred(
                "Before the record is carried over to this version, a copy of it is kept at {copy}, and that did not "
                "work ({strerror}). Make room there and start again; nothing was changed.",
                copy=copy,
                strerror=error.strerror,
            )
        ) from error


def bring_up(file: Path) -> None:
    """Carry a file over where it is of this older form and can be; else it stays as it is."""
    engine = file_engine(file).execution_options(**{WRITES: True})
    try:
        with suppress(SQLAlchemyError, RecordTrouble, ValueError, TypeError), engine.begin() as connection:
            if connection.execute(text("SELECT value FROM about WHERE name = 'version'")).scalar() == "1":
                carry_over(connection)
    finally:
        engine.dispose()


def carry_over(connection: Connection) -> None:
    """Make the tables of now and fill them with what is in those of before, all or nothing. Raises RecordTrouble."""
    _put_aside(connection)
    create(connection)
    # Rows were only ever added, so that where they lie tells the order in which they came; clocks may not.
    place = "rowid" if connection.dialect.name == "sqlite" else "ctid"
    order = [row.id for row in connection.execute(select(_matches.c.id).order_by(text(place)))]
    for number, match_id in enumerate(order, 1):
        _carry_match(connection, number, match_id)
    over = connection.execute(select(_finished).order_by(text(place))).all()
    lengths = select(entries.c.number).order_by(entries.c.number.desc()).limit(1)
    for number, row in enumerate(over, 1):
        last = connection.execute(lengths.where(entries.c.match_id == row.match_id)).scalar()
        mark = {"kind": FINISHED, "at": _time(row.at), "length": 0 if last is None else last + 1}
        connection.execute(marks.insert().values(number=number, match_id=row.match_id, **mark))
    for name in _NAMES:
        connection.execute(text(f"DROP TABLE {name}{_SUFFIX}"))


def _put_aside(connection: Connection) -> None:
    """Call the tables of before by other names, out of the way of those of now."""
    asked = inspect(connection)
    for name, table in _COLUMNS.items():
        if not asked.has_table(name) or {c["name"] for c in asked.get_columns(name)} != {c.name for c in table.columns}:
            raise RecordTrouble(Deferred(DAMAGED, where=Deferred("this place")))
    for name in _NAMES:
        if connection.dialect.name == "sqlite":
            for what in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER IF EXISTS {name}_no_{what}"))
        else:
            connection.execute(text(f"ALTER TABLE {name} DROP CONSTRAINT {name}_pkey CASCADE"))
        connection.execute(text(f"ALTER TABLE {name} RENAME TO {name}{_SUFFIX}"))


def _carry_match(connection: Connection, number: int, match_id: Any) -> None:
    row = connection.execute(select(_matches).where(_matches.c.id == match_id)).one()
    log = connection.execute(select(_entries).where(_entries.c.match_id == match_id).order_by(_entries.c.number)).all()
    match = {
        "number": number,
        "id": _written(row.id),
        "game": _written(row.game),
        "created": _time(row.created),
        "header": _written(row.header),
    }
    sound = seals.agreed(row.header) is not None and _holds(log)
    chain = seals.seal(**{"match_id" if name == "id" else name: value for name, value in match.items()})
    connection.execute(matches.insert().values(seal=chain if sound else "", **match))
    rows = []
    for entry in log:
        chain = seals.link(chain, entry.entry) if sound else _written(entry.chain)
        about = {"match_id": match["id"], "number": entry.number, "at": _time(entry.at)}
        rows.append({**about, "entry": _written(entry.entry), "chain": chain})
    if rows:
        connection.execute(entries.insert(), rows)


def _holds(log: list[Row[Any]]) -> bool:
    """Whether the entries of a match are as they were written, by the chain of before."""
    chain = ""
    for expected, row in enumerate(log):
        if not isinstance(row.entry, str):
            return False
        chain = hashlib.sha256(f"{chain}\n{row.entry}".encode("utf-8", "surrogateescape")).hexdigest()
        if row.number != expected or row.chain != chain:
            return False
    return True


def _written(value: Any) -> str:
    """What stood in a column of text, as text; damaged bytes are shown by their numbers."""
    content = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")
    return content.decode("utf-8", "backslashreplace")


def _time(value: Any) -> float:
    return float(value) if seals.is_time(value) else 0.0
