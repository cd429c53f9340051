"""Whole moves: every way a pawn may go so many spaces at once, under what stands around it (SB-SPC-06..10).

The ways across an empty board are worked out once; a position only tells which of them are free.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import compress
from typing import NamedTuple

from engine.games.spectrum.board import (
    BIT,
    ENTRIES,
    ENTRY_LINES,
    INTERMEDIATES,
    LINES,
    SIDES,
    STARS,
    STOCK,
    beside_any,
    bits,
    mask_of,
)
from engine.games.spectrum.moving import House, Mark, Sight, landings_beside
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, Part
from engine.games.spectrum.state import Path

MOST_WAYS = 1 << 13
"""Lists of one pawn's ways that are kept, some hundred bytes each."""

_USUAL = House.of(Options(), "A", solo=False)


class Ways(NamedTuple):
    """The whole moves of one pawn, what each of them touches, and every space they begin, pass, jump or end at."""

    paths: Sequence[Path]
    marks: Sequence[Mark]
    spaces: int

    @classmethod
    def of(cls, marked: Sequence[tuple[Path, Mark]]) -> "Ways":
        spaces = 0
        for _, (_, needed, _) in marked:
            spaces |= needed
        return cls([path for path, _ in marked], [mark for _, mark in marked], spaces)

    def where(self, kept: Sequence[bool]) -> "Ways":
        """Some of these ways, told one by one."""
        return Ways(list(compress(self.paths, kept)), list(compress(self.marks, kept)), self.spaces)


def mark_of(path: Path) -> Mark:
    """What a whole move alters, where it begins and ends, and all it relies on."""
    origin, spaces, _ = path
    ends = BIT[spaces[-1]] | (BIT[origin] if origin >= 0 else 0)
    return Mark(ends, ends | mask_of(spaces))


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
        walk = partial(_walk, sight, part, area)
        if sight.stock and choice.entry:
            must += [walk(STOCK, entry, touch) for entry in ENTRIES if BIT[entry] & area]
        must += [walk(n, None, touch and not BIT[n] & INTERMEDIATES) for n in bits(sight.own & area)]
        if (part.face or part.bottom) and house.from_neighbour != "strict":
            come = must if part.face and house.from_neighbour == "demanded" else may
            come += [walk(n, None, False) for n in bits(sight.own & choice.spaces & ~area & beside_any(area))]
        if house.closed_primary_exit:
            for n in bits(sight.own & ~choice.spaces & ~INTERMEDIATES & beside_any(area & INTERMEDIATES)):
                ways = walk(n, None, False)
                must.append(ways.where([_into_intermediate(way) for way in ways.paths]))
    return Movers([ways for ways in must if ways.paths], [ways for ways in may if ways.paths])


def _into_intermediate(path: Path) -> bool:
    first = path[1][0]
    return bool(BIT[first] & INTERMEDIATES) and first not in path[2]


def _walk(sight: Sight, part: Part, area: int, origin: int, entry: int | None, touch: bool) -> Ways:
    """Every way of one pawn, or of one that comes in at ``entry``, inside an area; ``touch``: over an intermediate."""
    house, count, jumpable = sight.house, part.count, sight.jumpable
    cross = sight.cross | sight.others & ~STARS if part.stepped else sight.cross
    if house.usual:
        start = starts(area, origin if entry is None else entry, count, entry is not None, touch)
        if count < 4 or not jumpable & start.near:
            return _ways(start, start.ends & sight.stop, start.mids & cross, start.overs & jumpable)
    # With self capture a pawn may stop on another own pawn, never on itself.
    begin = BIT[origin] if origin >= 0 else 0
    room = area & ~begin
    walker = _Walker(house, room & sight.stop, area & cross, room & jumpable, begin)
    found = [(origin, spaces, over) for spaces, over in walker.go(origin, entry, count, (), (), begin)]
    return Ways.of([(path, mark_of(path)) for path in found if not touch or mask_of(path[1]) & INTERMEDIATES])


class Walk(NamedTuple):
    """A way across an empty board: what it touches, and as masks what must be free and where it ends."""

    path: Path
    mark: Mark
    mids: int
    end: int


class Start:
    """Where a pawn's whole moves of one length begin, inside an area.

    ``steps``: its walks without jumps; ``leaps``: those with jumps, by what must be jumped. ``ends``, ``mids`` and
    ``overs``: where any of them ends, what it crosses, what it jumps. ``near``: what its first jump can be over.
    """

    __slots__ = ("ends", "leaps", "mids", "near", "overs", "steps")

    def __init__(self, area: int, first: int, count: int, from_stock: bool, touch: bool) -> None:
        origin, entry, begin = (STOCK, first, 0) if from_stock else (first, None, BIT[first])
        self.ends = self.mids = self.overs = 0
        self.near = BIT[first]
        for _ in range(count - 1):
            self.near |= beside_any(self.near) & area
        leaps: dict[int, list[Walk]] = {}
        # Four spaces are listed without jumps: there are too many of those to keep.
        walker = _Walker(_USUAL, area & ~begin, area & ~STARS, area & ~begin if count < 4 else 0, begin)
        for spaces, over in walker.go(origin, entry, count, (), (), begin):
            if not touch or mask_of(spaces) & INTERMEDIATES:
                path, overs, end = (origin, spaces, over), mask_of(over), BIT[spaces[-1]]
                mids = mask_of(spaces[:-1]) & ~overs
                self.ends, self.mids, self.overs = self.ends | end, self.mids | mids, self.overs | overs
                leaps.setdefault(overs, []).append(Walk(path, mark_of(path), mids, end))
        self.steps = leaps.pop(0, [])
        self.leaps = tuple(leaps.items())


starts = cache(Start)
"""A game knows few areas: a hue, or the hues that a roll opens."""


@lru_cache(maxsize=MOST_WAYS)
def _ways(start: Start, stop: int, cross: int, jumpable: int) -> Ways:
    """The ways of one pawn, kept by what stands around it: that mostly stays as it is from turn to turn."""
    walks = start.steps
    if jumpable:
        walks = [*walks, *(walk for overs, over_them in start.leaps if not overs & ~jumpable for walk in over_them)]
    return Ways.of([(path, mark) for path, mark, mids, end in walks if end & stop and not mids & ~cross])


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
