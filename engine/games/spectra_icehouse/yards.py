"""Where pyramids stand on a printed sheet: six yards, each with nine places for trees and sixteen for other pieces.

Trees need not be stacked: only one of each size counts (D-SPA-02), and side by side each piece stays in sight.
"""

from engine.components.lights import Spot
from engine.core.events import Seat

YARDS = "ABCDEF"
"""Three above, three below; a yard is a square of places."""
SIDE, TREE_SIDE = 5, 3
"""Places along a yard, and along the corner of it in which trees grow."""
TREE_PLACES, PLACES = TREE_SIDE**2, SIDE**2
_TWO_YARDS_EACH = 3


def yards_of(seat: Seat, seats: int) -> tuple[str, ...]:
    """The yards of a player, that with the trees first; up to three players have the one below as well."""
    own = YARDS[seat]
    return (own, YARDS[seat + _TWO_YARDS_EACH]) if seats <= _TWO_YARDS_EACH else (own,)


def tree_places(seat: Seat, seats: int) -> tuple[Spot, ...]:
    """The places of a player's trees."""
    own, *_ = yards_of(seat, seats)
    return tuple(f"{own}{n}" for n in range(1, TREE_PLACES + 1))


def loose_places(seat: Seat, seats: int) -> tuple[Spot, ...]:
    """The places of a player's other pieces."""
    own, *more = yards_of(seat, seats)
    rest = tuple(f"{own}{n}" for n in range(TREE_PLACES + 1, PLACES + 1))
    return rest + tuple(f"{yard}{n}" for yard in more for n in range(1, PLACES + 1))


def at_in_yard(number: int) -> tuple[int, int]:
    """Column and row of place ``number`` (from 1) in its yard: the trees' corner first, then row by row."""
    if number <= TREE_PLACES:
        return (number - 1) % TREE_SIDE, (number - 1) // TREE_SIDE
    rest = [(x, y) for y in range(SIDE) for x in range(SIDE) if x >= TREE_SIDE or y >= TREE_SIDE]
    return rest[number - TREE_PLACES - 1]
