"""Names taken out of a record: the one thing for which rows that were written are changed.

Every match that has one of the names is written anew with other names in its place and sealed anew, all matches in one
transaction; where anything fails, nothing has changed. Afterwards the file is written anew as a whole, so that nothing
of the old rows stays in its free pages or in its log. A match that was damaged before stays so: it keeps its old seals.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, bindparam, select, text
from sqlalchemy.exc import SQLAlchemyError

from tablelight.session.record import seals
from tablelight.session.record.database import WRITES, file_engine
from tablelight.session.record.rows import as_text
from tablelight.session.record.schema import KINDS, entries, guard, matches
from tablelight.session.record.trouble import RecordTrouble, why

NAMING = ('{"rename":', '{"join":')
"""How entries begin that have names in them."""

Named = Callable[[str], bool]
"""Whether a name is one of those that are to go."""


def rewrite_file(file: Path, gone: Named) -> int:
    """Take names out of a record's file that nobody else uses; how many matches had one. Raises RecordTrouble."""
    engine = file_engine(file)
    try:
        return rewrite(engine, gone, str(file))
    finally:
        engine.dispose()


def rewrite(engine: Engine, gone: Named, where: str) -> int:
    """Take names out of an open record; how many matches had one. Raises RecordTrouble; then nothing has changed."""
    try:
        with engine.execution_options(**{WRITES: True}).begin() as connection:
            _let_change(connection)
            changed = sum(_rewrite_match(connection, row, gone) for row in connection.execute(select(matches)).all())
            guard(connection)
        if changed:
            _leave_nothing_behind(engine)
    except (SQLAlchemyError, sqlite3.Error, ValueError, TypeError) as error:
        raise RecordTrouble(why(error, where)) from error
    return changed


def _let_change(connection: Connection) -> None:
    """For the rest of this transaction rows may be changed."""
    for table in KINDS:
        if connection.dialect.name == "sqlite":
            for what in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER IF EXISTS {table.name}_no_{what}"))
        else:
            connection.execute(text(f"DROP TRIGGER IF EXISTS {table.name}_only_grows ON {table.name}"))


def _leave_nothing_behind(engine: Engine) -> None:
    """Write the file anew without its free pages, and empty its log. A PostgreSQL server writes its own log over in its
    own time; nothing here can do that for it."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        raw = connection.connection.driver_connection
        if engine.dialect.name == "sqlite" and raw is not None:
            if raw.in_transaction:  # ours begins one by itself
                raw.rollback()
            raw.execute("VACUUM")
            busy, _, _ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise ValueError("somebody is reading the record; wait a moment and try again")
        else:
            # The planner's statistics keep samples of what stood in a column: they are gathered anew, too.
            connection.exec_driver_sql("VACUUM (FULL, ANALYZE) matches, entries")


# ---- one match


def _rewrite_match(connection: Connection, row: Row[Any], gone: Named) -> bool:
    """Write a match anew where it has one of the names; whether it had."""
    log = connection.execute(select(entries).where(entries.c.match_id == row.id).order_by(entries.c.number)).all()
    renames = [entry for entry in log if isinstance(entry.entry, str) and entry.entry.startswith(NAMING)]
    header = seals.agreed(row.header)
    texts = [row.header, *(entry.entry for entry in renames)]
    if not any(gone(name) for words in texts for name in _names_in(words)):
        return False
    sound = header is not None and seals.is_sealed(row) and _holds(row.seal, log)
    replaced = _replaced(texts, gone)
    written = dict(zip([None, *(entry.number for entry in renames)], replaced, strict=True))
    seal = seals.seal(row.number, row.id, row.game, float(row.created), written[None]) if sound else row.seal
    connection.execute(matches.update().where(matches.c.number == row.number).values(header=written[None], seal=seal))
    chain, changed = seal, []
    for entry in log:
        words = written.get(entry.number, entry.entry)
        chain = seals.link(chain, words) if sound else entry.chain
        if (words, chain) != (entry.entry, entry.chain):
            changed.append({"its_number": entry.number, "entry": words, "chain": chain})
    if changed:
        here = (entries.c.match_id == row.id) & (entries.c.number == bindparam("its_number"))
        connection.execute(entries.update().where(here), changed)  # all of them at once: a game has hundreds
    return True


def _holds(chain: str, log: Iterable[Row[Any]]) -> bool:
    for expected, entry in enumerate(log):
        if not isinstance(entry.entry, str):
            return False
        chain = seals.link(chain, entry.entry)
        if entry.number != expected or entry.chain != chain:
            return False
    return True


def _names_in(words: Any) -> list[str]:
    """The names in the text of a header, a rename or a join; none where it is damaged."""
    try:
        plain = json.loads(words)
        joins = [plain["join"]] if "join" in plain else []
        teams = [team["name"] for team in plain.get("agreed", {}).get("teams", [])]
        found = [*plain.get("seats", []), *plain.get("rename", []), *joins, *teams]
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return []
    return [name for name in found if isinstance(name, str)]


def _replaced(texts: Sequence[str], gone: Named) -> list[str]:
    """The texts with other names, so that every rename still changes something and no two players are called alike."""
    taken = {name for words in texts for name in _names_in(words) if not gone(name)}
    seen: list[tuple[str, ...]] = []
    return [
        _without(words, place, gone, taken, seen) if _names_in(words) else words for place, words in enumerate(texts)
    ]


def _without(words: str, place: int, gone: Named, taken: set[str], seen: list[tuple[str, ...]]) -> str:
    """One text with other names. ``place``: which text of the match it is; ``taken``: others' names; ``seen``: how the
    table was called before, to which this one's names are added."""
    plain = json.loads(words)
    for key in ("seats", "rename"):
        if key in plain:
            plain[key] = _fresh(plain[key], gone, taken, seen)
    if "join" in plain and gone(plain["join"]):
        plain["join"] = _nobody(place, 2, taken)
    for number, team in enumerate(plain.get("agreed", {}).get("teams", []), 1):
        team["name"] = f"Team {number}" if gone(team["name"]) else team["name"]
    return as_text(plain)


def _fresh(names: Sequence[str], gone: Named, taken: set[str], seen: list[tuple[str, ...]]) -> list[str]:
    """The names of a table as it was not called before in this match, where anybody has to be called otherwise."""
    now = tuple(names)
    attempt = 0
    while any(map(gone, now)) or (now in seen and any(map(gone, names))):
        now = tuple(_nobody(seat, attempt, taken) if gone(name) else name for seat, name in enumerate(names))
        attempt += 1
    seen.append(now)
    return list(now)


def _nobody(seat: int, attempt: int, taken: set[str]) -> str:
    """What a seat is called whose player is forgotten: as one is that never had a name."""
    name = f"Player {seat + 1}" if not attempt else f"Somebody {seat + 1 + 100 * (attempt - 1)}"
    while name in taken:
        name = f"Somebody {int(name.rpartition(' ')[2]) + 1000}"
    return name
