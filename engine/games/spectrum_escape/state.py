"""Where a game of Spectrum Escape stands, and whose move it is (SB-ESC-07 to SB-ESC-09)."""

from dataclasses import dataclass
from typing import Literal

from engine.components.hues import Hue
from engine.core.events import Seat

PAWNS = 10
N_D6, N_D12 = 4, 5
TARGETS: dict[int, int] = {2: 7, 3: 5, 4: 4}
"""Pawns to bring off the board, by the number of players (SB-ESC-01)."""

RoundKind = Literal["d6", "d12"]


Lane = tuple[int, ...]
"""Each player's place in one colour, counted outward from the centre; 0: no pawn there."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    ``lanes``: one for each hue. ``escaped``: pawns off the board. ``cycle``: pairs of rounds played. ``turn``: moves
    done in this round. ``own``: the own dice, None before they are thrown; ``common``: the common dice not yet used,
    None before they are thrown. ``own_used``, ``common_used``, ``withdrawn``: what each player did this round.
    ``last``: the colour in which a pawn escaped just now.
    """

    lanes: tuple[Lane, ...]
    escaped: tuple[int, ...]
    own: tuple[Hue | None, ...]
    own_used: tuple[bool, ...]
    common_used: tuple[bool, ...]
    withdrawn: tuple[bool, ...]
    common: tuple[Hue, ...] | None = None
    cycle: int = 0
    round: RoundKind = "d6"
    turn: int = 0
    last: Hue | None = None
    over: bool = False

    @property
    def seats(self) -> int:
        return len(self.escaped)

    @property
    def rolled(self) -> bool:
        return self.common is not None and None not in self.own

    @property
    def mover(self) -> Seat:
        """Whose move it is: first all first moves, then all second ones, in the same order (SB-ESC-07)."""
        return mover_at(len(self.escaped), self.cycle, self.turn)

    def stock(self, seat: Seat) -> int:
        """Pawns that are neither on the board nor off it."""
        return PAWNS - self.escaped[seat] - sum(lane[seat] > 0 for lane in self.lanes)


def play_order(seats: int, cycle: int) -> tuple[Seat, ...]:
    """The order of play; after each pair of rounds the first player goes last (SB-ESC-09)."""
    return tuple(mover_at(seats, cycle, turn) for turn in range(seats))


def mover_at(seats: int, cycle: int, turn: int) -> Seat:
    """Whose move number ``turn`` of a round is, counted from 0."""
    return (cycle + turn) % seats


def dice_split(seats: int, kind: RoundKind) -> tuple[int, int, int]:
    """Own dice, common cubes, common twelve-sided dice of a round (SB-ESC-07, SB-ESC-08)."""
    return (seats, N_D6 - seats, N_D12) if kind == "d6" else (seats, N_D6, N_D12 - seats)
