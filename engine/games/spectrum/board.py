"""The board as numbers: 108 spaces in an aligned polar grid (SB-BRD-01..06), its tables worked out once.

A space is ``hue * 9 + ring - 1``; sets of spaces are 108-bit masks; the stock is -1, ring 0 of every primary.
"""

from collections.abc import Iterable
from functools import cache, lru_cache

from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred

SPACES = 108
STOCK = -1
STOCK_NAME = "OFF"

HUE = tuple(n // 9 for n in range(SPACES))
RING = tuple(n % 9 + 1 for n in range(SPACES))
BIT = tuple(1 << n for n in range(SPACES))
NAME: tuple[Spot, ...] = tuple(f"{Hue(n // 9).name}{n % 9 + 1}" for n in range(SPACES))
INDEX = {name: n for n, name in enumerate(NAME)} | {STOCK_NAME: STOCK}


def space(hue: int, ring: int) -> int:
    """The number of a space; hues go on round the wheel, rings from 1, the rim, to 9, the star."""
    return hue % 12 * 9 + ring - 1


def _sides(n: int) -> tuple[int, ...]:
    hue, ring = HUE[n], RING[n]
    rings = [space(hue, r) for r in (ring - 1, ring + 1) if 1 <= r <= 9]
    return tuple(sorted([*rings, space(hue + 1, ring), space(hue - 1, ring)]))


def _points(n: int) -> tuple[int, ...]:
    hue, ring = HUE[n], RING[n]
    return tuple(sorted(space(hue + h, r) for h in (-1, 1) for r in (ring - 1, ring + 1) if 1 <= r <= 9))


SIDES = tuple(_sides(n) for n in range(SPACES))
"""Spaces that share a full side."""
POINTS = tuple(_points(n) for n in range(SPACES))
"""Spaces that touch at a point only."""


def mask_of(spaces: Iterable[int]) -> int:
    """The mask of some spaces."""
    mask = 0
    for n in spaces:
        mask |= BIT[n]
    return mask


def union(masks: Iterable[int]) -> int:
    """What is in any of some masks."""
    both = 0
    for mask in masks:
        both |= mask
    return both


@lru_cache(maxsize=1 << 13)
def bits(mask: int) -> tuple[int, ...]:
    """The spaces of a mask, lowest first. Kept, as pawns stand where they stood for many turns."""
    spaces = []
    while mask:
        low = mask & -mask
        spaces.append(low.bit_length() - 1)
        mask ^= low
    return tuple(spaces)


_ALL = (1 << SPACES) - 1
_RIM = mask_of([n for n in range(SPACES) if RING[n] == 1])
_GOLD = mask_of([n for n in range(SPACES) if RING[n] == 9])


def beside_any(mask: int) -> int:
    """The spaces that share a side with some space of a mask: one ring in or out, one hue on or back."""
    rings = (mask & ~_GOLD) << 1 | (mask & ~_RIM) >> 1
    return (rings | mask << 9 | mask >> 9 | mask << SPACES - 9 | mask >> SPACES - 9) & _ALL


SIDE_MASK = tuple(mask_of(s) for s in SIDES)
TOUCH_MASK = tuple(mask_of(SIDES[n] + POINTS[n]) for n in range(SPACES))
STARS = mask_of([space(h, 9) for h in range(12)])
HUE_MASK = tuple(mask_of([space(h, r) for r in range(1, 10)]) for h in range(12))
ENTRIES = tuple(space(h, 1) for h in range(0, 12, 2))
"""The entry spaces of the six primaries (SB-BRD-03)."""
ENTRY_MASK = mask_of(ENTRIES)
INTERMEDIATE_HUES = sum(1 << h for h in range(1, 12, 2))
INTERMEDIATES = mask_of([n for n in range(SPACES) if HUE[n] % 2])

JUMPS: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = tuple(
    tuple(
        (over, tuple(bits(TOUCH_MASK[over] & ~SIDE_MASK[n] & ~BIT[n])))
        for over in SIDES[n]
        if RING[over] < 9 and RING[n] < 9
    )
    for n in range(SPACES)
)
"""For each space the spaces beside it that may be jumped, with where such a jump may land (SB-JMP-02..04)."""

ENTRY_JUMPS = {entry: tuple(bits(TOUCH_MASK[entry])) for entry in ENTRIES}
"""Landings when the pawn on an entry space is jumped from the stock, taken as ring 0 (SB-ENT-05)."""


def _line(n: int, hue_step: int, ring_step: int) -> tuple[int, ...] | None:
    """The three spaces straight ahead; None when they leave the board or run along the stars."""
    rings = [RING[n] + ring_step * k for k in (1, 2, 3)]
    if min(rings) < 1 or max(rings) > 9 or (not ring_step and RING[n] == 9):
        return None
    return tuple(space(HUE[n] + hue_step * k, rings[k - 1]) for k in (1, 2, 3))


LINES = tuple(
    tuple(line for step in ((0, 1), (0, -1), (1, 0), (-1, 0)) if (line := _line(n, *step)) and RING[n] < 9)
    for n in range(SPACES)
)
"""For each space the straight lines of three: two pawns to leap over and a landing."""
ENTRY_LINES = {entry: ((entry, entry + 1, entry + 2),) for entry in ENTRIES}


@cache
def spaces_of(hues: int) -> int:
    """The spaces of the hues in a 12-bit mask."""
    mask = 0
    for hue in range(12):
        if hues >> hue & 1:
            mask |= HUE_MASK[hue]
    return mask


@lru_cache(maxsize=1 << 10)
def stars_of(stars: tuple[int, ...]) -> int:
    """The spaces of the stars that each seat has captured. Kept, as they stay for many turns."""
    return spaces_of(union(stars)) & STARS


def hues_in(hues: int) -> tuple[Hue, ...]:
    """The hues of a 12-bit mask, in the order of the wheel."""
    return tuple(Hue(h) for h in range(12) if hues >> h & 1)


def six(hue: int) -> int:
    """A hue, its neighbours, its opposite and that one's neighbours (SB-ROL-08), as a mask."""
    return sum(1 << (hue + step) % 12 for step in (0, 1, 11, 6, 5, 7))


def relation(a: int, b: int) -> str:
    """``same``, ``side``, ``point`` or ``none``."""
    if a == b:
        return "same"
    return "side" if b in SIDES[a] else "point" if b in POINTS[a] else "none"


def parse_space(text: str) -> int:
    """A space from ``GB4``, ``blue-green 4``, or ``OFF``. Raises NotUnderstood."""
    word = text.strip()
    if word.upper() in INDEX:
        return INDEX[word.upper()]
    if word.lower() in ("off", "stock", "reserve"):
        return STOCK
    head, ring = word.rstrip("0123456789"), word[len(word.rstrip("0123456789")) :]
    try:
        hue = Hue.parse(head)
    except ValueError as error:
        raise NotUnderstood(Deferred("'{text}' is no space: {why}", text=text, why=error)) from None
    if not ring.isdigit() or not 1 <= int(ring) <= 9:
        raise NotUnderstood(Deferred("'{text}' is no space; rings go from 1, the rim, to 9, the star", text=text))
    return space(hue, int(ring))


def name_of(n: int) -> Spot:
    """The name of a space, or ``OFF`` for the stock."""
    return STOCK_NAME if n < 0 else NAME[n]
