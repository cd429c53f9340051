"""What can happen in Spectrangle: tiles are drawn, placed, exchanged, or a turn is skipped."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events import Fact, Move, Seat


@dataclass(frozen=True, slots=True)
class TilesDrawn(Fact):
    """A player took these tiles out of the bag and laid them open."""

    kind: ClassVar[str] = "draw"
    seat: Seat
    tiles: tuple[str, ...]

    def words(self) -> str:
        return f"draw {' '.join(self.tiles)} for {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class TilePlaced(Move):
    """A tile goes onto the board; ``tile`` as it lies there, clockwise from its level edge."""

    kind: ClassVar[str] = "place"
    tile: str
    field: int

    def words(self) -> str:
        return f"place {self.tile} T{self.field}"

    def spots(self) -> tuple[str, ...]:
        return (f"T{self.field}",)


@dataclass(frozen=True, slots=True)
class TileExchanged(Move):
    """A tile goes back into the bag; the turn ends, and another is drawn for it."""

    kind: ClassVar[str] = "exchange"
    tile: str

    def words(self) -> str:
        return f"exchange {self.tile}"


@dataclass(frozen=True, slots=True)
class TurnSkipped(Move):
    """The turn is missed."""

    kind: ClassVar[str] = "skip"

    def words(self) -> str:
        return "skip"
