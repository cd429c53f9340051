"""The single spaces and jumps of a normal roll, read off a position's masks (SB-MOV, SB-JMP, SB-ENT)."""

from engine.games.spectrum.board import (
    BIT,
    ENTRIES,
    ENTRY_MASK,
    INTERMEDIATES,
    SIDE_MASK,
    SIDES,
    SPACES,
    STOCK,
    beside_any,
    bits,
)
from engine.games.spectrum.masks import PositionMasks
from engine.games.spectrum.state import Path

_STEPS: tuple[tuple[tuple[int, Path], ...], ...] = (
    *(tuple((BIT[to], (n, (to,), ())) for to in SIDES[n]) for n in range(SPACES)),
    tuple((BIT[to], (STOCK, (to,), ())) for to in ENTRIES),
)
"""Where a step leads from each space, and last from the stock."""


def has_step(masks: PositionMasks, opened: int) -> bool:
    """Whether ``steps`` has any, without listing them; a ruling may allow more than this looks at."""
    free = opened & masks.stop
    return bool((masks.stock and free & ENTRY_MASK) or beside_any(masks.own & opened) & free)


def steps(masks: PositionMasks, opened: int) -> list[Path]:
    """Every single step and entry into an open colour; ``opened``: the spaces of the open colours, a mask."""
    free = opened & masks.stop
    found = [path for bit, path in _STEPS[STOCK] if bit & free] if masks.stock else []
    found += [path for n in bits(masks.own & opened) for bit, path in _STEPS[n] if bit & free]
    if masks.movement.closed_primary_exit:
        leaving, free = masks.own & ~opened & ~INTERMEDIATES, free & INTERMEDIATES
        found += [path for n in bits(leaving) for bit, path in _STEPS[n] if bit & free]
    return found


def jumps(masks: PositionMasks, opened: int) -> list[Path]:
    """Every jump inside the spaces of a mask: over one pawn, or over two where the table allows the leap."""
    jumpable, free = masks.jumpable & opened, opened & masks.stop
    if not jumpable:
        return []
    starts = [STOCK] if masks.stock and jumpable & ENTRY_MASK else []
    starts += [n for n in bits(masks.own & opened) if SIDE_MASK[n] & jumpable]
    leaps = masks.movement.leaps
    reached = (behind for n in starts for over, behind in leaps[n] if not over & ~jumpable)
    return [path for behind in reached for bit, path in behind if bit & free]
