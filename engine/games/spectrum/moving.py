"""The board as one player sees it, and every way a pawn may go: steps, jumps, whole moves.

The position is looked at as masks (``Sight``), worked out once. ``checking.py`` judges a single move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

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
    mask_of,
    stars_of,
)
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, Part, Zone
from engine.games.spectrum.state import State

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


MOST_WAYS = 1 << 13
"""Lists of one pawn's ways that are kept, some hundred bytes each."""

_USUAL = House.of(Options(), "A", solo=False)


class Sight:
    """The position as one player sees it: own pawns, jumpable ones, spaces one may stop on, spaces one may cross."""

    __slots__ = ("cross", "house", "jumpable", "marks", "others", "own", "stock", "stop", "taken", "ways")

    def __init__(self, state: State, house: House) -> None:
        seat = state.to_move
        self.house = house
        # What a turn worked out for this position, by choice of dice and part of it.
        self.marks: dict[tuple[str, int], object] = {}
        self.ways: dict[tuple[str, int, bool], list[Ways]] = {}
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
    for over, landings in _reach(sight.house, n, entry):
        if BIT[over] & jumpable:
            for to in landings:
                if BIT[to] & free:
                    yield n, (over, to), (over,)
    if sight.house.leap_two:
        for a, b, to in LINES[n] if entry is None else ENTRY_LINES[entry]:
            if BIT[a] & jumpable and BIT[b] & jumpable and BIT[to] & free:
                yield n, (a, b, to), (a, b)


