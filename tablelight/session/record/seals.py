"""What makes a changed row found and named.

A match's seal is the SHA-256 of its whole row: the form of the record, its place in the order, id, game, beginning and
header. The chain of its entries starts at the seal: each link is the SHA-256 of the link before and the entry's text.
"""

import hashlib
import json
import math
from typing import Any

FORM = 2
"""The form of the record that these seals are of; in every seal, so that no row passes for one of another form."""

_LATEST = 1e11
"""Unix time in seconds that no match begins after; what lies beyond is no time."""


def seal(number: int, match_id: str, game: str, created: float, header: str) -> str:
    """The seal of a match."""
    return _sha256(json.dumps([FORM, number, match_id, game, created, header]))


def link(before: str, text: str) -> str:
    """The link of an entry to what was before it: the link of the entry before, or the seal of the match."""
    return _sha256(f"{before}\n{text}")


def is_sealed(row: Any) -> bool:
    """Whether a row of ``matches`` is as it was written. A damaged file may hold anything in any column."""
    texts = (row.id, row.game, row.header, row.seal)
    if not all(isinstance(part, str) for part in texts) or not isinstance(row.number, int) or not is_time(row.created):
        return False
    return bool(row.seal == seal(row.number, row.id, row.game, float(row.created), row.header))


def is_time(value: Any) -> bool:
    """Whether a value is a time that calendars know (s, Unix time)."""
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    return known and math.isfinite(value) and 0 <= value < _LATEST


def agreed(header: Any) -> dict[str, Any] | None:
    """The header that a text holds; None where it is no header of a match."""
    try:
        plain = json.loads(header)
    except (ValueError, TypeError, RecursionError):
        return None
    if not isinstance(plain, dict) or not isinstance(plain.get("game"), str):
        return None
    seats = plain.get("seats")
    return plain if isinstance(seats, list) and all(isinstance(name, str) for name in seats) else None


def _sha256(text: str) -> str:
    # Bytes that were no text when they were read stand as halves of characters; they give a sum as well.
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
