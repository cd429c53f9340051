"""What can happen in Spectrum Escape: dice are shown, pawns enter, go on or are withdrawn, dice are lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.hues import Hue
from engine.core.events import Fact, Move, Seat

Die = Literal["own", "common"]
"""Whose die a move is made by: the player's own, or one that lies there for everybody."""


def hues_text(hues: Sequence[Hue]) -> str:
    return " ".join(hue.name for hue in hues)


@dataclass(frozen=True, slots=True)
class OwnDieRolled(Fact):
    """A player's own die of this round."""

    kind: ClassVar[str] = "own"
    seat: Seat
    hue: Hue

    def words(self) -> str:
        return f"own {self.hue.name} for {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class CommonDiceRolled(Fact):
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
class PawnMoved(Move):
    """A pawn enters or goes on in a colour, by the player's own die or by a common one."""

    kind: ClassVar[str] = "go"
    hue: Hue
    die: Die

    def words(self) -> str:
        return f"go {self.hue.name} {self.die}"

    def spots(self) -> tuple[str, ...]:
        return tuple(f"{self.hue.name}{ring}" for ring in range(9, 0, -1))


@dataclass(frozen=True, slots=True)
class DieLost(Move):
    """A die that moves nothing is used up (ruling 114)."""

    kind: ClassVar[str] = "lose"
    hue: Hue
    die: Die

    def words(self) -> str:
        return f"lose {self.hue.name} {self.die}"


@dataclass(frozen=True, slots=True)
class PawnWithdrawn(Move):
    """Both moves of the round are given up to take a pawn back into the stock (SB-ESC-10)."""

    kind: ClassVar[str] = "withdraw"
    hue: Hue

    def words(self) -> str:
        return f"withdraw {self.hue.name}"
