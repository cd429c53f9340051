"""Which entries of a log were read from the board, rather than said by somebody."""

from engine.core.events import Entry, Move
from engine.core.match import Match

ReadAt = tuple[tuple[int, int], ...]
"""Which entries of the log were read from the board, by where each reading's entries begin and end; oldest first."""


def with_reading(read_at: ReadAt, before: Match, entries: tuple[Entry, ...]) -> ReadAt:
    """The same once these entries, added to ``before``, were read from the board."""
    at = len(before.log)
    if not all(isinstance(entry, Move) for entry in entries):
        return ()
    return (*latest(read_at, at), (at, at + len(entries)))


def latest(read_at: ReadAt, length: int) -> ReadAt:
    """Those readings after which nothing else was entered, up to ``length`` entries."""
    found: list[tuple[int, int]] = []
    for begin, end in reversed(read_at):
        if end != (found[-1][0] if found else length):
            break
        found.append((begin, end))
    return tuple(reversed(found))
