"""Spectrum Poker: where a game stands."""

from dataclasses import dataclass
from typing import Literal

from engine.components.hands import Hand
from engine.core.audit import Remark
from engine.core.events import Seat

Phase = Literal["deal", "draw", "drawing", "board", "show", "over"]


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended: who won the pot, what with (none when all others folded), and each winner's five cards."""

    winners: tuple[Seat, ...]
    category: str = ""
    cards: tuple[Hand, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. ``paid``: chips put in this deal; ``chips``: won and lost in the deals before."""

    phase: Phase
    chips: tuple[int, ...]
    paid: tuple[int, ...]
    hands: tuple[Hand, ...]
    shown: tuple[Hand, ...]
    folded: tuple[bool, ...]
    dealer: Seat = 0
    deal: int = 1
    to_move: Seat = 0
    owed: int = 0
    board: Hand = ()
    away: Hand = ()
    last: DealResult | None = None
    remarks: tuple[Remark, ...] = ()

    def cards(self) -> Hand:
        """Every card that left the deck, as far as known."""
        shown = [card for seat, cards in enumerate(self.shown) if not self.hands[seat] for card in cards]
        return (*(card for hand in self.hands for card in hand), *shown, *self.board, *self.away)

    @property
    def still_in(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, gone in enumerate(self.folded) if not gone)
