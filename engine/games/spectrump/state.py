"""Spectrump: where a game stands."""

from dataclasses import dataclass
from typing import Literal

from engine.components.cards import Card
from engine.components.hands import Hand
from engine.components.hues import Hue
from engine.core.audit import Remark
from engine.core.events import Seat

Phase = Literal["deal", "load", "auction", "play", "over"]
Sets = tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Debt:
    """A play that will prove wrong if its player shows one of these hues later in the set."""

    code: str
    player: Seat
    trick: int
    proof: tuple[Hue, ...]
    card: Card


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    ``hands``: each seat's sets. ``taken``: cards won since the last auction. ``gone``: cards of earlier auctions of
    this round. ``bid_hue`` None: nobody bid yet. ``counter`` counts the bidder's own trumps down; ``owned`` counts
    those he played from the sets he held at the auction. ``debts``: plays of this set that may yet prove wrong.
    """

    phase: Phase
    scores: tuple[int, ...]
    hands: tuple[Sets, ...]
    taken: tuple[Hand, ...]
    passed: tuple[bool, ...]
    spoken: tuple[bool, ...]
    dealer: Seat = 0
    to_move: Seat = 0
    round: int = 1
    session: int = 0
    set: int = 0
    loads: int = 0
    bid_hue: Hue | None = None
    bid_number: int = 0
    bidder: Seat = 0
    counter: int = 0
    owned: int = 0
    auction_session: int = 0
    leader: Seat = 0
    trick: Hand = ()
    trick_number: int = 1
    trump_broken: bool = False
    scoring_broken: bool = False
    gone: Hand = ()
    debts: tuple[Debt, ...] = ()
    remarks: tuple[Remark, ...] = ()
    last_trick: Hand = ()
    last_winner: Seat | None = None

    @property
    def trump(self) -> Hue:
        assert self.bid_hue is not None
        return self.bid_hue

    @property
    def hand(self) -> Hand:
        """The current set of the player whose turn it is."""
        return self.hands[self.to_move][self.set]

    def cards(self) -> Hand:
        """Every card dealt in this round, as far as known."""
        held = (card for sets in self.hands for hand in sets for card in hand)
        return (*held, *(card for cards in self.taken for card in cards), *self.trick, *self.gone)
