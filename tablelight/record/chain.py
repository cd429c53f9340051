"""The hash chain: every entry carries the SHA-256 of the one before and of itself, so that a changed past shows."""

import json
from collections.abc import Mapping
from hashlib import sha256


def canonical(data: object) -> str:
    """The one JSON text of some data: keys sorted, no spaces, plain ASCII.

    Raises ValueError for what JSON cannot hold.
    """
    try:
        return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"this cannot be written down as JSON: {error}") from error


def canonical_object(data: object, what: str) -> str:
    """The text of a JSON object. Raises ValueError for anything else."""
    if not isinstance(data, Mapping):
        raise ValueError(f"{what} must be a JSON object, not {type(data).__name__}")
    return canonical(dict(data))


def header_hash(match_id: str, game: str, created: float, header: str) -> str:
    """Where a match's chain begins; ``header`` is its canonical text."""
    return sha256(canonical([match_id, game, created, header]).encode()).hexdigest()


def entry_hash(before: str, index: int, time: float, origin: str, entry: str, picture: str | None) -> str:
    """The next link; ``entry`` is its canonical text."""
    return sha256(canonical([before, index, time, origin, entry, picture]).encode()).hexdigest()
