"""The board as one player sees it, and every way a pawn may go: its steps and jumps.

The position is looked at as masks (``Sight``), worked out once. ``checking.py`` judges a single move.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    SIDES,
    SPACES,
    STARS,
    STOCK,
    beside_any,
    bits,
    stars_of,
)
from engine.games.spectrum.options import Options
from engine.games.spectrum.state import State

if TYPE_CHECKING:
    from engine.games.spectrum.walking import Movers

Path = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Origin (-1: stock), every space moved over or onto, and those of them that are jumped."""


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

    def __post_init__(self) -> None:
        odd = self.leap_two or self.chain_jump or self.entry_lane or self.revisit or not self.star_by_point
        object.__setattr__(self, "usual", not odd)

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
    """The position as one player sees it: own pawns, jumpable ones, spaces one may stop on, spaces one may cross."""

    __slots__ = ("cross", "house", "jumpable", "marks", "movers", "others", "own", "stock", "stop", "taken")

    def __init__(self, state: State, house: House) -> None:
        seat = state.to_move
        self.house = house
        # What a turn worked out for this position, by choice of dice and part of it.
        self.marks: dict[tuple[str, int], object] = {}
        self.movers: dict[tuple[str, int], Movers] = {}
        self.own = state.pawns[seat]
        self.others = others = state.occupied & ~self.own
        self.stock = state.stock[seat]
        self.taken = stars = stars_of(state.taken)
        # A space may be stopped on unless an own pawn or a taken star is there (SB-MOV-05, SB-STR-02).
        self.stop = ~(stars if house.self_capture else self.own | stars)
        self.cross = ~(self.own | others | STARS)
        self.jumpable = others | (self.own if house.self_jump else 0)


# ---- single spaces and jumps of a normal roll

_STEPS: tuple[tuple[tuple[int, Path], ...], ...] = tuple(
    tuple((BIT[to], (n, (to,), ())) for to in SIDES[n]) for n in range(SPACES)
)
_ENTERS: tuple[tuple[int, Path], ...] = tuple((BIT[to], (STOCK, (to,), ())) for to in ENTRIES)


def some_step(sight: Sight, opened: int) -> bool:
    """Whether ``steps`` has any, without listing them; a ruling may allow more than this looks at."""
    free = opened & sight.stop
    return bool((sight.stock and free & ENTRY_MASK) or beside_any(sight.own & opened) & free)


def steps(sight: Sight, opened: int) -> list[Path]:
    """Every single step and entry into an open colour."""
    free = opened & sight.stop
    found = [path for bit, path in _ENTERS if bit & free] if sight.stock else []
    found += [path for n in bits(sight.own & opened) for bit, path in _STEPS[n] if bit & free]
    if sight.house.closed_primary_exit:
        leaving, free = sight.own & ~opened & ~INTERMEDIATES, free & INTERMEDIATES
        found += [path for n in bits(leaving) for bit, path in _STEPS[n] if bit & free]
    return found


def jumps(sight: Sight, opened: int) -> Iterator[Path]:
    """Every jump: over one pawn, or over two where the table allows the leap."""
    jumpable = sight.jumpable & opened
    if not jumpable:
        return
    if sight.stock:
        for entry in ENTRIES:
            if BIT[entry] & jumpable:
                yield from _jumps_from(sight, opened, STOCK, entry)
    for n in bits(sight.own & opened & beside_any(jumpable)):
        yield from _jumps_from(sight, opened, n, None)


def _jumps_from(sight: Sight, opened: int, n: int, entry: int | None) -> Iterator[Path]:
    jumpable, free = sight.jumpable & opened, opened & sight.stop
    for over, landings in landings_beside(sight.house, n, entry):
        if BIT[over] & jumpable:
            for to in landings:
                if BIT[to] & free:
                    yield n, (over, to), (over,)
    if sight.house.leap_two:
        for a, b, to in LINES[n] if entry is None else ENTRY_LINES[entry]:
            if BIT[a] & jumpable and BIT[b] & jumpable and BIT[to] & free:
                yield n, (a, b, to), (a, b)


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
