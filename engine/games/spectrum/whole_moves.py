"""Whole moves: every path by which a pawn may go so many spaces at once, under what stands around it (SB-SPC-06..10).

The paths across an empty board are worked out once; a position only says which of them are free.
"""

from collections.abc import Iterator
from functools import cache, lru_cache, partial
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
from engine.games.spectrum.footprints import Footprint, footprint_of
from engine.games.spectrum.masks import PartMoves, PawnMoves, PositionMasks
from engine.games.spectrum.movement import MovementRules, landings_beside
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, Part
from engine.games.spectrum.state import Path

MOST_KEPT = 1 << 13
"""Lists of one pawn's moves that are kept, some hundred bytes each; chosen by hand, for a few MB at most."""

_USUAL = MovementRules.of(Options(), "A", solo=False)


def whole_moves(masks: PositionMasks, choice: Choice, part: Part) -> list[Path]:
    """Every whole move of a part."""
    found = [path for moves in part_moves(masks, choice, part).all for path in moves.paths]
    return found if len(part.areas) < 2 else list(dict.fromkeys(found))


def part_moves(masks: PositionMasks, choice: Choice, part: Part) -> PartMoves:
    """The whole moves of a part, pawn by pawn, those of pawns that have some; two areas may give the same move."""
    movement, must, may = masks.movement, list[PawnMoves](), list[PawnMoves]()
    for part_area in part.areas:
        area = part_area.spaces
        touch = part_area.touch and area & INTERMEDIATES != area
        paths_of = partial(_pawn_moves, masks, part, area)
        if masks.stock and choice.entry:
            must += [paths_of(STOCK, entry, touch) for entry in ENTRIES if BIT[entry] & area]
        must += [paths_of(n, None, touch and not BIT[n] & INTERMEDIATES) for n in bits(masks.own & area)]
        if (part.face or part.bottom) and movement.from_neighbour != "strict":
            come = must if part.face and movement.from_neighbour == "demanded" else may
            come += [paths_of(n, None, False) for n in bits(masks.own & choice.spaces & ~area & beside_any(area))]
        if movement.closed_primary_exit:
            for n in bits(masks.own & ~choice.spaces & ~INTERMEDIATES & beside_any(area & INTERMEDIATES)):
                moves = paths_of(n, None, False)
                must.append(moves.where([_into_intermediate(path) for path in moves.paths]))
    return PartMoves([moves for moves in must if moves.paths], [moves for moves in may if moves.paths])


def _into_intermediate(path: Path) -> bool:
    first = path[1][0]
    return bool(BIT[first] & INTERMEDIATES) and first not in path[2]


def _pawn_moves(masks: PositionMasks, part: Part, area: int, origin: int, entry: int | None, touch: bool) -> PawnMoves:
    """Every move of one pawn, or of one that comes in at ``entry``, inside an area; ``touch``: over an intermediate."""
    movement, count, jumpable = masks.movement, part.count, masks.jumpable
    cross = masks.cross | masks.others & ~STARS if part.stepped else masks.cross
    if movement.usual:
        start = empty_board_moves(area, origin if entry is None else entry, count, entry is not None, touch)
        if count < 4 or not jumpable & start.near:
            return _free_moves(start, start.ends & masks.stop, start.mids & cross, start.overs & jumpable)
    # With self capture a pawn may stop on another own pawn, never on itself.
    begin = BIT[origin] if origin >= 0 else 0
    room = area & ~begin
    search = _PathSearch(movement, room & masks.stop, area & cross, room & jumpable, begin)
    found = [(origin, spaces, over) for spaces, over in search.paths(origin, entry, count, (), (), begin)]
    return PawnMoves.of([(path, footprint_of(path)) for path in found if not touch or mask_of(path[1]) & INTERMEDIATES])


class EmptyBoardMove(NamedTuple):
    """A path across an empty board: what it touches, and as masks what must be free and where it ends."""

    path: Path
    footprint: Footprint
    mids: int
    end: int


