"""The score sheet of Roll & Color: its 24 rows, their cells, and what dice are worth in each (RC-SLOT to RC-ZERO)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from engine.components.hues import PRIMARIES, SECONDARIES, Hue
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred

KIND_SECONDARY = (3, 6, 10, 24, 60)
KIND_PRIMARY = (1, 2, 3, 6, 10, 20)
# Points for two in a row, three in a row and so on.
SEQUENCES = {"SEQ_SEC": (4, 13, 29, 54), "SEQ_SPE": (2, 6, 15, 27, 42, 60), "SEQ_PRI": (1, 5, 9, 14, 19)}
_RINGS = {"SEQ_SEC": SECONDARIES, "SEQ_PRI": PRIMARIES, "SEQ_SPE": tuple(Hue)}
COMBO_CELLS = ((2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4))
COMBOS = {"CMB_SEC": (16, 32), "CMB_SPE": (2, 4, 8, 16, 32, 64), "CMB_PRI": (1, 2, 5, 12, 24, 45)}

ROWS: tuple[str, ...] = (
    *(hue.name for hue in SECONDARIES),
    *(hue.name for hue in PRIMARIES),
    *(row for row in SEQUENCES for _ in range(2)),
    *(row for row in COMBOS for _ in range(2)),
)
"""The 24 rows from top to bottom; sequence and combo rows come twice and are alike (RC-SLOT-02)."""

ROW_KINDS = tuple(dict.fromkeys(ROWS))

Cell = int | str
"""How far along its row a result stands: dice of a kind, length of a run, ``"2&3"``; 0 for nothing."""


@cache
def cell_points(row: str) -> Mapping[Cell, int]:
    """Every cell of a row that can be entered, with its points; what is missing is N/A (RC-NA-01)."""
    if row in SEQUENCES:
        return dict(enumerate(SEQUENCES[row], start=2))
    if row in COMBOS:
        return {f"{a}&{b}": points for (a, b), points in zip(COMBO_CELLS, COMBOS[row], strict=False)}
    kinds = KIND_PRIMARY if Hue[row].is_primary else KIND_SECONDARY
    return dict(enumerate(kinds, start=1))


# ---- scoring a roll


@dataclass(frozen=True, slots=True)
class FilledSlot:
    """What stands in a row: the cell reached and its points."""

    cell: Cell
    points: int


Counts = tuple[int, ...]
"""How many of the nine dice show each hue, by place on the wheel."""


def count_hues(hues: Sequence[Hue]) -> Counts:
    """How many dice show each of the twelve hues, in the order of the wheel."""
    counts = [0] * 12
    for hue in hues:
        counts[hue] += 1
    return tuple(counts)


@lru_cache(maxsize=4096)
def best_cell(counts: Counts, row: str, wrap: bool) -> FilledSlot:
    """The best cell of the row for these dice; cell 0 and no points when nothing matches (RC-ZERO-01)."""
    if row in SEQUENCES:
        return _best_run(counts, row, wrap)
    if row in COMBOS:
        return _best_combo(counts, row)
    points = cell_points(row)
    cell = min(counts[Hue[row]], len(points))
    return FilledSlot(cell, points.get(cell, 0))


def _best_run(counts: Counts, row: str, wrap: bool) -> FilledSlot:
    points = cell_points(row)
    run = run_of(counts, row, wrap)
    # Longer runs than the sheet has cells for count as its last cell.
    cell = min(len(run), len(points) + 1)
    return FilledSlot(cell, points[cell]) if cell >= 2 else FilledSlot(0, 0)


def run_of(counts: Counts, row: str, wrap: bool) -> tuple[Hue, ...]:
    """The longest run of neighbouring hues of the row's type; the wheel closes unless ``wrap`` is off (RC-SEQ-04)."""
    ring = _RINGS[row]
    size = len(ring)
    there = [counts[hue] > 0 for hue in ring]
    best, longest = 0, 0
    for start in range(size):
        reach = size if wrap else size - start
        length = 0
        while length < reach and there[(start + length) % size]:
            length += 1
        if length > longest:
            best, longest = start, length
    return tuple(ring[(best + n) % size] for n in range(longest))


def _best_combo(counts: Counts, row: str) -> FilledSlot:
    points = cell_points(row)
    best = FilledSlot(0, 0)
    for x, y in _pairs(counts, row):
        low, high = sorted((counts[x], counts[y]))
        # At least so many of each is enough; extra dice do no harm (RC-CMB-01).
        for a, b in COMBO_CELLS[: len(points)]:
            worth = points[f"{a}&{b}"]
            if low >= a and high >= b and worth > best.points:
                best = FilledSlot(f"{a}&{b}", worth)
    return best


def _pairs(counts: Counts, row: str) -> Iterator[tuple[Hue, Hue]]:
    """The pairs of different hues that a combo row joins, two dice each at least."""
    secondaries = [hue for hue in SECONDARIES if counts[hue] >= 2]
    primaries = [hue for hue in PRIMARIES if counts[hue] >= 2]
    if row == "CMB_SPE":
        return ((x, y) for x in secondaries for y in primaries)
    return combinations(secondaries if row == "CMB_SEC" else primaries, 2)


def scoring_hues(counts: Counts, row: str, wrap: bool) -> tuple[Hue, ...]:
    """The hues that make a row's best cell: what to light when the row is looked at."""
    entered = best_cell(counts, row, wrap)
    if not entered.points:
        return ()
    if row in SEQUENCES:
        return run_of(counts, row, wrap)
    if row not in COMBOS:
        return (Hue[row],)
    low, high = (int(n) for n in str(entered.cell).split("&"))
    for x, y in _pairs(counts, row):
        if sorted((min(counts[x], high), min(counts[y], high))) >= [low, high]:
            return (x, y)
    return ()


# ---- rows by name

_ROW_WORDS = {
    "secondary": "SEC", "sec": "SEC", "spectrum": "SPE", "spe": "SPE", "primary": "PRI", "pri": "PRI",
    "sequence": "SEQ", "seq": "SEQ", "run": "SEQ", "combo": "CMB", "cmb": "CMB",
}  # fmt: skip


def parse_row(text: str) -> str:
    """A row from its code or its name: ``RO``, ``secondary red-orange``, ``SEQ_SPE``, ``combo primary``.

    Raises NotUnderstood for what is no row.
    """
    words = text.lower().replace("_", " ").replace("-", " ").split()
    codes = [_ROW_WORDS[w] for w in words if w in _ROW_WORDS]
    rest = [w for w in words if w not in _ROW_WORDS and not w.isdigit()]
    if not rest:
        for row in (*SEQUENCES, *COMBOS):
            if sorted(row.split("_")) == sorted(codes):
                return row
    try:
        return Hue.parse("-".join(rest)).name
    except ValueError:
        raise NotUnderstood(
            Deferred("'{text}' is no row of the sheet; rows are {names}", text=text, names=", ".join(ROW_KINDS))
        ) from None
