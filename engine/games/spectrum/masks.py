"""A position as the player to move sees it, as masks of spaces, and the whole moves that were found in it."""

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from engine.core.ids import Seat
from engine.games.spectrum.board import STARS, stars_of, union
from engine.games.spectrum.footprints import Footprint
from engine.games.spectrum.movement import MovementRules
from engine.games.spectrum.state import MovedPawn, PartialMove, Path, Plan


class PawnMoves(NamedTuple):
    """The whole moves of one pawn, what each of them touches, and every space they begin, pass, jump or end at."""

    paths: Sequence[Path]
    footprints: Sequence[Footprint]
    spaces: int

    @classmethod
    def of(cls, moves: Sequence[tuple[Path, Footprint]]) -> "PawnMoves":
        """Paths of one pawn, each with its footprint, as one value."""
        spaces = 0
        for _, (_, needed, _) in moves:
            spaces |= needed
        return cls([path for path, _ in moves], [footprint for _, footprint in moves], spaces)

    def where(self, kept: Sequence[bool]) -> "PawnMoves":
        """Those of the moves for which ``kept``, in the same order, is true."""
        return PawnMoves(list(compress(self.paths, kept)), list(compress(self.footprints, kept)), self.spaces)


class PartMoves(NamedTuple):
    """What pawns can make a part: those that must where nothing else is left, and those that only may (D-35)."""

    must: list[PawnMoves]
    may: list[PawnMoves]

    @property
    def all(self) -> list[PawnMoves]:
        """The moves of either."""
        return [*self.must, *self.may] if self.may else self.must


class PositionMasks:
    """The position as one player sees it: own pawns, jumpable ones, spaces one may stop on, spaces one may cross.

    ``moved``: the pawns that moved this turn. ``before``: the position in which the move began that is entered only in
    part, ``so_far``. What ``TurnRules`` works out for this position is kept here: ``part_moves`` and ``footprints`` by
    choice and part, ``due`` by plan and part, ``paths`` by plan.
    """

    __slots__ = (
        "before", "cross", "due", "footprints", "jumpable", "moved", "movement", "others", "own", "part_moves", "paths",
        "placed", "so_far", "stock", "stop", "taken",
    )  # fmt: skip

    def __init__(
        self,
        movement: MovementRules,
        pawns: tuple[int, ...],
        stars: tuple[int, ...],
        stock: tuple[int, ...],
        seat: Seat,
        moved: tuple[MovedPawn, ...],
        half: PartialMove | None = None,
    ) -> None:
        """The masks of a state's fields of these names, for the player at ``seat``."""
        self.movement, self.moved = movement, moved
        self.before: PositionMasks | None = None
        if half is not None:
            self.before = PositionMasks(movement, half.pawns, stars, half.stock, seat, half.moved)
            self.so_far, self.placed = half.so_far, half.placed
        self.footprints: dict[tuple[str, int], Sequence[Footprint] | None] = {}
        self.part_moves: dict[tuple[str, int], PartMoves] = {}
        self.due: dict[tuple[Plan, int], list[PawnMoves]] = {}
        self.paths: dict[Plan, dict[Path, None]] = {}
        self.own = own = pawns[seat]
        self.others = others = union(pawns) & ~own
        self.stock = stock[seat]
        self.taken = taken = stars_of(stars)
        # A space may be stopped on unless an own pawn or a taken star is there (SB-MOV-05, SB-STR-02).
        self.stop = ~(taken if movement.self_capture else own | taken)
        self.cross = ~(own | others | STARS)
        self.jumpable = others | (own if movement.self_jump else 0)
