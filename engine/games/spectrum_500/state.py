"""Spectrum 500: where a game stands."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.components.cards import UNKNOWN, Card, Cards, numbered
from engine.components.hands import known_elsewhere
from engine.core.events import Seat
from engine.games.spectrum_500.melds import Meld


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. The stock has its top card first, the discards have it last.

    ``drawn``: the player has drawn and may meld. ``must``: the card that has to be melded before the discard.
    ``kept_off``: the top discard just taken alone, which may not go straight back. ``discarder``: whose discard can
    still be called; None when the window is closed. ``after``: who moves when a caller has finished. ``closed``: the
    hand is over and waits for the cards left.
    """

    totals: tuple[int, ...]
    hands: tuple[Cards, ...]
    stock: Cards = ()
    discards: Cards = ()
    melds: tuple[Meld, ...] = ()
    to_move: Seat = 0
    drawn: bool = False
    must: Card | None = None
    kept_off: Card | None = None
    discarder: Seat | None = None
    after: Seat | None = None
    hand: int = 1
    dealt: bool = False
    opened: bool = False
    closed: bool = False

    def known_cards(self, but_hand: Seat | None = None) -> Iterator[Card]:
        """Every known card of the table that does not lie in this hand."""
        piles = (self.stock, self.discards, *(meld.cards for meld in self.melds))
        yield from known_elsewhere(but_hand, self.hands, *piles)

    def every_card(self) -> list[Card]:
        """All 144 cards; between hands they lie together."""
        if not self.dealt:
            return list(numbered())
        piles = (*self.hands, self.stock, self.discards, *(meld.cards for meld in self.melds))
        return [card for pile in piles for card in pile]


def unseen_hands(state: State) -> Iterator[Seat]:
    """Whose remaining cards have to be shown before a hand can be counted."""
    return (seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand)
