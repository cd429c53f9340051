"""The board as one player sees it, and every way a pawn may go: its steps and jumps.

The position is looked at as masks (``Sight``), worked out once. ``checking.py`` judges a single move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.core.events import Seat
from engine.games.spectrum.board import (
    BIT,
    ENTRIES,
    ENTRY_JUMPS,
    ENTRY_LINES,
    ENTRY_MASK,
    HUE,
    INTERMEDIATES,
    JUMPS,
    LINES,
    RING,
    SIDE_MASK,
    SIDES,
    SPACES,
    STARS,
    STOCK,
    beside_any,
    bits,
    stars_of,
    union,
)
from engine.games.spectrum.options import Options
from engine.games.spectrum.state import Half, Moved, Path, Plan

if TYPE_CHECKING:
    from engine.games.spectrum.walking import Movers, Ways

Leaps = tuple[tuple[tuple[int, tuple[tuple[int, Path], ...]], ...], ...]
"""For each space, and last for the stock: what must be jumped, as a mask, with each landing behind it and the way."""


class Mark(NamedTuple):
    """Of a move: the spaces it alters, those it relies on, whether it takes the last pawn of the stock."""

    changed: int
    needed: int
    last_pawn: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """The table's rulings that movement asks for."""

    self_capture: bool
    self_jump: bool
    star_by_point: bool
    leap_two: bool
    chain_jump: bool
    entry_lane: bool
    closed_primary_exit: bool
    revisit: bool
    no_backtrack: bool
    from_neighbour: str
    usual: bool = field(init=False)
    """Whether ways across the board are the usual ones, which are worked out once for all."""
    leaps: Leaps = field(init=False, compare=False, repr=False)
    """The jumps of a normal roll."""

    def __post_init__(self) -> None:
        odd = self.leap_two or self.chain_jump or self.entry_lane or self.revisit or not self.star_by_point
        object.__setattr__(self, "usual", not odd)
        object.__setattr__(self, "leaps", _leaps(self))

    @classmethod
    def of(cls, options: Options, edition: str, solo: bool) -> "House":
        return cls(
            self_capture=options.on(options.self_capture, solo),
            self_jump=options.on(options.self_jump, solo),
            star_by_point=options.star_by_point,
            leap_two=options.leap_two,
            chain_jump=options.chain_jump,
            entry_lane=options.entry_jump == "lane",
            closed_primary_exit=options.on(options.closed_primary_exit, edition == "B"),
            revisit=options.revisit,
            no_backtrack=options.no_backtrack,
            from_neighbour=options.base_from_neighbour,
        )


class Sight:
    """The position as one player sees it: own pawns, jumpable ones, spaces one may stop on, spaces one may cross.

    ``moved``: the pawns that moved this turn. ``movers``, ``marks``, ``owed``, ``paths``: what ``Turn`` has worked out
    for this position. ``before``: the position in which the move began that is told only in part, ``way``, so far.
    """

    __slots__ = (
        "before", "cross", "house", "jumpable", "marks", "moved", "movers", "others", "owed", "own", "paths", "placed",
        "stock", "stop", "taken", "way",
    )  # fmt: skip

    def __init__(
        self,
        house: House,
        pawns: tuple[int, ...],
        stars: tuple[int, ...],
        stock: tuple[int, ...],
        seat: Seat,
        moved: tuple[Moved, ...],
        half: Half | None = None,
    ) -> None:
        self.house, self.moved = house, moved
        self.before: Sight | None = None
        if half is not None:
            self.before = Sight(house, half.pawns, stars, half.stock, seat, half.moved)
            self.way, self.placed = half.way, half.placed
        self.marks: dict[tuple[str, int], Sequence[Mark] | None] = {}
        self.movers: dict[tuple[str, int], Movers] = {}
        self.owed: dict[tuple[Plan, int], list[Ways]] = {}
        self.paths: dict[Plan, dict[Path, None]] = {}
        self.own = own = pawns[seat]
        self.others = others = union(pawns) & ~own
        self.stock = stock[seat]
        self.taken = taken = stars_of(stars)
        # A space may be stopped on unless an own pawn or a taken star is there (SB-MOV-05, SB-STR-02).
        self.stop = ~(taken if house.self_capture else own | taken)
        self.cross = ~(own | others | STARS)
        self.jumpable = others | (own if house.self_jump else 0)


# ---- single spaces and jumps of a normal roll

_STEPS: tuple[tuple[tuple[int, Path], ...], ...] = (
    *(tuple((BIT[to], (n, (to,), ())) for to in SIDES[n]) for n in range(SPACES)),
    tuple((BIT[to], (STOCK, (to,), ())) for to in ENTRIES),
)
"""Where a step leads from each space, and last from the stock."""


def some_step(sight: Sight, opened: int) -> bool:
    """Whether ``steps`` has any, without listing them; a ruling may allow more than this looks at."""
    free = opened & sight.stop
    return bool((sight.stock and free & ENTRY_MASK) or beside_any(sight.own & opened) & free)


def steps(sight: Sight, opened: int) -> list[Path]:
    """Every single step and entry into an open colour."""
    free = opened & sight.stop
    found = [path for bit, path in _STEPS[STOCK] if bit & free] if sight.stock else []
    found += [path for n in bits(sight.own & opened) for bit, path in _STEPS[n] if bit & free]
    if sight.house.closed_primary_exit:
        leaving, free = sight.own & ~opened & ~INTERMEDIATES, free & INTERMEDIATES
        found += [path for n in bits(leaving) for bit, path in _STEPS[n] if bit & free]
    return found


def jumps(sight: Sight, opened: int) -> list[Path]:
    """Every jump: over one pawn, or over two where the table allows the leap."""
    jumpable, free = sight.jumpable & opened, opened & sight.stop
    if not jumpable:
        return []
    starts = [STOCK] if sight.stock and jumpable & ENTRY_MASK else []
    starts += [n for n in bits(sight.own & opened) if SIDE_MASK[n] & jumpable]
    leaps = sight.house.leaps
    return [path for n in starts for over, ways in leaps[n] if not over & ~jumpable for bit, path in ways if bit & free]


@cache
def _leaps(house: House) -> Leaps:
    """The jumps of a normal roll under the table's rulings, whoever stands where."""

    def leaps(n: int, entry: int | None) -> Iterator[tuple[int, tuple[tuple[int, Path], ...]]]:
        for over, landings in landings_beside(house, n, entry):
            yield BIT[over], tuple((BIT[to], (n, (over, to), (over,))) for to in landings)
        if house.leap_two:
            for a, b, to in LINES[n] if entry is None else ENTRY_LINES[entry]:
                yield BIT[a] | BIT[b], ((BIT[to], (n, (a, b, to), (a, b))),)

    stock = tuple(leap for entry in ENTRIES for leap in leaps(STOCK, entry))
    return (*(tuple(leaps(n, None)) for n in range(SPACES)), stock)


def landings_beside(house: House, n: int, entry: int | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The spaces beside ``n`` that may be jumped with their landings, under the table's rulings."""
    if entry is not None:
        yield entry, ((entry + 1,) if house.entry_lane else ENTRY_JUMPS[entry])
        return
    for over, landings in JUMPS[n]:
        if house.star_by_point:
            yield over, landings
        else:
            yield over, tuple(to for to in landings if RING[to] < 9 or HUE[to] == HUE[over])
