"""The 36 tiles and the 36 fields of Spectrangle (Jumbo edition; tiles and bonuses as in its booklet).

A tile is its three edge colours clockwise and its value: ``RYG3``. As it lies on the board it is written clockwise
from its flat edge, the one that lies level: the base of a field that points up, the top of one that points down.
So the same tile lies as ``RYG3``, ``YGR3`` or ``GRY3``, and edge k of a tile always touches edge k of its neighbour.

Fields are numbered from the top, row by row: ``index = row * row + place``; even places point up.
"""

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred

JOKER = "WWW1"

TILES: tuple[str, ...] = (
    "RRR6", "BBB6", "GGG6", "YYY6", "PPP6",
    "RRY5", "RRP5", "BBR5", "BBP5", "GGR5", "GGB5", "YYG5", "YYB5", "PPY5", "PPG5",
    "RRB4", "RRG4", "BBG4", "BBY4", "GGY4", "GGP4", "YYR4", "YYP4", "PPR4", "PPB4",
    "BPY3", "RYG3", "BPG3", "GRB3", "BPR2", "YRP2", "YGP2", "GPR1", "BYG1", "BRY1",
    JOKER,
)  # fmt: skip

N_FIELDS = 36

BONUS: tuple[int, ...] = (
    1,
    1, 3, 1,
    1, 1, 1, 1, 1,
    1, 2, 4, 1, 4, 2, 1,
    1, 1, 1, 1, 4, 1, 1, 1, 1,
    1, 3, 1, 1, 1, 2, 1, 1, 1, 3, 1,
)  # fmt: skip


def value_of(tile: str) -> int:
    """The number on a tile, lying or not."""
    return int(tile[3])


def turned(tile: str, places: int) -> str:
    """The tile with another edge level: ``turned("RYG3", 1)`` is ``YGR3``."""
    edges = tile[:3]
    return edges[places:] + edges[:places] + tile[3]


def flipped(tile: str) -> str:
    """The tile turned over, as if its colours showed on the back."""
    return tile[2::-1] + tile[3]


def _ways(tile: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turned(tile, places) for places in range(3)))


WAYS: dict[str, tuple[str, ...]] = {tile: _ways(tile) for tile in TILES}
"""How a tile can lie: three ways, or one when all its edges are alike."""

WAYS_FLIPPED: dict[str, tuple[str, ...]] = {
    tile: tuple(dict.fromkeys((*_ways(tile), *_ways(flipped(tile))))) for tile in TILES
}
"""How a tile can lie where a table allows it to be turned over."""

TILE_OF: dict[str, str] = {way: tile for tile in TILES for way in WAYS_FLIPPED[tile]}
"""Which tile it is that lies so."""

_BY_EDGES = {"".join(sorted(tile[:3])): tile for tile in TILES}


def _touching(field: int) -> tuple[tuple[int, int], ...]:
    """(edge, neighbour) of a field; edge 0 is the level one, then clockwise."""
    row = int(field**0.5)
    place = field - row * row
    left = field - 1 if place > 0 else None
    right = field + 1 if place < 2 * row else None
    if place % 2 == 0:
        below = (row + 1) ** 2 + place + 1 if row < 5 else None
        around = (below, left, right)
    else:
        around = ((row - 1) ** 2 + place - 1, right, left)
    return tuple((edge, other) for edge, other in enumerate(around) if other is not None)


TOUCHING: tuple[tuple[tuple[int, int], ...], ...] = tuple(_touching(field) for field in range(N_FIELDS))


def match(a: str, b: str) -> bool:
    """Whether two edges go together: the same colour, or the joker's white beside any (SPG-PLAY-03)."""
    return a == b or a == "W" or b == "W"


def main_hue(tile: str) -> Hue | None:
    """The hue that a light shows for a tile: the colour it has most of; None (white) for the joker and for three."""
    edges = tile[:3]
    most = max(edges, key=edges.count)
    return Hue[most] if most != "W" and edges.count(most) > 1 else None


def parse_tile(text: str) -> str:
    """A tile as it is written, in any turn, with or without its value: ``ygr``, ``YGR3``, ``joker``.

    Raises NotUnderstood for what is no tile.
    """
    word = text.strip().upper()
    if word in ("JOKER", "WHITE"):
        return JOKER
    tile = _BY_EDGES.get("".join(sorted(word[:3])))
    if tile is None or word[3:] not in ("", tile[3]):
        if tile:
            raise NotUnderstood(
                Deferred("'{text}' is no tile; the one with these edges is {tile}", text=text, tile=tile)
            )
        raise NotUnderstood(
            Deferred("'{text}' is no tile; write three edges clockwise and the value, such as RYG3", text=text)
        )
    return word[:3] + tile[3]


def parse_field(text: str) -> int:
    """A field by its number, ``12`` or ``T12``. Raises NotUnderstood."""
    word = text.strip().upper().removeprefix("T")
    if not word.isdecimal() or int(word) >= N_FIELDS:
        raise NotUnderstood(
            Deferred(
                "'{text}' is no field; they are T0 to T{number}, row by row from the top",
                text=text,
                number=N_FIELDS - 1,
            )
        )
    return int(word)
