"""Other ways in which the moves that were felt or seen may have gone.

Nobody at a table sees over which spaces a pawn went. Where two ways end alike, the rules may still leave different
things to do: one has used all the dice, the other has not. The likelier one counts, and the others stay possible until
something comes that only one of them explains; then people are asked.
"""

from collections.abc import Sequence
from contextlib import suppress

from engine.core.errors import EngineError
from engine.core.events import Entry, Undo
from engine.core.match import Match
from engine.inference.observation import Observation
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.piece_places import owners
from tablelight.referee.read_entries import ReadAt, latest_moves

MOST = 12
"""Ways followed at most. Chosen by hand: more than two ways were not met in 1,400 moves."""

_Ways = dict[object, tuple[Entry, ...]]


def other_ways(match: Match, read_at: ReadAt) -> list[tuple[Entry, ...]]:
    """What takes the latest moves back, and has those that were read from the board go another way: to a position that
    looks the same and leaves other things to do. Empty where there is none; what people said stays as they said it."""
    moves = latest_moves(match.log, read_at)
    if not moves:
        return []
    back = Undo(moves[0][0])
    start = with_entries(match, (back,))
    ways: _Ways = {start.state: ()}
    for begin, end, read in moves:
        then = match.at(end)
        ways = _one_further(start, ways, then) if read else _with_said(start, ways, then.log[begin:])
    return [(back, *events) for state, events in ways.items() if state != match.state]


def _with_said(start: Match, ways: _Ways, said: Sequence[Entry]) -> _Ways:
    """Every way after which this was legal, with it."""
    further: _Ways = {}
    for events in ways.values():
        with suppress(EngineError):
            further.setdefault(with_entries(start, (*events, *said)).state, (*events, *said))
    return further


def _one_further(start: Match, ways: _Ways, then: Match) -> _Ways:
    """Every way gone on so that the board looks as it did ``then``."""
    looks, board = then.game.outward(then.state), owners(then)
    further: _Ways = {}
    for events in list(ways.values())[:MOST]:
        here = with_entries(start, events)
        for more in here.game.explanations(here.state, Observation(occupied=board, source="sensor")):
            try:
                after = with_entries(here, more)
            except EngineError:
                continue
            if more and after.game.outward(after.state) == looks:
                further.setdefault(after.state, (*events, *more))
    return further
