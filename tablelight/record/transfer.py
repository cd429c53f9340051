"""A match as JSON lines, and back: the same entries, the same chain."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import insert, select

from tablelight.record.chain import canonical, canonical_object, entry_hash, header_hash
from tablelight.record.schema import entries, finishes, matches
from tablelight.record.store import Record

FORMAT = "tablelight-record"
VERSION = 1


class ImportRefused(ValueError):  # noqa: N818 - named as people would say it
    """The lines are no whole, unchanged match; nothing was added."""


def export_lines(record: Record, match_id: str) -> Iterator[str]:
    """The match as JSON, one object a line: first what it is, then its entries. Raises UnknownMatch, RecordTrouble."""
    match = record.match(match_id)
    head = {"format": FORMAT, "version": VERSION, "id": match.id, "game": match.game, "created": match.created}
    yield canonical({**head, "header": match.header, "chain": match.chain, "finished": match.finished})
    for e in record.entries(match_id):
        row = {"index": e.index, "time": e.time, "origin": e.origin, "entry": e.entry}
        yield canonical({**row, "picture": e.picture, "chain": e.chain})


def import_lines(record: Record, lines: Iterable[str]) -> str:
    """Adds an exported match, whole or not at all, and gives its id. Raises ImportRefused, RecordTrouble."""
    head, rows = _read(lines)
    with record.writing() as connection:
        if connection.execute(select(matches.c.id).where(matches.c.id == head["id"])).first():
            raise ImportRefused(f"there is already a match {head['id']} in the record")
        row = {name: head[name] for name in ("id", "game", "created", "header", "chain")}
        connection.execute(insert(matches).values(row))
        if rows:
            connection.execute(insert(entries), [{**row, "match_id": head["id"]} for row in rows])
        if head["finished"] is not None:
            connection.execute(insert(finishes).values(match_id=head["id"], time=head["finished"]))
    return head["id"]


def _read(lines: Iterable[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, line = next(numbered, (1, ""))
    head = _object(number, line)
    if head.get("format") != FORMAT or head.get("version") != VERSION:
        raise ImportRefused(f"line {number} does not begin a match in the form {FORMAT} {VERSION}")
    try:
        _texts(head["id"], head["game"])
        head["header"] = canonical_object(head["header"], "the header")
        head["created"] = float(head["created"])
        head["finished"] = None if head["finished"] is None else float(head["finished"])
        true = header_hash(head["id"], head["game"], head["created"], head["header"])
        rows, before = [], head["chain"]
    except (KeyError, TypeError, ValueError) as error:
        raise ImportRefused(f"line {number} lacks something or has it in another form: {error}") from error
    if before != true:
        raise ImportRefused(f"line {number} was changed after it was written: its hash does not fit")
    for number, line in numbered:
        row = _entry(number, _object(number, line), len(rows), before)
        before = row["chain"]
        rows.append(row)
    return head, rows


def _entry(number: int, row: dict[str, Any], index: int, before: str) -> dict[str, Any]:
    try:
        text, time = canonical_object(row["entry"], "an entry"), float(row["time"])
        _texts(row["origin"], row["picture"] or "")
        whole = row["index"] == index and row["chain"] == entry_hash(
            before, index, time, row["origin"], text, row["picture"]
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ImportRefused(f"line {number} lacks something or has it in another form: {error}") from error
    if not whole:
        raise ImportRefused(f"line {number} is not entry {index} as it was written: lines are missing or changed")
    return {
        "index": index,
        "time": time,
        "origin": row["origin"],
        "entry": text,
        "picture": row["picture"],
        "chain": row["chain"],
    }


def _texts(*values: object) -> None:
    if not all(isinstance(value, str) for value in values):
        raise TypeError("a text was expected")


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise ImportRefused(f"line {number} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ImportRefused(f"line {number} is not a JSON object")
    return found
