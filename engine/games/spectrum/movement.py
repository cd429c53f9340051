"""The table's rulings on movement, and the jumps that they allow across the board, whoever stands where."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from engine.games.spectrum.board import (
    BIT,
    ENTRIES,
    ENTRY_JUMPS,
    ENTRY_LINES,
    HUE,
    JUMPS,
    LINES,
    RING,
    SPACES,
    STOCK,
)
from engine.games.spectrum.options import Options
from engine.games.spectrum.state import Path

Leaps = tuple[tuple[tuple[int, tuple[tuple[int, Path], ...]], ...], ...]
"""For each space, and last for the stock: what must be jumped, as a mask, with each landing behind it and the path."""


@dataclass(frozen=True, slots=True)
class MovementRules:
    """The table's rulings that movement asks for; each is the option of about the same name in ``options.py``."""

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
    """Whether paths across the board are the usual ones, which are worked out once for all."""
    leaps: Leaps = field(init=False, compare=False, repr=False)
    """The jumps of a normal roll."""

    def __post_init__(self) -> None:
        odd = self.leap_two or self.chain_jump or self.entry_lane or self.revisit or not self.star_by_point
        object.__setattr__(self, "usual", not odd)
        object.__setattr__(self, "leaps", _leaps(self))

    @classmethod
    def of(cls, options: Options, edition: str, solo: bool) -> "MovementRules":
        """What the options of a table say about movement; ``auto`` follows the edition, or that one plays alone."""
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


@cache
def _leaps(movement: MovementRules) -> Leaps:
    """The jumps of a normal roll under the table's rulings, whoever stands where."""

    def leaps(n: int, entry: int | None) -> Iterator[tuple[int, tuple[tuple[int, Path], ...]]]:
        for over, landings in landings_beside(movement, n, entry):
            yield BIT[over], tuple((BIT[to], (n, (over, to), (over,))) for to in landings)
        if movement.leap_two:
            for a, b, to in LINES[n] if entry is None else ENTRY_LINES[entry]:
                yield BIT[a] | BIT[b], ((BIT[to], (n, (a, b, to), (a, b))),)

    stock = tuple(leap for entry in ENTRIES for leap in leaps(STOCK, entry))
    return (*(tuple(leaps(n, None)) for n in range(SPACES)), stock)


def landings_beside(movement: MovementRules, n: int, entry: int | None) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The spaces beside ``n`` that may be jumped, each with its landings, under the table's rulings.

    ``entry``: the entry space at which a pawn from the stock comes in; None for a pawn on the board.
    """
    if entry is not None:
        yield entry, ((entry + 1,) if movement.entry_lane else ENTRY_JUMPS[entry])
        return
    for over, landings in JUMPS[n]:
        if movement.star_by_point:
            yield over, landings
        else:
            yield over, tuple(to for to in landings if RING[to] < 9 or HUE[to] == HUE[over])
