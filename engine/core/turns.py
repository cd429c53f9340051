"""The turns of a match: whose they were, where they stand in the log, and what they brought."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from engine.core.events import Event, Move, Seat
from engine.core.game import Game
from engine.core.match import Match

FEWEST_TURNS = 4
"""Turns that brought something before one of them can be great. Chosen by hand."""

Position = tuple[int, Event, Any]
"""An event that counts: its index in the log, itself, and the state after it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn. ``seat`` None: nobody's, as when cards are dealt to all. ``first``, ``last``: log indices of its first
    and last event that counts. ``before``, ``after``: the points of every seat."""

    seat: Seat | None
    first: int
    last: int
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def gain(self) -> float:
        """What it brought to whose turn it was; may be below zero."""
        return 0 if self.seat is None else self.after[self.seat] - self.before[self.seat]


@dataclass(frozen=True, slots=True)
class _Told:
    """The turns of some positions. ``starts``: the place among these at which each begins."""

    positions: tuple[Position, ...] = ()
    turns: tuple[Turn, ...] = ()
    starts: tuple[int, ...] = ()


_TOLD: "WeakKeyDictionary[Game[Any, Any], _Told]" = WeakKeyDictionary()
"""What was told last of each game that is played; every fork of a match has the same one."""


def turns(match: Match) -> tuple[Turn, ...]:
    """All turns so far, oldest first; the last one may go on. After an event only the last turn is worked out anew."""
    game, positions = match.agreed, tuple(match.positions)
    start, told = match.state_at(0), _TOLD.get(game, _Told())
    alike = _alike(told.positions, positions)
    if alike == len(told.positions) == len(positions):
        return told.turns
    kept = _turns_within(told, alike)
    begun = told.starts[kept] if kept < len(told.starts) else 0
    found, starts = list(told.turns[:kept]), list(told.starts[:kept])
    points = found[-1].after if found else _points(game, start)
    state = positions[begun - 1][2] if begun else start
    for first, end, seat in _runs(game, state, positions, begun):
        after = _points(game, positions[end - 1][2])
        found.append(Turn(seat, positions[first][0], positions[end - 1][0], points, after))
        starts.append(first)
        points = after
    _TOLD[game] = _Told(positions, tuple(found), tuple(starts))
    return tuple(found)


def best_turn(told: Sequence[Turn]) -> Turn | None:
    """The turn that brought most, the earliest of several; None where none brought anything. Only of use where more
    points are better (``Game.highest_wins``)."""
    best = max(told, key=lambda turn: turn.gain, default=None)
    return best if best is not None and best.gain > 0 else None


def great_turn(match: Match) -> Turn | None:
    """The turn that has just ended, where it brought more than any before it; None for all others, and where points
    are nothing to be glad of."""
    told = turns(match)
    if not told or not match.agreed.highest_wins or match.agreed.mover(match.state) == told[-1].seat:
        return None
    *before, last = told
    brought = [turn.gain for turn in before if turn.gain > 0]
    return last if len(brought) >= FEWEST_TURNS and last.gain > max(brought) else None


def _alike(before: Sequence[Position], now: Sequence[Position]) -> int:
    """How many positions at the beginning are the same ones."""
    count = 0
    for (index, _, state), (index_now, _, state_now) in zip(before, now, strict=False):
        if state is not state_now or index != index_now:
            break
        count += 1
    return count


def _turns_within(told: _Told, count: int) -> int:
    """How many turns are over within the first ``count`` positions; the one that may go on is none of them."""
    return sum(start < count for start in told.starts[1:]) if count else 0


def _runs(
    game: Game[Any, Any], state: Any, positions: Sequence[Position], begun: int
) -> list[tuple[int, int, Seat | None]]:
    """The turns from a position on: where each begins and ends (the first of the next), and whose it is."""
    runs: list[tuple[int, int, Seat | None]] = []
    over = True
    for place in range(begun, len(positions)):
        _, event, after = positions[place]
        seat = event.seat if isinstance(event, Move) else game.mover(state)
        if over or runs[-1][2] != seat:
            runs.append((place, place + 1, seat))
        else:
            runs[-1] = (runs[-1][0], place + 1, seat)
        over, state = game.ends_turn(event), after
    return runs


def _points(game: Game[Any, Any], state: Any) -> tuple[float, ...]:
    scores = game.scores(state)
    return tuple(scores.get(seat, 0) for seat in range(game.rules.seats))
