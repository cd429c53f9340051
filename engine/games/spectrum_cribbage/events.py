"""Spectrum Cribbage: what players do and the table shows."""

from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import Card, cards_text, hidden
from engine.components.hands import Hand
from engine.core.events import Fact, Move, Seat


@dataclass(frozen=True, slots=True)
class Cut(Fact):
    """A player cut this card for the deal."""

    kind: ClassVar[str] = "cut"
    player: Seat
    card: Card

    def words(self) -> str:
        return f"cut {self.player + 1} {self.card}"


@dataclass(frozen=True, slots=True)
class ToCrib(Move):
    """The player lays cards into the crib, face down."""

    kind: ClassVar[str] = "crib"
    cards: Hand

    def words(self) -> str:
        return f"crib {cards_text(self.cards)}"

    def visible_to(self, seat: Seat | None) -> "ToCrib":
        return self if seat == self.seat else ToCrib(self.seat, hidden(self.cards))


@dataclass(frozen=True, slots=True)
class Starter(Fact):
    """The card that was turned up."""

    kind: ClassVar[str] = "starter"
    card: Card

    def words(self) -> str:
        return f"starter {self.card}"


@dataclass(frozen=True, slots=True)
class PegCard(Move):
    """The player lays a card."""

    kind: ClassVar[str] = "play"
    card: Card

    def words(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class SayGo(Move):
    """The player says that no card of his fits any more."""

    kind: ClassVar[str] = "go"

    def words(self) -> str:
        return "go"


@dataclass(frozen=True, slots=True)
class CountHand(Move):
    """The player counts his hand, or the dealer the crib; cards are named only if nobody saw them yet."""

    kind: ClassVar[str] = "show"
    cards: Hand = ()
    claim: int | None = None

    def words(self) -> str:
        claim = "" if self.claim is None else f" = {self.claim}"
        return f"show {cards_text(self.cards)}".strip() + claim
