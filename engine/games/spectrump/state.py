"""Spectrump's options, events and state."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.cards import Card
from engine.components.hands import Hand, hidden
from engine.components.hues import Hue
from engine.core.audit import Remark
from engine.core.events import Move, Seat
from engine.core.game import option

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    deck: Literal[144, 72] = option(144, "All numbers, or only 1 to 6.")
    partners: bool = option(False, "Opposite seats play together and add their points (ST-SCORE-04).", code="D-ST-18")
    eight_player_deal: Literal["printed", "nine"] = option(
        "printed", "Eight players with 144 cards: 2 x 8 and 16 cards aside, or 2 x 9.", code="D-ST-01"
    )
    auction_per: Literal["round", "session"] = option(
        "round", "One auction holds for all sessions of a round, or each session has its own.", code="D-ST-02"
    )
    auction: Literal["continuing", "one_lap"] = option(
        "continuing", "The auction goes on until all but one passed, or everybody speaks once.", code="D-ST-06"
    )
    all_pass: Literal["redeal", "dealer_must_bid"] = option(
        "redeal", "When nobody bids the same dealer deals again, or the dealer must bid.", code="D-ST-07"
    )
    set_lead: Literal["previous_winner", "bidder"] = option(
        "previous_winner", "Who leads to a later set: the last trick's winner, or the bidder.", code="D-ST-09"
    )
    broken_reset: Literal["set", "round"] = option(
        "set", "Broken trump is whole again with each set, or stays broken for the round.", code="D-ST-10"
    )
    follow: Literal["common_colour", "neighbours"] = option(
        "common_colour", "What follows: hues that share a basic colour with the trick, or neighbours.", code="D-ST-13"
    )
    thrown_cards_open_shades: bool = option(
        False, "With neighbours: cards that did not follow open their neighbours too.", code="D-ST-13"
    )
    trump_counts_as_follow: bool = option(False, "Trump and scoring trump can be follow cards.", code="D-ST-15")
    revoke_penalty: Literal["report", "minus_trump_value", "replay"] = option(
        "report", "A revoke is told, costs the thrown card's number as if trump, or the trick is taken back.",
        code="D-ST-19",
    )  # fmt: skip
    hand_loading: bool = option(False, "Cards may be changed between one's sets before the tricks (ST-SETUP-02).")
    end: Literal["rounds", "target"] = option("rounds", "The game ends after some rounds, or at a total (ST-END-01).")
    rounds: int = option(5, "How many rounds are played.")
    target: int = option(0, "The total that ends the game; 0: 200 with 144 cards, 50 with 72.")


# ---- events


@dataclass(frozen=True, slots=True)
class Load(Move):
    """The player changes two cards between his sets; with no cards: his sets are ready."""

    kind: ClassVar[str] = "load"
    cards: Hand = ()

    def words(self) -> str:
        return f"load {self.cards[0]} {self.cards[1]}" if len(self.cards) == 2 else "ready"

    def told(self, seat: Seat | None) -> "Load":
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
class Pass(Move):
    """The player is out of this auction."""

    kind: ClassVar[str] = "pass"

    def words(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Play(Move):
    """The player lays a card of his current set to the trick."""

    kind: ClassVar[str] = "play"
    card: Card

    def words(self) -> str:
        return f"play {self.card}"

    def spots(self) -> tuple[str, ...]:
        return (f"{self.card.hue.name}1",) if self.card.hue is not None else ()


# ---- the state

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
