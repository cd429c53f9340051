"""A damaged record made whole again from everything that can still be read: the record itself and its copies.

Of each match the longest version counts that is as it was written, wherever it is found. A match that is nowhere sound
comes over as it is, and is said to be damaged. The file so far is kept beside the new one.
"""

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from engine.core.language import Deferred
from tablelight.session.record import older, seals
from tablelight.session.record.copies import copy_file, opened
from tablelight.session.record.database import BESIDE, WRITES, file_engine
from tablelight.session.record.schema import create, entries, marks, matches
from tablelight.session.record.store import Record
from tablelight.session.record.trouble import RecordTrouble
from vision.files import sync

_MATCH = ("number", "id", "game", "created", "header", "seal")
_ENTRY = ("number", "at", "entry", "chain")
_MARK = ("match_id", "kind", "at", "length")


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """What came of it: the matches that are sound, those that are not, and where the file so far is kept."""

    sound: int
    damaged: int
    kept: Path | None = None
    nothing_to_do: bool = False


@dataclass(slots=True)
class _Found:
    """One match as it was read somewhere."""

    row: SimpleNamespace
    log: list[tuple[Any, ...]]
    sound: bool


@dataclass(slots=True)
class _Gathered:
    """Everything that was found: the best version of each match, and what became of it."""

    best: dict[str, _Found] = field(default_factory=dict)
    marks: dict[tuple[Any, ...], None] = field(default_factory=dict)

    def add(self, found: _Found) -> None:
        known = self.best.get(found.row.id)
        if known is None or (found.sound, len(found.log)) > (known.sound, len(known.log)):
            self.best[found.row.id] = found


def restore(file: Path, sources: Iterable[Path]) -> RestoreOutcome:
    """Make a record anew at ``file`` from what ``sources`` hold, the likeliest first. Nobody may use it meanwhile.

    Raises RecordTrouble where nothing can be read, or nothing written; then everything is as it was.
    """
    gathered = _Gathered()
    for source in sources:
        with suppress(sqlite3.Error, OSError):
            _gather(source, gathered)
    if not gathered.best:
        raise RecordTrouble(
            Deferred("No game can be read, neither in the record nor in a copy of it. Nothing was changed.")
        )
    if _holds_all(file, gathered):
        return RestoreOutcome(len(gathered.best), 0, nothing_to_do=True)
    draft = file.with_name(f"{file.name}.restored")
    try:
        _remove(draft)
        _write(draft, gathered)
        whole = file.with_name(f"{file.name}.whole")
        copy_file(draft, whole)
        _remove(draft)
        kept = _move_away(file)
        whole.replace(file)
        sync(file.parent)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise RecordTrouble(
            Deferred("The record could not be written anew ({why}). Make room, then try again.", why=why)
        ) from error
    sound = sum(found.sound for found in gathered.best.values())
    return RestoreOutcome(sound, len(gathered.best) - sound, kept)


def _holds_all(file: Path, gathered: _Gathered) -> bool:
    """Whether a record is sound as it is, and has exactly what was found anywhere."""
    own = _Gathered()
    try:
        _gather(file, own)
        Record.open(file).close()
    except (sqlite3.Error, OSError, RecordTrouble):
        return False
    lengths = {match_id: len(found.log) for match_id, found in own.best.items() if found.sound}
    return lengths == {match_id: len(found.log) for match_id, found in gathered.best.items()}


# ---- reading what can be read


def _gather(source: Path, gathered: _Gathered) -> None:
    if not source.exists():
        return
    # Opening a file of SQLite may change it, and what is damaged is to be kept as it was.
    with TemporaryDirectory(dir=source.parent) as folder:
        twin = Path(folder) / "twin.db"
        for end in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(source.with_name(source.name + end), twin.with_name(twin.name + end))
        older.bring_up(twin)
        _gather_from(twin, gathered)


