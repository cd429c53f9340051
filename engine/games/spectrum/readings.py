"""From what sensors and camera see to what happened (SB part F.3).

Every legal way on from the last accepted position is walked until the board looks as it was seen. A captured pawn in
somebody's hand is a position like any other, because the game waits for its placement.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.events import Event, Move, Seat
from engine.core.verdict import Verdict, no
from engine.games.spectrum.board import NAME, STOCK_NAME
from engine.games.spectrum.events import Activate, Choose, Done, Go, Place, Rolled, Swap
from engine.games.spectrum.position import occupied_spots
from engine.games.spectrum.state import State
from engine.inference.board import differs, looks_like, wrong
from engine.inference.observation import MOST_NAMED, Explanation, Looked, Seen, which_explanation

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum

MOST_STATES = 4000
"""Positions looked at before a search gives up; far more than any turn by hand needs."""
MOST_EVENTS = 9
Occupied = Mapping[str, Seat]


def readings(game: "Spectrum", state: State, seen: Seen) -> list[tuple[Event, ...]]:
    """What may have happened, best first: fewest events, then what leaves the player most rights.

    ``[()]`` when nothing happened. Readings that lead to the same position and rights are one.
    """
    dice = seen.d12 if game.options.dice == "d12" else seen.d6
    if state.phase == "roll" and dice is not None and game.options.dice != "cards":
        roll = Rolled(dice, source=seen.source)
        return [(roll,)] if game.judge(state, roll).ok else []
    if seen.occupied is None:
        return []
    if looks_like(occupied_spots(state), seen.occupied):
        return [()]
    # A captured pawn that was placed is mostly still there; only else may it have been moved or captured again.
    found = list(_search(game, state, seen.occupied, stays=True)) or list(
        _search(game, state, seen.occupied, stays=False)
    )
    return [events for _, events in sorted(found, key=lambda item: item[0])]


def _search(
    game: "Spectrum", start: State, seen: Occupied, *, stays: bool
) -> Iterator[tuple[tuple[int, int, int], tuple[Event, ...]]]:
    front: list[tuple[State, tuple[Event, ...]]] = [(start, ())]
    known, looked = {start}, 0
    for depth in range(1, MOST_EVENTS + 1):
        after_front: list[tuple[State, tuple[Event, ...]]] = []
        for state, events in front:
            for move in _worth_trying(game, state, seen, stays=stays):
                after = game.result(state, move)
                looked += 1
                if looked > MOST_STATES:
                    return
                if after in known:
                    continue
                known.add(after)
                way = (*events, move)
                if looks_like(occupied_spots(after), seen):
                    length = sum(len(e.path) for e in way if isinstance(e, Go))
                    yield (depth, length, -len(after.plans)), way
                if after.turns == start.turns and after.phase in ("move", "place"):
                    after_front.append((after, way))
        front = after_front


def _worth_trying(game: "Spectrum", state: State, seen: Occupied, *, stays: bool) -> Iterator[Move]:
    """Legal moves that begin, capture or end where the board differs from what was seen; ``stays``: so do placed pawns.

    A pawn may come back to where it began, having captured on the way there.
    """
    board = occupied_spots(state)
    changed = {spot for spot in board.keys() | seen.keys() if differs(board, seen, spot)}
    for move in game.moves(state):
        if isinstance(move, Go):
            captured = move.path[-1] in board or any(spot in board and spot in changed for spot in move.path)
            if move.origin in changed or move.path[-1] in changed or captured or move.origin == STOCK_NAME:
                yield move
        elif isinstance(move, Place):
            if move.to == STOCK_NAME or move.to in seen or not stays:
                yield move
        elif isinstance(move, Swap) and changed & {move.a, move.b}:
            yield move
        elif isinstance(move, (Choose, Done, Activate)):
            continue


@dataclass(frozen=True, slots=True)
class Question:
    """Several readings lead to different positions: what to ask. ``spots`` tell them apart."""

    readings: tuple[tuple[Event, ...], ...]
    spots: tuple[str, ...]


def question(game: "Spectrum", state: State, found: list[tuple[Event, ...]]) -> Question | None:
    """What to ask when readings differ in the position; None when the first of them can simply be accepted."""
    ends: dict[tuple[object, ...], tuple[tuple[Event, ...], dict[str, int]]] = {}
    for events in found:
        after = state
        for event in events:
            after = game.result(after, event)
        ends.setdefault((after.pawns, after.stars, after.stock, after.captives), (events, occupied_spots(after)))
    if len(ends) < 2:
        return None
    boards = [board for _, board in ends.values()]
    spots = [spot for spot in NAME if len({board.get(spot) for board in boards}) > 1]
    return Question(tuple(events for events, _ in ends.values()), tuple(spots))


def _on_its_way(game: "Spectrum", state: State, seen: Occupied) -> Verdict | None:
    """A board as it looks while a pawn stops over in the middle of a legal whole move: nobody is at fault (D-41).

    What it still differs in is told too, as from every board that no event explains yet.
    """
    board = occupied_spots(state)
    moves = [move for move in game.moves(state) if isinstance(move, Go) and len(move.path) > 1]
    for at in seen:
        ways = [move for move in moves if at in move.path[:-1] and at not in move.jumped]
        here = [move for move in ways if looks_like(_stopped_over(board, move, at), seen)]
        if here:
            ends = tuple(dict.fromkeys(move.path[-1] for move in here))[:MOST_NAMED]
            pawn = here[0].origin
            missing = tuple(spot for spot in board if spot not in seen)
            return no("ON_ITS_WAY", "D-41", at, *missing, pawn=pawn, at=at, ends=ends, extra=(at,), missing=missing)
    return None


def _stopped_over(board: Occupied, move: Go, at: str) -> dict[str, Seat]:
    return {**{spot: seat for spot, seat in board.items() if spot != move.origin}, at: move.seat}


def look(game: "Spectrum", state: State, seen: Occupied) -> Looked:
    """What to make of the pawns that are seen (SB part F.3): the best of several readings that end alike is taken."""
    found = readings(game, state, Seen(occupied=seen))
    if not found:
        return Looked((), wrong=_on_its_way(game, state, seen) or wrong(occupied_spots(state), seen, "SB-F3-6"))
    asked = question(game, state, found)
    ways = tuple(map(Explanation, asked.readings if asked else found))
    return Looked(ways, which_explanation(ways, game.awaiting(state).seats, asked.spots) if asked else None)
