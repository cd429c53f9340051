"""Exact odds of one roll of four cubes and five twelve-sided dice: every outcome counted, none sampled."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from operator import itemgetter

from engine.components.hues import PRIMARIES, SECONDARIES, Hue
from engine.games.roll_and_color.sheet import ROW_KINDS, SEQUENCES, Cell, Counts, FilledSlot, best_cell, cell_points
from engine.games.roll_and_color.state import N_D6, N_D12


def outcomes() -> int:
    """How many equally likely rolls there are, dice told apart: 6^4 x 12^5."""
    return int(len(PRIMARIES) ** N_D6 * len(Hue) ** N_D12)


def _multisets(hues: tuple[Hue, ...], dice: int) -> Iterator[tuple[tuple[Hue, ...], int]]:
    """Every unordered throw of the dice, with how many ordered throws give it."""
    for throw in combinations_with_replacement(hues, dice):
        yield throw, factorial(dice) // prod(factorial(n) for n in Counter(throw).values())


@cache
def weighted_counts() -> tuple[tuple[Counts, int], ...]:
    """Every count of hues that nine dice can show, with the number of rolls that show it (115,732 counts)."""
    twelves = [(_count(throw), ways) for throw, ways in _multisets(tuple(Hue), N_D12)]
    total: Counter[Counts] = Counter()
    for throw, ways in _multisets(PRIMARIES, N_D6):
        cubes = _count(throw)
        for twelve, more in twelves:
            total[tuple(map(int.__add__, cubes, twelve))] += ways * more
    return tuple(total.items())


def _count(throw: tuple[Hue, ...]) -> Counts:
    return tuple(throw.count(hue) for hue in Hue)


def cell_outcomes(row: str, cell: Cell, *, wrap: bool = True) -> int:
    """How many rolls reach exactly this cell as the row's best."""
    return table(wrap=wrap).cells[row].get(cell, 0)


def expected_best(*, wrap: bool = True) -> int:
    """Points of the best row on an empty sheet, summed over all rolls; divide by ``outcomes()`` for the mean."""
    return table(wrap=wrap).best


@dataclass(frozen=True, slots=True)
class Odds:
    """Every cell of every row: how many rolls reach it as the row's best, and points summed over all rolls."""

    cells: dict[str, dict[Cell, int]]
    points: dict[str, int]
    best: int
    """Points of the best row of an empty sheet, summed over all rolls."""


def _looks_at(row: str) -> Callable[[Counts], object]:
    """Takes from the counts what the row looks at, so that rolls that are alike to it are scored once."""
    if row in Hue.__members__:
        return itemgetter(Hue[row])
    hues = {"SEC": SECONDARIES, "PRI": PRIMARIES}.get(row[-3:])
    if hues:
        return itemgetter(*hues)
    if row in SEQUENCES:
        return lambda counts: tuple(map(bool, counts))
    return lambda counts: tuple([n if n > 1 else 0 for n in counts])


@cache
def table(*, wrap: bool = True) -> Odds:
    """The odds of one roll, row by row."""
    rolls = weighted_counts()
    bests = [0] * len(rolls)
    cells: dict[str, dict[Cell, int]] = {}
    points: dict[str, int] = {}
    for row in ROW_KINDS:
        look = _looks_at(row)
        known: dict[object, FilledSlot] = {}
        reached: Counter[Cell] = Counter()
        for n, (counts, ways) in enumerate(rolls):
            seen = look(counts)
            entered = known.get(seen)
            if entered is None:
                entered = known[seen] = best_cell(counts, row, wrap)
            reached[entered.cell] += ways
            if entered.points > bests[n]:
                bests[n] = entered.points
        cells[row] = dict(sorted(reached.items(), key=lambda item: str(item[0])))
        points[row] = sum(cell_points(row).get(cell, 0) * ways for cell, ways in reached.items())
    return Odds(cells, points, sum(best * ways for best, (_, ways) in zip(bests, rolls, strict=True)))
