"""Spectrum Cribbage: where a game stands."""

from dataclasses import dataclass
from typing import Literal

from engine.components.cards import UNKNOWN, Card
from engine.components.hands import Hand
from engine.core.audit import Remark
from engine.core.events import Seat
from engine.games.spectrum_cribbage.count import Breakdown

Phase = Literal["cut", "deal", "layaway", "starter", "play", "count", "over"]


@dataclass(frozen=True, slots=True)
class GoCall:
    """A Go: who said it, at what total, and how many cards he had played by then."""

    player: Seat
    total: int
    played: int


@dataclass(frozen=True, slots=True)
class Peg:
    """Points a team just got, and what for."""

    team: int
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. Teams are seats by turns: 0 and 2 against 1 and 3.

    ``laid``: what each seat put into the crib. ``played``: what each seat has played, in order. ``series``: the cards
    since the count last began at nothing. ``out``: who said Go in this series. ``counted``: hands counted so far.
    """

    phase: Phase
    points: tuple[int, int]
    cuts: Hand
    hands: tuple[Hand, ...]
    laid: tuple[Hand, ...]
    played: tuple[Hand, ...]
    out: tuple[bool, ...]
    dealer: Seat = 0
    to_move: Seat = 0
    starter: Card = UNKNOWN
    series: Hand = ()
    last_player: Seat = 0
    goes: tuple[GoCall, ...] = ()
    counted: int = 0
    pegs: tuple[Peg, ...] = ()
    shown: Breakdown | None = None
    remarks: tuple[Remark, ...] = ()

    def seat_after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % len(self.hands)

    @property
    def total(self) -> int:
        """The running total of the series."""
        return sum(card.number for card in self.series)

    @property
    def crib(self) -> Hand:
        return tuple(card for cards in self.laid for card in cards)

    def cards(self) -> Hand:
        """Every card that left the deck, as far as known."""
        held = (card for hands in (self.hands, self.laid, self.played) for hand in hands for card in hand)
        return (*held, self.starter)
