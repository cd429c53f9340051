"""The legal moves of Roll & Color, listed without asking the judge, and the rerolls that are open (RC-REROLL)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from engine.components.hues import Hue
from engine.core.events import Move
from engine.core.fast_constructor import fast_constructor
from engine.games.roll_and_color.events import Reroll, RowScored
from engine.games.roll_and_color.options import Options
from engine.games.roll_and_color.state import State, open_rows

REROLL_SIZES = ((4, 4), (3, 3), (2, 2), (5, 9))
"""Fewest and most dice of the first to fourth reroll (RC-REROLL-02..05)."""

_reroll = fast_constructor(Reroll)


def legal_moves(options: Options, state: State) -> Iterator[Move]:
    """Every open row, then every choice of dice that may be taken up."""
    if state.over or not state.rolled or state.in_hand:
        return
    for row in open_rows(state.sheets[state.to_move]):
        yield RowScored(state.to_move, row)
    for low, high in reroll_sizes(options, state):
        yield from _rerolls(state, low, high)


def reroll_sizes(options: Options, state: State) -> tuple[tuple[int, int], ...]:
    """Fewest and most dice that may be taken up next, one pair for each reroll that is open now."""
    if not state.rolled or state.in_hand:
        return ()
    left = [size for n, size in enumerate(REROLL_SIZES) if n not in state.used]
    return tuple(left) if options.reroll_order == "free" else tuple(left[:1])


def reroll_index(options: Options, state: State, count: int) -> int | None:
    """Which of the four rerolls takes so many dice now; None when none does."""
    for low, high in reroll_sizes(options, state):
        if low <= count <= high:
            return REROLL_SIZES.index((low, high))
    return None


@lru_cache(maxsize=4500)
def _choices(dice: tuple[Hue, ...]) -> tuple[tuple[tuple[Hue, ...], ...], ...]:
    """Every different choice of these dice, by how many are chosen. There are 4,368 throws of five twelve-sided dice.

    Dice lie sorted, so equal choices of them are equal tuples.
    """
    return tuple(tuple(dict.fromkeys(combinations(dice, size))) for size in range(len(dice) + 1))


def _rerolls(state: State, low: int, high: int) -> Iterator[Reroll]:
    """Every different choice of ``low`` to ``high`` dice on the table."""
    seat, cubes, twelves = state.to_move, _choices(state.d6), _choices(state.d12)
    for size in range(low, high + 1):
        for some in range(max(size - len(state.d12), 0), min(size, len(state.d6)) + 1):
            rest = twelves[size - some]
            for d6 in cubes[some]:
                for d12 in rest:
                    yield _reroll(seat, d6, d12)
