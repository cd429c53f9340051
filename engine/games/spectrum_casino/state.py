"""Spectrum Casino: where a game stands, and what was found out about it."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.components.cards import UNKNOWN, Card, Cards, numbered, texts_of
from engine.components.hands import known_elsewhere
from engine.components.hues import Hue
from engine.core.events import Seat
from engine.core.verdict import Verdict, no

DEALS = 11


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card that was played in this deal; ``left_on`` is the board it was left on, None for a capture."""

    seat: Seat
    card: Card
    left_on: Cards | None = None


@dataclass(frozen=True, slots=True)
class MissedCapture:
    """A capture that was missed, found when the hands of a deal became public: a remark, never a penalty by itself."""

    seat: Seat
    turn: int
    """Which play of the deal it was, from 1."""
    reason: str
    rule: str
    left: Card
    """The card that was played."""
    instead: Cards = ()
    """The cards that show what could have been done: the hand's card first."""
    option: str | None = None
    """The house rule without which nothing would be found."""

    def verdict(self) -> Verdict:
        """As a refusal would read, for the texts."""
        cards = texts_of(self.instead)
        details = {"player": self.seat, "turn": self.turn, "card": str(self.left), "cards": cards}
        return no(self.reason, self.rule, option=self.option, **details)


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. Draw pile and filler have their top card first; the board is in the order it was laid.

    ``halves``: totals in half points. ``deal``: 1 to 11, 0 before the round is dealt. ``played``: this deal's cards in
    order. ``findings``: captures that were missed, found when hands became public (CA-AUDIT-01).
    """

    halves: tuple[int, ...]
    hands: tuple[Cards, ...]
    captured: tuple[Cards, ...]
    board: Cards = ()
    filler: Cards = ()
    stock: Cards = ()
    chosen: Hue | None = None
    round: int = 1
    deal: int = 0
    to_move: Seat = 0
    last_taker: Seat | None = None
    played: tuple[CardPlayed, ...] = ()
    findings: tuple[MissedCapture, ...] = ()

    @property
    def starter(self) -> Seat:
        """Who begins every deal of this round: left of the dealer, who changes each round (D-CA-09)."""
        return (self.round - 1) % len(self.hands)

    @property
    def unread(self) -> int:
        """How many cards lie open on the board that nobody has read."""
        return self.board.count(UNKNOWN)

    def known_cards(self, but_hand: Seat | None = None) -> Iterator[Card]:
        """Every known card of the table that does not lie in this hand."""
        yield from known_elsewhere(but_hand, self.hands, *self.captured, self.board, self.filler, self.stock)

    def every_card(self) -> list[Card]:
        """All 144 cards; between rounds they lie together."""
        if not self.deal:
            return list(numbered())
        piles = (*self.hands, *self.captured, self.board, self.filler, self.stock)
        return [card for pile in piles for card in pile]
