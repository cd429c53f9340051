"""What can happen in Spectra: a colour is taken, pyramids are drawn, exchanged, added to trees, or the turn is over."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.events import Fact, Move
from engine.games.spectra_icehouse.pieces import HUES

BAG = -1
"""The partner of an exchange that no player has to serve."""


@dataclass(frozen=True, slots=True)
class TakeColour(Move):
    """The player takes a large pyramid of a colour and begins the trees with it."""

    kind: ClassVar[str] = "take"
    colour: str

    def words(self) -> str:
        return f"take {self.colour}"

    def spots(self) -> tuple[str, ...]:
        return (HUES[self.colour].name,) if self.colour in HUES else ()


@dataclass(frozen=True, slots=True)
class PyramidDrawn(Fact):
    """The player whose turn it is took this piece out of the bag."""

    kind: ClassVar[str] = "draw"
    piece: str

    def words(self) -> str:
        return f"draw {self.piece}"


@dataclass(frozen=True, slots=True)
class PyramidsExchanged(Move):
    """Two pieces go to a partner, or into the bag, and one comes back."""

    kind: ClassVar[str] = "exchange"
    give: tuple[str, str]
    get: str
    partner: int

    def __post_init__(self) -> None:
        # Two pieces have no order on the table, so they have none in an event.
        object.__setattr__(self, "give", tuple(sorted(self.give)))

    def words(self) -> str:
        who = "bag" if self.partner == BAG else str(self.partner + 1)
        return f"exchange {' + '.join(self.give)} for {self.get} with {who}"

    def spots(self) -> tuple[str, ...]:
        return () if self.partner == BAG else (f"seat:{self.partner + 1}",)


@dataclass(frozen=True, slots=True)
class PyramidAdded(Move):
    """A loose piece of the own colour goes to the trees."""

    kind: ClassVar[str] = "add"
    piece: str

    def words(self) -> str:
        return f"add {self.piece}"


@dataclass(frozen=True, slots=True)
class TurnDone(Move):
    """The turn is over; the bag goes to the left."""

    kind: ClassVar[str] = "done"

    def words(self) -> str:
        return "done"
