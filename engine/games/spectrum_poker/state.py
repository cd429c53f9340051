"""Spectrum Poker's options, events and state."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.hands import Hand, cards_text, hidden
from engine.core.audit import Remark
from engine.core.events import Fact, Move, Seat
from engine.core.game import option

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    form: Literal["draw", "holdem", "showdown"] = option(
        "draw", "draw: five cards and one exchange; holdem: two and five for all; showdown: ranks only.", code="D-PK-08"
    )
    rank_order: Literal["printed", "statistical"] = option(
        "printed", "The order of the ranks as printed, or as the exact odds give it.", code="D-PK-07"
    )
    spectrum_straight: Literal["updn", "up", "set"] = option(
        "updn", "Hues of a Spectrum Straight climb either way, only clockwise (up), or lie in any order (set).",
        code="D-PK-02",
    )  # fmt: skip
    shade_centres: Literal["primary", "all12"] = option(
        "primary", "What five cards may share: a primary, or any hue.", code="D-CC-03"
    )
    deals: int = option(1, "How many deals make a game.")
    ante: int = option(1, "Chips everybody puts in at each deal.")
    exchange: int = option(5, "How many cards may be exchanged in draw.")


# ---- events


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """The player lays cards away, face down, and will get as many; none: he keeps his hand."""

    kind: ClassVar[str] = "exchange"
    cards: Hand = ()

    def words(self) -> str:
        return f"exchange {cards_text(self.cards)}" if self.cards else "stand"

    def told(self, seat: Seat | None) -> "Exchange":
        return self if seat == self.seat else Exchange(self.seat, hidden(self.cards))


@dataclass(frozen=True, slots=True)
class Fold(Move):
    """The player gives up this deal."""

    kind: ClassVar[str] = "fold"

    def words(self) -> str:
        return "fold"


@dataclass(frozen=True, slots=True)
class Show(Move):
    """The player lays his cards open; they need no naming when his hand is known."""

    kind: ClassVar[str] = "show"
    cards: Hand = ()

    def words(self) -> str:
        return f"show {cards_text(self.cards)}".strip()


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """The cards that came for those laid away; none named: nobody saw them."""

    kind: ClassVar[str] = "draw"
    cards: Hand = ()

    def words(self) -> str:
        return f"draw {cards_text(self.cards)}".strip()

    def told(self, seat: Seat | None) -> "Drawn":
        return Drawn(hidden(self.cards), source=self.source)


@dataclass(frozen=True, slots=True)
class Board(Fact):
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


# ---- the state

Phase = Literal["deal", "draw", "drawing", "board", "show", "over"]


@dataclass(frozen=True, slots=True)
class Result:
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
    last: Result | None = None
    remarks: tuple[Remark, ...] = ()

    def cards(self) -> Hand:
        """Every card that left the deck, as far as known."""
        shown = [card for seat, cards in enumerate(self.shown) if not self.hands[seat] for card in cards]
        return (*(card for hand in self.hands for card in hand), *shown, *self.board, *self.away)

    @property
    def still_in(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, gone in enumerate(self.folded) if not gone)
