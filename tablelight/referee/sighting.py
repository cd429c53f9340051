"""What a camera sees of a board, as the reducer for pieces takes it.

Without switches the camera says where pieces are and whose. With them the switches say where, for they feel a piece
even in the dark and under a hand, and the camera says whose. What is unclear is taken to be as it was.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.components.lights import Spot
from engine.core.events import Seat
from engine.inference.observation import SOMEBODY
from tablelight.referee.inputs import BoardObservation, BoardSighting
from tablelight.referee.state import PieceMemory


def sighted(memory: PieceMemory, board: Mapping[Spot, Seat], seen: BoardSighting) -> PieceMemory:
    """What is known once the camera has said whose pieces there are; a space whose piece changed was touched, and one
    that looks as if it was: switches would have felt it leave and come back."""
    told = {spot: seat for spot, seat in seen.whose.items() if seat != SOMEBODY}
    before = {**board, **memory.whose}
    exchanged = {spot for spot, seat in told.items() if spot in before and before[spot] != seat}
    unclear = frozenset() if memory.felt else seen.unclear
    stirred = frozenset() if memory.felt else seen.stirred
    return replace(
        memory,
        whose=told,
        unclear=unclear,
        chances=seen.chances,
        touched=memory.touched | exchanged | stirred,
        retouched=memory.retouched | stirred,
    )


def observation_of(memory: PieceMemory, board: Mapping[Spot, Seat], seen: BoardSighting) -> BoardObservation:
    """Which spaces hold something: by the switches, where there are any."""
    before = memory.occupied if memory.occupied is not None else frozenset(board)
    if memory.felt:
        return BoardObservation(before, quiet=True)
    return BoardObservation(frozenset(seen.whose) | (before & seen.unclear), quiet=True, long=seen.long)


def disagreeing(memory: PieceMemory, seen: BoardSighting) -> tuple[Spot, ...]:
    """The spaces that the switches have occupied and the camera has empty, or the other way round."""
    if not memory.felt or memory.occupied is None:
        return ()
    return tuple(sorted((memory.occupied ^ frozenset(seen.whose)) - seen.unclear - memory.ignored))