def _gather_from(file: Path, gathered: _Gathered) -> None:
    with opened(file) as connection:
        for row in _rows(connection, "matches", _MATCH):
            match = SimpleNamespace(**dict(zip(_MATCH, row, strict=True)))
            if not isinstance(match.id, str):
                continue
            log: list[tuple[Any, ...]] = []
            with suppress(sqlite3.Error):
                asked = f"SELECT {', '.join(_ENTRY)} FROM entries WHERE match_id = ? ORDER BY number"
                log.extend(connection.execute(asked, (match.id,)))
            gathered.add(_Found(match, log, seals.is_sealed(match) and _holds(match.seal, log)))
        for row in _rows(connection, "marks", _MARK):
            gathered.marks.setdefault(row)


def _rows(connection: sqlite3.Connection, table: str, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """The rows of a table that can be read: from the first one on, and from the last one back."""
    found: dict[Any, tuple[Any, ...]] = {}
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error):
            for number, *row in connection.execute(
                f"SELECT number, {', '.join(names)} FROM {table} ORDER BY number {order}"
            ):
                found.setdefault(number, tuple(row))
    return [found[number] for number in sorted(found, key=lambda n: (not isinstance(n, int), str(n).zfill(20)))]


def _holds(chain: str, log: list[tuple[Any, ...]]) -> bool:
    for expected, (number, _, entry, link) in enumerate(log):
        if not isinstance(entry, str):
            return False
        chain = seals.link(chain, entry)
        if number != expected or link != chain:
            return False
    return True


# ---- writing it anew


def _write(draft: Path, gathered: _Gathered) -> None:
    engine = file_engine(draft).execution_options(**{WRITES: True})
    try:
        with engine.begin() as connection:
            create(connection)
            taken: set[int] = set()
            for found in sorted(gathered.best.values(), key=_order):
                row, log = _numbered(found, taken)
                connection.execute(matches.insert().values(**row))
                if log:
                    connection.execute(entries.insert(), log)
            known = [mark for mark in gathered.marks if mark[0] in gathered.best]
            for number, mark in enumerate(known, 1):
                values = dict(zip(_MARK, mark, strict=True))
                connection.execute(marks.insert().values(number=number, **_row_values(values, marks)))
    finally:
        engine.dispose()


def _order(found: _Found) -> tuple[bool, int]:
    number = found.row.number
    return (False, number) if isinstance(number, int) else (True, 0)


def _numbered(found: _Found, taken: set[int]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A match's rows as they are; sealed anew where another match has its number already."""
    number, row = found.row.number, vars(found.row)
    fresh = number if isinstance(number, int) and number not in taken else max(taken, default=0) + 1
    taken.add(fresh)
    match = _row_values({**row, "number": fresh}, matches)
    chain, log = match["seal"], []
    if found.sound and fresh != number:
        chain = match["seal"] = seals.seal(fresh, row["id"], row["game"], float(row["created"]), row["header"])
    for place, (_, at, entry, link) in enumerate(found.log):
        chain = seals.link(chain, entry) if found.sound else link
        values = {"match_id": row["id"], "number": place, "at": at, "entry": entry, "chain": chain}
        log.append(_row_values(values, entries))
    return match, log


def _row_values(values: dict[str, Any], table: Any) -> dict[str, Any]:
    """Values that their columns take, whatever damage made of them."""
    out = {}
    for name, value in values.items():
        kind = table.c[name].type.python_type
        if kind is float:
            out[name] = float(value) if seals.is_time(value) else 0.0
        elif kind is int:
            out[name] = value if isinstance(value, int) else 0
        else:
            content = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")
            out[name] = content.decode("utf-8", "backslashreplace")
    return out


def _move_away(file: Path) -> Path | None:
    """Keep the file so far, and what SQLite has beside it, under another name."""
    if not file.exists():
        return None
    number = 1
    while (kept := file.with_name(f"{file.stem}-damaged-{number}{file.suffix}")).exists():
        number += 1
    for end in BESIDE:
        with suppress(FileNotFoundError):
            file.with_name(file.name + end).rename(kept.with_name(kept.name + end))
    file.rename(kept)
    return kept


def _remove(file: Path) -> None:
    for end in ("", *BESIDE):
        file.with_name(file.name + end).unlink(missing_ok=True)
