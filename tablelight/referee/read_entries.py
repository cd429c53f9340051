"""Which entries of a log were read from the board, rather than said by somebody."""

from collections.abc import Sequence

from engine.core.events import Entry, Move
from engine.core.match import Match

ReadAt = tuple[tuple[int, int], ...]
"""Where the entries of each reading begin and end in the log; oldest first."""

MOST = 12
"""Moves looked back at. Chosen by hand: a round of Spectrum Escape has eight, a turn of Spectrum hardly more."""


def with_reading(read_at: ReadAt, before: Match, entries: tuple[Entry, ...]) -> ReadAt:
    """The same once these entries, added to ``before``, were read from the board."""
    at = len(before.log)
    if not all(isinstance(entry, Move) for entry in entries):
        return read_at
    return (*read_at, (at, at + len(entries)))[-MOST:]


def latest_moves(log: Sequence[Entry], read_at: ReadAt) -> list[tuple[int, int, bool]]:
    """The latest moves since something else than a move was entered, from the first of them on that was read: where the
    entries of each begin and end, and whether they were read; oldest first."""
    begins = {end: begin for begin, end in read_at}
    found: list[tuple[int, int, bool]] = []
    at = len(log)
    while at > 0 and len(found) < MOST:
        begin = begins.get(at, at - 1)
        if not all(isinstance(entry, Move) for entry in log[begin:at]):
            break
        found.append((begin, at, at in begins))
        at = begin
    while found and not found[-1][2]:
        found.pop()
    return found[::-1]
