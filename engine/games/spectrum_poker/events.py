"""Spectrum Poker: what players do and the table shows."""

from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import cards_text, hidden
from engine.components.hands import Hand
from engine.core.events import Fact, Move, Seat


@dataclass(frozen=True, slots=True)
class ExchangeCards(Move):
    """The player lays cards away, face down, and will get as many; none: he keeps his hand."""

    kind: ClassVar[str] = "exchange"
    cards: Hand = ()

    def words(self) -> str:
        return f"exchange {cards_text(self.cards)}" if self.cards else "stand"

    def visible_to(self, seat: Seat | None) -> "ExchangeCards":
        return self if seat == self.seat else ExchangeCards(self.seat, hidden(self.cards))


@dataclass(frozen=True, slots=True)
class Fold(Move):
    """The player gives up this deal."""

    kind: ClassVar[str] = "fold"

    def words(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class ShowHand(Move):
    """The player lays his cards open; they need no naming when his hand is known."""

    kind: ClassVar[str] = "show"
    cards: Hand = ()

    def words(self) -> str:
        return f"show {cards_text(self.cards)}".strip()


@dataclass(frozen=True, slots=True)
class ReplacementsDrawn(Fact):
    """The cards that came for those laid away; none named: nobody saw them."""

    kind: ClassVar[str] = "draw"
    cards: Hand = ()

    def words(self) -> str:
        return f"draw {cards_text(self.cards)}".strip()

    def visible_to(self, seat: Seat | None) -> "ReplacementsDrawn":
        return ReplacementsDrawn(hidden(self.cards), source=self.source)


@dataclass(frozen=True, slots=True)
class CommunityCards(Fact):
    """Cards laid open for all."""

    kind: ClassVar[str] = "board"
    cards: Hand

    def words(self) -> str:
        return f"board {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Chips(Fact):
    """A player put chips in. Recorded, not judged."""

    kind: ClassVar[str] = "chips"
    player: Seat
    amount: int

    def words(self) -> str:
        return f"chips {self.player + 1} {self.amount}"
