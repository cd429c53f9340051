"""Spectrumo: where a game stands."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.components.cards import UNKNOWN, Card, Cards, full_deck
from engine.components.hands import known_elsewhere
from engine.core.events import Seat


@dataclass(frozen=True, slots=True)
class HandSwap:
    """A Swap Cards exchange: ``give`` cards still go to ``other``, ``take`` cards still come back.

    ``passed``: cards that changed hands lie at the end of the other hand and cannot be taken straight back.
    """

    other: Seat
    give: int
    take: int
    passed: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. The draw pile has its top card first, the discards have it last.

    ``table``: what the next card is compared with, a virtual card after a colour swap; a special means anything may
    follow; None before it is turned. ``buried``: how many discards at the bottom nobody has seen. ``swaps``: colour
    swaps that still need their next card, and ``before``: the table card before them. ``owed``: forced draws still to
    come. ``last_number``: the number played or turned last. ``drew``: cards drawn this turn. ``extra``: a special was
    played this turn. ``closed_by``: who went out.
    """

    totals: tuple[int, ...]
    out: tuple[bool, ...]
    hands: tuple[Cards, ...]
    stock: Cards = ()
    discards: Cards = ()
    buried: int = 0
    table: Card | None = None
    to_move: Seat = 0
    clockwise: bool = True
    extra: bool = False
    last_number: int = 0
    swaps: int = 0
    before: Card | None = None
    owed: tuple[tuple[Seat, int], ...] = ()
    exchange: HandSwap | None = None
    drew: int = 0
    hand: int = 1
    dealt: bool = False
    closed_by: Seat | None = None

    @property
    def active(self) -> tuple[Seat, ...]:
        """Who still plays, clockwise."""
        return tuple(seat for seat, out in enumerate(self.out) if not out)

    @property
    def must_shuffle(self) -> bool:
        """The draw pile is used up and the discards make a new one (SO-SETUP-04)."""
        return self.dealt and self.closed_by is None and not self.stock and len(self.discards) > 1

    @property
    def can_draw(self) -> bool:
        return bool(self.stock) or len(self.discards) > 1

    def next_seat(self, seat: Seat) -> Seat:
        """Who is next in the direction of play, without those who dropped out."""
        step = 1 if self.clockwise else -1
        places = len(self.out)
        return next(s for n in range(1, places + 1) if not self.out[s := (seat + n * step) % places])

    def known_cards(self, but_hand: Seat | None = None) -> Iterator[Card]:
        """Every known card of the table that does not lie in this hand."""
        yield from known_elsewhere(but_hand, self.hands, self.stock, self.discards)

    def every_card(self) -> list[Card]:
        """All 168 cards; between hands they lie together."""
        if not self.dealt:
            return list(full_deck())
        return [card for pile in (*self.hands, self.stock, self.discards) for card in pile]


def unseen_hands(state: State) -> Iterator[Seat]:
    """Whose remaining cards have to be shown before a hand can be counted."""
    return (seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand)


def pile_to_shuffle(state: State) -> Cards:
    """The cards that lie face down in an unknown order when the game waits for a ``deck``."""
    return state.discards[:-1] if state.must_shuffle else full_deck()
