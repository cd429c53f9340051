"""What can happen in SIXCHEX Spectrum: cards and dice are shown, players choose a home, move a coin or pass."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events import Fact, Move
from engine.games.sixchex_spectrum.board import COLUMNS


@dataclass(frozen=True, slots=True)
class CardsLaid(Fact):
    """The 72 cards lie face up, row by row from the top left."""

    kind: ClassVar[str] = "lay"
    cards: tuple[str, ...]

    def words(self) -> str:
        rows = (self.cards[n : n + COLUMNS] for n in range(0, len(self.cards), COLUMNS))
        return "lay " + " / ".join(" ".join(row) for row in rows)


@dataclass(frozen=True, slots=True)
class StartRoll(Fact):
    """What those who are still to be compared threw, in the order of their seats: two dice each, or one (D-SIX-02)."""

    kind: ClassVar[str] = "start"
    dice: tuple[int, ...]

    def words(self) -> str:
        return f"start {' '.join(map(str, self.dice))}"


@dataclass(frozen=True, slots=True)
class DieRolled(Fact):
    """The die of this turn."""

    kind: ClassVar[str] = "roll"
    die: int

    def words(self) -> str:
        return f"roll {self.die}"


@dataclass(frozen=True, slots=True)
class AgreedDraw(Fact):
    """Everybody who still has coins agrees to a draw."""

    kind: ClassVar[str] = "agree"

    def words(self) -> str:
        return "agree draw"


@dataclass(frozen=True, slots=True)
class TakeHome(Move):
    """The player takes a home colour."""

    kind: ClassVar[str] = "home"
    colour: str

    def words(self) -> str:
        return f"home {self.colour}"


@dataclass(frozen=True, slots=True)
class CoinMoved(Move):
    """A coin goes from a card to another; ``path`` is where it lands, or every card it steps on."""

    kind: ClassVar[str] = "move"
    start: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"move {self.start} {' '.join(self.path)}"

    def spots(self) -> tuple[str, ...]:
        return (self.start, *self.path)


@dataclass(frozen=True, slots=True)
class CoinPass(Move):
    """No coin can go as far as the die says."""

    kind: ClassVar[str] = "pass"

    def words(self) -> str:
        return "pass"
