"""The record's tables, and whether a database is one of ours. Rows are only ever added."""

import os
import sqlite3
from pathlib import Path

from sqlalchemy import (
    DDL,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
    insert,
    inspect,
    select,
)

from tablelight.record.trouble import RecordTrouble, trouble

VERSION = 1
APPLICATION = 0x54424C54  # "TBLT", so that another program's database is not taken for ours
_NO_WAIT_S = 0.2

metadata = MetaData()

about = Table("about", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
matches = Table(
    "matches",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", String(80), nullable=False, unique=True),
    Column("game", String(80), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("header", Text, nullable=False),
    Column("chain", String(64), nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("match_id", String(80), ForeignKey("matches.id"), nullable=False),
    Column("index", Integer, nullable=False),
    Column("time", Float(53), nullable=False),
    Column("origin", String(40), nullable=False),
    Column("entry", Text, nullable=False),
    Column("picture", String(128)),
    Column("chain", String(64), nullable=False),
    UniqueConstraint("match_id", "index"),
)
finishes = Table(
    "finishes",
    metadata,
    Column("match_id", String(80), ForeignKey("matches.id"), primary_key=True),
    Column("time", Float(53), nullable=False),
)

_POSTGRES_GUARD = DDL(
    "CREATE OR REPLACE FUNCTION tablelight_only_add() RETURNS trigger AS "
    "$$ BEGIN RAISE EXCEPTION 'the record is only ever added to'; END $$ LANGUAGE plpgsql"
)
event.listen(metadata, "before_create", _POSTGRES_GUARD.execute_if(dialect="postgresql"))
for _table in (matches, entries, finishes):
    for _deed in ("UPDATE", "DELETE"):
        _name = f"{_table.name}_no_{_deed.lower()}"
        _sqlite = DDL(
            f"CREATE TRIGGER {_name} BEFORE {_deed} ON {_table.name} "
            "BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END"
        )
        _postgres = DDL(
            f"CREATE TRIGGER {_name} BEFORE {_deed} ON {_table.name} "
            "FOR EACH ROW EXECUTE FUNCTION tablelight_only_add()"
        )
        event.listen(_table, "after_create", _sqlite.execute_if(dialect="sqlite"))
        event.listen(_table, "after_create", _postgres.execute_if(dialect="postgresql"))


def check_file(path: Path) -> None:
    """Looks at an SQLite file without changing a byte of it; a file that is not there or is empty is fine.

    Raises RecordTrouble (newer, foreign, damaged, read-only) or sqlite3.Error.
    """
    if not path.exists() or path.stat().st_size == 0:
        return
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise trouble("read-only", str(path))
    peek = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_NO_WAIT_S)
    try:
        version = peek.execute("PRAGMA user_version").fetchone()[0]
        application = peek.execute("PRAGMA application_id").fetchone()[0]
        tables = peek.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables and application != APPLICATION:
            raise RecordTrouble("foreign", _foreign(str(path)))
        _refuse_newer(version, str(path))
        if peek.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise trouble("damaged", str(path))
    finally:
        peek.close()


def prepare(connection: Connection, where: str) -> None:
    """Makes the tables in an empty database, within the caller's transaction; checks those of another.

    Raises RecordTrouble (newer, foreign).
    """
    present = set(inspect(connection).get_table_names())
    if not present & set(metadata.tables):
        metadata.create_all(connection)
        connection.execute(insert(about).values(name="schema", value=str(VERSION)))
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        return
    if not present >= set(metadata.tables):
        raise RecordTrouble("foreign", _foreign(where))
    value = connection.execute(select(about.c.value).where(about.c.name == "schema")).scalar()
    if value is None or not value.isdigit():
        raise RecordTrouble("foreign", _foreign(where))
    _refuse_newer(int(value), where)


def _refuse_newer(version: int, where: str) -> None:
    if version > VERSION:
        raise RecordTrouble(
            "newer",
            f"The record {where} was written by a newer Tablelight (format {version}, this one knows {VERSION}). "
            "It was left untouched: update Tablelight, or name another file for the record.",
        )


def _foreign(where: str) -> str:
    return f"The database {where} belongs to another program. It was left untouched: name another file for the record."
