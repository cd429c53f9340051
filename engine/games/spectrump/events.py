"""Spectrump: what players do."""

from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import Card, hidden
from engine.components.hands import Hand
from engine.components.hues import Hue
from engine.core.events import Move, Seat


@dataclass(frozen=True, slots=True)
class Load(Move):
    """The player changes two cards between his sets; with no cards: his sets are ready."""

    kind: ClassVar[str] = "load"
    cards: Hand = ()

    def words(self) -> str:
        return f"load {self.cards[0]} {self.cards[1]}" if len(self.cards) == 2 else "ready"

    def visible_to(self, seat: Seat | None) -> "Load":
        return self if seat == self.seat else Load(self.seat, hidden(self.cards))


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """The player would make this hue trump and owns so many cards of it."""

    kind: ClassVar[str] = "bid"
    hue: Hue
    number: int

    def words(self) -> str:
        return f"bid {self.hue.name}{self.number}"

    def spots(self) -> tuple[str, ...]:
        return (f"{self.hue.name}1",)


@dataclass(frozen=True, slots=True)
class PassAuction(Move):
    """The player is out of this auction."""

    kind: ClassVar[str] = "pass"

    def words(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class PlayToTrick(Move):
    """The player lays a card of his current set to the trick."""

    kind: ClassVar[str] = "play"
    card: Card

    def words(self) -> str:
        return f"play {self.card}"

    def spots(self) -> tuple[str, ...]:
        return (f"{self.card.hue.name}1",) if self.card.hue is not None else ()
