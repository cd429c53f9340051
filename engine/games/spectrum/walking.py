"""Whole moves: every way a pawn may go so many spaces at once, under what stands around it (SB-SPC-06..10).

The ways across an empty board are worked out once; a position only tells which of them are free.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.games.spectrum.board import (
    BIT,
    ENTRIES,
    ENTRY_LINES,
    INTERMEDIATES,
    LINES,
    SIDES,
    SPACES,
    STARS,
    STOCK,
    beside_any,
    bits,
    mask_of,
)
from engine.games.spectrum.moving import House, Path, Sight, landings_beside
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, Part

MOST_WAYS = 1 << 13
"""Lists of one pawn's ways that are kept, some hundred bytes each."""

_USUAL = House.of(Options(), "A", solo=False)


class Ways(NamedTuple):
    """The whole moves of one pawn, and every space they begin, pass, jump or end at."""

    paths: Sequence[Path]
    spaces: int


class Movers(NamedTuple):
    """The pawns that can make a part: those that must where nothing else is left, and those that only may (D-35)."""

    must: list[Ways]
    may: list[Ways]

    @property
    def all(self) -> list[Ways]:
        return [*self.must, *self.may] if self.may else self.must


def whole_moves(sight: Sight, choice: Choice, part: Part) -> list[Path]:
    """Every whole move of a part."""
    found = [path for ways in movers(sight, choice, part).all for path in ways.paths]
    return found if len(part.zones) < 2 else list(dict.fromkeys(found))


def movers(sight: Sight, choice: Choice, part: Part) -> Movers:
    """The whole moves of a part, pawn by pawn, those of pawns that have some; two zones may give the same move."""
    house, must, may = sight.house, list[Ways](), list[Ways]()
    for zone in part.zones:
        area = zone.spaces
        touch = zone.touch and area & INTERMEDIATES != area
        crowd = Crowd.of(sight, area, stepped=part.stepped)
        if sight.stock and choice.entry:
            must += [_walk(crowd, part.count, STOCK, entry, touch) for entry in ENTRIES if BIT[entry] & area]
        must += [
            _walk(crowd, part.count, n, None, touch and not BIT[n] & INTERMEDIATES) for n in bits(sight.own & area)
        ]
        if part.face and house.from_neighbour != "strict":
            near = bits(sight.own & choice.spaces & ~area & beside_any(area))
            come = must if house.from_neighbour == "demanded" else may
            come += [_walk(crowd, part.count, n, None, False) for n in near]
        if house.closed_primary_exit:
            for n in bits(sight.own & ~choice.spaces & ~INTERMEDIATES & beside_any(area & INTERMEDIATES)):
                ways = _walk(crowd, part.count, n, None, False)
                must.append(ways._replace(paths=[way for way in ways.paths if _into_intermediate(way)]))
    return Movers([ways for ways in must if ways.paths], [ways for ways in may if ways.paths])


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
        for j, landings in landings_beside(self.house, at, entry):
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
