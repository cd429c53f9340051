"""Where tiles fit: which sides match, and every way a tile may lie (SPG-PLAY-01, SPG-PLAY-02, D-SPG-02)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.games.spectrangle.state import EMPTY_BOARD, TileBoard
from engine.games.spectrangle.tiles import BONUS, TILE_OF, TOUCHING, match

PLAIN_FIELDS = tuple(field for field, bonus in enumerate(BONUS) if bonus == 1)
"""Where the first tile may lie: fields without a bonus."""


@dataclass(frozen=True, slots=True)
class FittingRules:
    """What a table agreed on about tiles that touch.

    ``strict``: every touching side has to match, not one. ``ways``: each tile in all the ways it may lie, turned over
    as well where the table allows it.
    """

    strict: bool
    ways: Mapping[str, tuple[str, ...]]


Gap = tuple[int, tuple[tuple[int, str], ...]]
"""An empty field and what its neighbours show to it: (edge, colour)."""


@lru_cache(maxsize=256)
def gaps(board: TileBoard) -> tuple[Gap, ...]:
    """The empty fields that touch a tile."""
    out = []
    for field, tile in enumerate(board):
        around = () if tile else tuple((edge, board[n][edge]) for edge, n in TOUCHING[field] if board[n])
        if around:
            out.append((field, around))
    return tuple(out)


@cache
def ways_beside(around: tuple[tuple[int, str], ...], *, strict: bool) -> frozenset[str]:
    """Every tile, as it lies, that goes with what its neighbours show: all of it if ``strict``, else some of it.

    Worked out once for each of the few things that neighbours can show.
    """
    enough = all if strict else any
    return frozenset(way for way in TILE_OF if enough(match(way[edge], colour) for edge, colour in around))


def fits(rules: FittingRules, board: TileBoard, tile: str) -> Iterator[tuple[str, int]]:
    """Every way a tile fits on a board: the tile as it would lie, and the field."""
    ways = rules.ways[tile]
    if board == EMPTY_BOARD:
        for field in PLAIN_FIELDS:
            for way in ways:
                yield way, field
        return
    for field, around in gaps(board):
        fitting = ways_beside(around, strict=rules.strict)
        for way in ways:
            if way in fitting:
                yield way, field


def sides_beside(board: TileBoard, tile: str, field: int) -> tuple[int, list[tuple[int, str, str]]]:
    """How many touching sides match, and those that do not: (neighbour, our colour, its colour)."""
    same, differ = 0, []
    for edge, other in TOUCHING[field]:
        there = board[other]
        if not there:
            continue
        if match(tile[edge], there[edge]):
            same += 1
        else:
            differ.append((other, tile[edge], there[edge]))
    return same, differ