class EmptyBoardMoves:
    """One pawn's whole moves of one length inside an area, on an empty board.

    ``steps``: its moves without jumps; ``leaps``: those with jumps, by what must be jumped. ``ends``, ``mids`` and
    ``overs``: where any of them ends, what it crosses, what it jumps. ``near``: what its first jump can be over.
    """

    __slots__ = ("ends", "leaps", "mids", "near", "overs", "steps")

    def __init__(self, area: int, first: int, count: int, from_stock: bool, touch: bool) -> None:
        origin, entry, begin = (STOCK, first, 0) if from_stock else (first, None, BIT[first])
        self.ends = self.mids = self.overs = 0
        self.near = BIT[first]
        for _ in range(count - 1):
            self.near |= beside_any(self.near) & area
        leaps: dict[int, list[EmptyBoardMove]] = {}
        # Four spaces are listed without jumps: there are too many of those to keep.
        search = _PathSearch(_USUAL, area & ~begin, area & ~STARS, area & ~begin if count < 4 else 0, begin)
        for spaces, over in search.paths(origin, entry, count, (), (), begin):
            if not touch or mask_of(spaces) & INTERMEDIATES:
                path, overs, end = (origin, spaces, over), mask_of(over), BIT[spaces[-1]]
                mids = mask_of(spaces[:-1]) & ~overs
                self.ends, self.mids, self.overs = self.ends | end, self.mids | mids, self.overs | overs
                leaps.setdefault(overs, []).append(EmptyBoardMove(path, footprint_of(path), mids, end))
        self.steps = leaps.pop(0, [])
        self.leaps = tuple(leaps.items())


empty_board_moves = cache(EmptyBoardMoves)
"""A game knows few areas: a hue, or the hues that a roll opens."""


@lru_cache(maxsize=MOST_KEPT)
def _free_moves(start: EmptyBoardMoves, stop: int, cross: int, jumpable: int) -> PawnMoves:
    """The moves of one pawn, kept by what stands around it: that mostly stays as it is from turn to turn."""
    moves = start.steps
    if jumpable:
        moves = [*moves, *(move for overs, jumping in start.leaps if not overs & ~jumpable for move in jumping)]
    return PawnMoves.of([(path, footprint) for path, footprint, mids, end in moves if end & stop and not mids & ~cross])


class _PathSearch:
    """A depth-first search for paths of exactly so many spaces inside an area."""

    __slots__ = ("cross", "jumpable", "movement", "start", "stop")

    def __init__(self, movement: MovementRules, stop: int, cross: int, jumpable: int, start: int) -> None:
        self.movement, self.stop, self.cross, self.jumpable, self.start = movement, stop, cross, jumpable, start

    def paths(
        self, at: int, entry: int | None, left: int, path: tuple[int, ...], over: tuple[int, ...], seen: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Every rest of a path, ``left`` spaces long, from space ``at`` (or in at ``entry``), with what it jumps.

        ``path``, ``over``: what leads here and which of it is jumped; ``seen``: a mask of the spaces used so far.
        """
        sides = SIDES[at] if entry is None else (entry,)
        if left == 1:
            for n in sides:
                if BIT[n] & self.stop & ~seen:
                    yield (*path, n), over
            return
        back = self.start if self.movement.revisit else seen
        for n in sides:
            if BIT[n] & self.cross and not BIT[n] & back:
                yield from self.paths(n, None, left - 1, (*path, n), over, seen | BIT[n])
        if self.jumpable:
            yield from self._over_pawns(at, entry, left, path, over, seen)

    def _over_pawns(
        self, at: int, entry: int | None, left: int, path: tuple[int, ...], over: tuple[int, ...], seen: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for j, landings in landings_beside(self.movement, at, entry):
            if BIT[j] & self.jumpable & ~seen:
                for to in landings:
                    yield from self._from_landing(left - 2, to, (*path, j, to), (*over, j), seen | BIT[j])
        movement = self.movement
        if movement.leap_two or (movement.chain_jump and left >= 3):
            for a, b, to in LINES[at] if entry is None else ENTRY_LINES[entry]:
                if BIT[a] & self.jumpable & ~seen and BIT[b] & self.jumpable & ~seen:
                    rest = left - (2 if movement.leap_two else 3)
                    yield from self._from_landing(rest, to, (*path, a, b, to), (*over, a, b), seen | BIT[a] | BIT[b])

    def _from_landing(
        self, rest: int, to: int, path: tuple[int, ...], over: tuple[int, ...], seen: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        if BIT[to] & seen:
            return
        if rest == 0:
            if BIT[to] & self.stop:
                yield path, over
        elif BIT[to] & self.cross:
            yield from self.paths(to, None, rest, path, over, seen | BIT[to])
