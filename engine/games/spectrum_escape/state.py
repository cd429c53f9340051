"""What a table of Spectrum Escape can choose, what can happen, and where a game stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.hues import Hue
from engine.core.events import Fact, Move, Seat
from engine.core.game import option

PAWNS = 10
N_D6, N_D12 = 4, 5
TARGETS: dict[int, int] = {2: 7, 3: 5, 4: 4}
"""Pawns to bring off the board, by the number of players (SB-ESC-01)."""

RoundKind = Literal["d6", "d12"]


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    lone_leader: Literal["one", "from_centre"] = option(
        "one", "A pawn alone in its colour goes one space, or as far as it is from the centre (ruling 112)."
    )
    escape_first_ring: Literal[9, 8] = option(9, "Pawns come in on the star (9) or on the space before it (8) (111).")
    deny_die: bool = option(False, "A common die may be taken although it is of no use, to keep it from others (116).")


# ---- events


def hues_text(hues: Sequence[Hue]) -> str:
    return " ".join(hue.name for hue in hues)


@dataclass(frozen=True, slots=True)
class OwnRolled(Fact):
    """A player's own die of this round."""

    kind: ClassVar[str] = "own"
    seat: Seat
    hue: Hue

    def words(self) -> str:
        return f"own {self.hue.name} for {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class CommonRolled(Fact):
    """The dice that lie there for everybody; they have no order."""

    kind: ClassVar[str] = "common"
    d6: tuple[Hue, ...]
    d12: tuple[Hue, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "d6", tuple(sorted(self.d6)))
        object.__setattr__(self, "d12", tuple(sorted(self.d12)))

    def words(self) -> str:
        return f"common {hues_text(self.d6)} / {hues_text(self.d12)}"


@dataclass(frozen=True, slots=True)
class Go(Move):
    """A pawn enters or goes on in a colour, by the player's own die or by a common one."""

    kind: ClassVar[str] = "go"
    hue: Hue
    die: Literal["own", "common"]

    def words(self) -> str:
        return f"go {self.hue.name} {self.die}"

    def spots(self) -> tuple[str, ...]:
        return tuple(f"{self.hue.name}{ring}" for ring in range(9, 0, -1))


@dataclass(frozen=True, slots=True)
class Lose(Move):
    """A die that moves nothing is used up (ruling 114)."""

    kind: ClassVar[str] = "lose"
    hue: Hue
    die: Literal["own", "common"]

    def words(self) -> str:
        return f"lose {self.hue.name} {self.die}"


@dataclass(frozen=True, slots=True)
class Withdraw(Move):
    """Both moves of the round are given up to take a pawn back into the stock (SB-ESC-10)."""

    kind: ClassVar[str] = "withdraw"
    hue: Hue

    def words(self) -> str:
        return f"withdraw {self.hue.name}"


# ---- the state

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