def _reach(house: House, n: int, entry: int | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The spaces beside ``n`` that may be jumped with their landings, under the table's rulings."""
    if entry is not None:
        yield entry, ((entry + 1,) if house.entry_lane else ENTRY_JUMPS[entry])
        return
    for over, landings in JUMPS[n]:
        if house.star_by_point:
            yield over, landings
        else:
            yield over, tuple(to for to in landings if RING[to] < 9 or HUE[to] == HUE[over])


# ---- whole moves


class Ways(NamedTuple):
    """The whole moves of one pawn, and every space they begin, pass, jump or end at."""

    paths: Sequence[Path]
    spaces: int


def whole_moves(sight: Sight, choice: Choice, part: Part, *, strict: bool = False) -> list[Path]:
    """Every whole move of a part. ``strict``: only those that must be played when they exist (D-35)."""
    found = [path for ways in by_pawn(sight, choice, part, strict=strict) for path in ways.paths]
    return found if len(part.zones) < 2 else list(dict.fromkeys(found))


def by_pawn(sight: Sight, choice: Choice, part: Part, *, strict: bool = False) -> list[Ways]:
    """The whole moves of a part, pawn by pawn, those of pawns that have some; two zones may give the same move."""
    house, found = sight.house, list[Ways]()
    for zone in part.zones:
        area = zone.spaces
        touch = zone.touch and area & INTERMEDIATES != area
        crowd = Crowd.of(sight, area, stepped=part.stepped)
        if sight.stock and choice.entry:
            found += [_walk(crowd, part.count, STOCK, entry, touch) for entry in ENTRIES if BIT[entry] & area]
        for n in bits(sight.own & area):
            found.append(_walk(crowd, part.count, n, None, touch and not BIT[n] & INTERMEDIATES))
        if part.face and house.from_neighbour != "strict" and not (strict and house.from_neighbour == "allowed"):
            for n in bits(sight.own & choice.spaces & ~area & beside_any(area)):
                found.append(_walk(crowd, part.count, n, None, False))
        if house.closed_primary_exit:
            for n in bits(sight.own & ~choice.spaces & ~INTERMEDIATES & beside_any(area & INTERMEDIATES)):
                ways = _walk(crowd, part.count, n, None, False)
                found.append(ways._replace(paths=[way for way in ways.paths if _into_intermediate(way)]))
    return [ways for ways in found if ways.paths]


def _into_intermediate(path: Path) -> bool:
    first = path[1][0]
    return bool(BIT[first] & INTERMEDIATES) and first not in path[2]


class Crowd(NamedTuple):
    """Who stands where inside an area, as whole moves meet it: spaces to stop on, to cross, and to jump."""

    house: House
    area: int
    stop: int
    cross: int
    jumpable: int

    @classmethod
    def of(cls, sight: Sight, area: int, *, stepped: bool) -> "Crowd":
        cross = sight.cross | sight.others & ~STARS if stepped else sight.cross
        return cls(sight.house, area, area & sight.stop, area & cross, area & sight.jumpable)


def _walk(crowd: Crowd, count: int, origin: int, entry: int | None, touch: bool) -> Ways:
    """Every way of one pawn, or of one that comes in at ``entry``, inside an area; ``touch``: over an intermediate."""
    house, area, stop, cross, jumpable = crowd
    if house.usual:
        stock = entry is not None
        first = origin if entry is None else entry
        near = reach(area, first, count, stock)
        if count < 4 or not jumpable & near:
            return _ways(area, first, count, stock, touch, near & stop, near & cross, near & jumpable)
    # With self capture a pawn may stop on another own pawn, never on itself.
    start = BIT[origin] if origin >= 0 else 0
    walker = _Walker(house, stop & ~start, cross, jumpable & ~start, start)
    return _gathered(
        [
            (origin, spaces, over)
            for spaces, over in walker.go(origin, entry, count, (), (), start)
            if not touch or any(BIT[n] & INTERMEDIATES for n in spaces)
        ]
    )


def _gathered(paths: Sequence[Path]) -> Ways:
    spaces = 0
    for origin, path, _ in paths:
        spaces |= mask_of(path) | (BIT[origin] if origin >= 0 else 0)
    return Ways(paths, spaces)


@lru_cache(maxsize=MOST_WAYS)
def _ways(
    area: int, first: int, count: int, from_stock: bool, touch: bool, stop: int, cross: int, jumpable: int
) -> Ways:
    """The ways of one pawn, kept by what stands around it: that mostly stays as it is from turn to turn."""
    blocked = ~cross
    steps, leaps = walks_in(area, first, count, from_stock)
    walks = list(steps)
    if jumpable:
        for overs, over_them in leaps:
            if not overs & ~jumpable:
                walks += over_them
    return _gathered(
        [path for path, mids, _, end, middle in walks if end & stop and not mids & blocked and (middle or not touch)]
    )


class Walk(NamedTuple):
    """A way across an empty board: what must be free, what must be jumped, and where it ends, as masks."""

    path: Path
    mids: int
    overs: int
    end: int
    middle: bool


@cache
def walks(first: int, count: int, from_stock: bool) -> tuple[Walk, ...]:
    """Every walk of ``count`` spaces from a space, or from the stock onto entry ``first``.

    Four spaces are listed without jumps: there are too many of those to keep.
    """
    everywhere = (1 << SPACES) - 1
    start = 0 if from_stock else BIT[first]
    walker = _Walker(_USUAL, everywhere & ~start, everywhere & ~STARS, everywhere if count < 4 else 0, start)
    found = []
    for path, over in walker.go(STOCK if from_stock else first, first if from_stock else None, count, (), (), start):
        mids = mask_of([n for n in path[:-1] if n not in over])
        middle = any(BIT[n] & INTERMEDIATES for n in path)
        whole = (STOCK if from_stock else first, path, over)
        found.append(Walk(whole, mids, mask_of(list(over)), BIT[path[-1]], middle))
    return tuple(found)


Leaps = tuple[tuple[int, tuple[Walk, ...]], ...]
"""Walks with jumps, by what must be jumped."""


@cache
def walks_in(area: int, first: int, count: int, from_stock: bool) -> tuple[tuple[Walk, ...], Leaps]:
    """Those of ``walks`` that stay inside an area: without jumps, and with.

    A game knows few areas: a hue, or the hues that a roll opens.
    """
    inside = [w for w in walks(first, count, from_stock) if not (w.mids | w.overs | w.end) & ~area]
    leaps: dict[int, list[Walk]] = {}
    for walk in inside:
        leaps.setdefault(walk.overs, []).append(walk)
    steps = tuple(leaps.pop(0, ()))
    return steps, tuple((overs, tuple(over_them)) for overs, over_them in leaps.items())


@cache
def reach(area: int, first: int, count: int, from_stock: bool) -> int:
    """The spaces that matter for a pawn's walks: those it may come to, and those beside them that may be jumped."""
    found = BIT[first]
    for _ in range(count - 1):
        found |= beside_any(found)
    for walk in walks(first, count, from_stock):
        found |= walk.mids | walk.overs | walk.end
    return found & area


class _Walker:
    """A depth-first walk of exactly so many spaces inside an area."""

    __slots__ = ("cross", "house", "jumpable", "start", "stop")

    def __init__(self, house: House, stop: int, cross: int, jumpable: int, start: int) -> None:
        self.house, self.stop, self.cross, self.jumpable, self.start = house, stop, cross, jumpable, start

    def go(
        self, at: int, entry: int | None, left: int, path: tuple[int, ...], over: tuple[int, ...], seen: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        sides = SIDES[at] if entry is None else (entry,)
        if left == 1:
            for n in sides:
                if BIT[n] & self.stop & ~seen:
                    yield (*path, n), over
            return
        back = self.start if self.house.revisit else seen
        for n in sides:
            if BIT[n] & self.cross and not BIT[n] & back:
                yield from self.go(n, None, left - 1, (*path, n), over, seen | BIT[n])
        if self.jumpable:
            yield from self._jump(at, entry, left, path, over, seen)

    def _jump(
        self, at: int, entry: int | None, left: int, path: tuple[int, ...], over: tuple[int, ...], seen: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for j, landings in _reach(self.house, at, entry):
            if BIT[j] & self.jumpable & ~seen:
                for to in landings:
                    yield from self._land(left - 2, to, (*path, j, to), (*over, j), seen | BIT[j])
        house = self.house
        if house.leap_two or (house.chain_jump and left >= 3):
            for a, b, to in LINES[at] if entry is None else ENTRY_LINES[entry]:
                if BIT[a] & self.jumpable & ~seen and BIT[b] & self.jumpable & ~seen:
                    rest = left - (2 if house.leap_two else 3)
                    yield from self._land(rest, to, (*path, a, b, to), (*over, a, b), seen | BIT[a] | BIT[b])

    def _land(
        self, rest: int, to: int, path: tuple[int, ...], over: tuple[int, ...], seen: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        if BIT[to] & seen:
            return
        if rest == 0:
            if BIT[to] & self.stop:
                yield path, over
        elif BIT[to] & self.cross:
            yield from self.go(to, None, rest, path, over, seen | BIT[to])
