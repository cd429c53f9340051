"""Spectrumo: what players do."""

from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import UNKNOWN, Card
from engine.components.lights import number_spot
from engine.core.events import Fact, Move, Seat


@dataclass(frozen=True, slots=True)
class LayCard(Move):
    """Lay a card on the table card. Swap Cards names the ``other`` player, counted from 0, and how many."""

    kind: ClassVar[str] = "play"
    card: Card
    other: Seat | None = None
    count: int = 0

    def words(self) -> str:
        return f"play {self.card}" + (f" with {self.other + 1} for {self.count}" if self.other is not None else "")

    def spots(self) -> tuple[str, ...]:
        return (number_spot(self.card.hue, self.card.number),) if self.card.hue is not None else ()


@dataclass(frozen=True, slots=True)
class FinishTurn(Move):
    """End the turn without a card."""

    kind: ClassVar[str] = "pass"

    def words(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Hand a card over in an exchange."""

    kind: ClassVar[str] = "give"
    card: Card

    def words(self) -> str:
        return f"give {self.card}"

    def visible_to(self, seat: Seat | None) -> "Give":
        return self if seat == self.seat else Give(self.seat, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Pick(Move):
    """Take the card at this place, from 1, of the other hand, unseen."""

    kind: ClassVar[str] = "pick"
    place: int

    def words(self) -> str:
        return f"pick {self.place}"


@dataclass(frozen=True, slots=True)
class Wrong(Fact):
    """Player ``of`` laid a card that was not allowed; it goes back and costs two cards (SO-PEN-01)."""

    kind: ClassVar[str] = "wrong"
    of: Seat
    card: Card

    def words(self) -> str:
        return f"wrong {self.of + 1} {self.card}"
