"""What moves alter and rely on, so that one can tell whether two of them end alike in either order (D-37)."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.spectrum.board import BIT, mask_of
from engine.games.spectrum.state import Path


class Footprint(NamedTuple):
    """Of a move: the spaces it alters, those it relies on (masks), whether it takes the last pawn of the stock."""

    changed: int
    needed: int
    last_pawn: bool = False


def footprint_of(path: Path) -> Footprint:
    """What a whole move alters, where it begins and ends, and all it relies on."""
    origin, spaces, _ = path
    ends = BIT[spaces[-1]] | (BIT[origin] if origin >= 0 else 0)
    return Footprint(ends, ends | mask_of(spaces))


def with_captures(footprint: Footprint, path: Path, others: int) -> Footprint:
    """The footprint of a move walked space by space: it captures pawns of ``others``, a mask, on its way too."""
    return footprint._replace(changed=footprint.changed | footprint.needed & others & ~mask_of(path[2]))


def commutes_with_some(footprints: Iterable[Footprint], footprint: Footprint, entering: bool) -> bool:
    """Whether a move leaves alone what some other one relies on, and the other way round: both orders end alike.

    ``entering``: whether the move takes a pawn from the stock.
    """
    ends, needs, _ = footprint
    for changed, needed, last_pawn in footprints:
        if not (changed & needs or needed & ends or (last_pawn and entering)):
            return True
    return False
