"""The rows of a record: how matches, entries and marks are written in a transaction, and read back sound.

Times are seconds of Unix time. Whoever calls these holds the transaction and says what the database refuses.
"""

import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, func, select

from engine.core.language import Deferred, later
from tablelight.session.record import seals
from tablelight.session.record.schema import ASIDE, BACK, BROKEN, CLOCK, DELETED, FINISHED, entries, marks, matches
from tablelight.session.record.trouble import GameDamaged, RecordTrouble

HEADER_CHANGED = later(
    "Who plays game {match_id}, and by which rules, was changed or damaged after it was written. Set it aside, or "
    "bring the record back from a copy: tablelight restore."
)
ENTRY_CHANGED = later(
    "Entry {number} of game {match_id} was changed or lost after it was written. Nothing was overwritten. Set it "
    "aside, or bring the record back from a copy: tablelight restore."
)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """One match of the record in a line: who played what, since when (s, Unix time), how many entries it has.

    ``fault``: why it cannot be told who played; then there are no ``seats``, and the rest may be anything.
    """

    match_id: str
    game: str
    seats: tuple[str, ...]
    created: float
    length: int
    finished: bool
    fault: str = ""


def off_the_list() -> Select[tuple[str]]:
    """The matches that were deleted or set aside and did not come back since."""
    later = marks.alias("later")
    came_back = (
        select(later.c.number)
        .where(later.c.match_id == marks.c.match_id, later.c.kind == BACK, later.c.number > marks.c.number)
        .exists()
    )
    return select(marks.c.match_id).where(marks.c.kind.in_((DELETED, ASIDE)), ~came_back)


def sound_row(connection: Connection, match_id: str) -> Row[Any]:
    """A match's own row. Raises RecordTrouble where there is none, or where it was tampered with."""
    row = connection.execute(select(matches).where(matches.c.id == match_id)).first()
    if row is None:
        raise RecordTrouble(Deferred("There is no match {match_id} in this record.", match_id=match_id))
    if row.id != match_id or not seals.is_sealed(row) or seals.agreed(row.header) is None:
        raise GameDamaged(match_id, Deferred(HEADER_CHANGED, match_id=match_id))
    return row


def agreed_header(row: Row[Any]) -> dict[str, Any]:
    """What was agreed on when a sound row's match began."""
    return seals.agreed(row.header) or {}


def match_card(row: Row[Any]) -> MatchCard:
    """A row of a match, with its ``length`` and whether it is ``over``, as people are told of it."""
    header = seals.agreed(row.header) if seals.is_sealed(row) else None
    if header is None:
        fault = Deferred(HEADER_CHANGED, match_id=row.id)
        created = float(row.created) if seals.is_time(row.created) else 0.0
        return MatchCard(str(row.id), str(row.game), (), created, int(row.length), bool(row.over), fault)
    return MatchCard(row.id, row.game, tuple(header["seats"]), float(row.created), row.length, bool(row.over))


def insert_match(connection: Connection, header: dict[str, Any], created: float) -> tuple[str, str]:
    """Write a match's own row; returns its id and its seal."""
    match_id, game, text = uuid.uuid4().hex[:12], header["game"], as_text(header)
    number = next_number(connection, matches)
    seal = seals.seal(number, match_id, game, float(created), text)
    row = {"number": number, "id": match_id, "game": game, "created": created, "header": text, "seal": seal}
    connection.execute(matches.insert().values(**row))
    return match_id, seal


def next_number(connection: Connection, table: Table) -> int:
    """The number of a table's next row."""
    return int(connection.execute(select(func.max(table.c.number))).scalar() or 0) + 1


def insert_entries(
    connection: Connection, match_id: str, seal: str, log: Iterable[dict[str, Any]], times: Iterable[float]
) -> None:
    """Write a whole log behind a match\'s own row, whose seal its chain begins with. ``times``: when each came."""
    chain, rows = seal, []
    for number, (entry, at) in enumerate(zip(log, times, strict=False)):
        text = as_text(entry)
        chain = seals.link(chain, text)
        rows.append({"match_id": match_id, "number": number, "at": at, "entry": text, "chain": chain})
    if rows:
        connection.execute(entries.insert(), rows)


def end_once(connection: Connection, match_id: str | None, kind: str, now: float) -> None:
    """Write down that a match is not resumed any more, unless it says so already. No match is nothing to do."""
    over = select(marks.c.number).where(marks.c.match_id == match_id, marks.c.kind.in_((FINISHED, BROKEN)))
    if match_id is not None and not connection.execute(over).first():
        insert_mark(connection, match_id, kind, now)


def insert_mark(connection: Connection, match_id: str, kind: str, now: float) -> None:
    """Write down what became of a match, with how many entries it had then."""
    length = connection.execute(select(func.count()).where(entries.c.match_id == match_id)).scalar()
    row = {"match_id": match_id, "kind": kind, "at": now, "length": length}
    connection.execute(marks.insert().values(number=next_number(connection, marks), **row))


def times_of(connection: Connection, match_id: str) -> list[float]:
    """When each entry of a match was written."""
    rows = connection.execute(select(entries.c.at).where(entries.c.match_id == match_id).order_by(entries.c.number))
    return [float(row.at) for row in rows]


def clock_marks_of(connection: Connection, match_id: str) -> list[tuple[str, float]]:
    """What was said to a match's clock, and when, in the order in which it was written."""
    said = marks.c.kind.like(f"{CLOCK}%")
    rows = connection.execute(select(marks).where(marks.c.match_id == match_id, said).order_by(marks.c.number))
    return [(str(row.kind).removeprefix(CLOCK), float(row.at)) for row in rows]


def insert_clock_marks(connection: Connection, match_id: str, said: Iterable[tuple[str, float]]) -> None:
    """Write down what was said to a match's clock, and when."""
    for what, at in said:
        insert_mark(connection, match_id, f"{CLOCK}{what}", at)


def as_text(entry: dict[str, Any]) -> str:
    """A header or an entry as it is written and sealed: the shortest JSON."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
