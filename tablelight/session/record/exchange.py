"""A match as a file that people keep, send and bring in again: JSON lines, the header first, then every entry."""

import codecs
import json
import math
from dataclasses import dataclass
from typing import Any

from engine.core.language import Deferred, later
from tablelight.session.record.store import Record
from tablelight.session.record.trouble import RecordTrouble

MOST_BYTES = 2_000_000
MOST_ENTRIES = 20_000
MOST_PLAYERS = 99
MOST_LETTERS = 80
"""Of a player's name."""

_NO_EXPORT = later(
    "That is no saved game: its first line should tell which game it is. Choose a file that was saved here."
)


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match read from a file: its header, its entries, and when it began (s, Unix time); nothing is judged yet."""

    header: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    created: float | None = None


def written(record: Record, match_id: str) -> str:
    """A recorded match as text. Raises RecordTrouble."""
    head = {"tablelight": "match", "created": record.created(match_id), "header": record.header(match_id)}
    lines = [head, *record.entries(match_id)]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def read(content: bytes) -> SavedMatch:
    """The match of ``written``. Raises RecordTrouble with a sentence for whatever else it may be."""
    if len(content) > MOST_BYTES:
        raise RecordTrouble(
            Deferred("That file is too large for a saved game: at most {number} MB.", number=MOST_BYTES // 1_000_000)
        )
    # An editor may put a mark before the first line; a name may have signs in it that other programs end lines at.
    lines = content.removeprefix(codecs.BOM_UTF8).split(b"\n")
    plain = [_object(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not plain or plain[0].get("tablelight") != "match" or not isinstance(plain[0].get("header"), dict):
        raise RecordTrouble(Deferred(_NO_EXPORT))
    if len(plain) - 1 > MOST_ENTRIES:
        raise RecordTrouble(
            Deferred(
                "That game has {number} steps; at most {most_entries} can be brought in.",
                number=f"{len(plain) - 1:,}",
                most_entries=f"{MOST_ENTRIES:,}",
            )
        )
    header, created = plain[0]["header"], plain[0].get("created")
    _check_names(header.get("seats"))
    known = isinstance(created, (int, float)) and not isinstance(created, bool) and math.isfinite(created)
    return SavedMatch(header, tuple(plain[1:]), float(created) if known and 0 <= created < 1e11 else None)


def _object(number: int, line: bytes) -> dict[str, Any]:
    try:
        plain = json.loads(line.decode("utf-8"))
        json.dumps(plain, ensure_ascii=False, allow_nan=False).encode("utf-8")  # what cannot be written is no text
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, dict):
        raise RecordTrouble(
            Deferred(_NO_EXPORT)
            if number == 1
            else Deferred("Line {number} of that file is damaged; nothing was added.", number=number)
        )
    return plain


def _check_names(seats: Any) -> None:
    if not isinstance(seats, list) or not 1 <= len(seats) <= MOST_PLAYERS:
        raise RecordTrouble(
            Deferred("That file should name 1 to {most_players} players; nothing was added.", most_players=MOST_PLAYERS)
        )
    if not all(isinstance(name, str) and len(name) <= MOST_LETTERS for name in seats):
        raise RecordTrouble(
            Deferred("A player's name may have {most_letters} letters; nothing was added.", most_letters=MOST_LETTERS)
        )
