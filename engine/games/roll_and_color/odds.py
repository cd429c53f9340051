"""Exact odds of one roll of four cubes and five twelve-sided dice: every outcome counted, none sampled."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from engine.games.roll_and_color.sheet import COMBOS, ROW_KINDS, SEQUENCES, Cell, Counts, Entered, best_cell
from engine.hues import PRIMARIES, Hue

N_D6, N_D12 = 4, 5


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
    return sum(ways for counts, ways in weighted_counts() if best_cell(counts, row, wrap).cell == cell)


def expected_best(*, wrap: bool = True) -> int:
    """Points of the best row on an empty sheet, summed over all rolls; divide by ``outcomes()`` for the mean."""
    return table(wrap=wrap).best


@dataclass(frozen=True, slots=True)
class Table:
    """Every cell of every row: how many rolls reach it as the row's best, and points summed over all rolls."""

    cells: dict[str, dict[Cell, int]]
    points: dict[str, int]
    best: int
    """Points of the best row of an empty sheet, summed over all rolls."""


def _looked_at(row: str, counts: Counts) -> Counts:
    """Only what the row looks at, so that rolls that are alike to it are scored once."""
    if row in SEQUENCES:
        return tuple(min(n, 1) for n in counts)
    if row in COMBOS:
        return tuple(n if n > 1 else 0 for n in counts)
    hue = Hue[row]
    return (0,) * hue + (counts[hue],) + (0,) * (11 - hue)


@cache
def table(*, wrap: bool = True) -> Table:
    """The odds of one roll, row by row."""
    known: dict[tuple[str, Counts], Entered] = {}
    cells: dict[str, Counter[Cell]] = {row: Counter() for row in ROW_KINDS}
    points = dict.fromkeys(ROW_KINDS, 0)
    best_total = 0
    for counts, ways in weighted_counts():
        best = 0
        for row in ROW_KINDS:
            key = row, _looked_at(row, counts)
            entered = known.get(key)
            if entered is None:
                entered = known[key] = best_cell(key[1], row, wrap)
            cells[row][entered.cell] += ways
            points[row] += ways * entered.points
            best = max(best, entered.points)
        best_total += ways * best
    return Table({row: dict(sorted(found.items(), key=lambda item: str(item[0]))) for row, found in cells.items()},
                 points, best_total)  # fmt: skip
