"""Spectrum Cribbage's options, events and state."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.cards import UNKNOWN, Card
from engine.components.hands import Hand, cards_text, hidden
from engine.core.audit import Remark
from engine.core.events import Fact, Move, Seat
from engine.core.game import option
from engine.games.spectrum_cribbage.count import Breakdown

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    target: int = option(121, "Points that win the game: 121, 150 or 200 as a rule.")
    nobs: Literal["each", "once"] = option("each", "A point for each ten of the starter's shade, or one at most.",
                                           code="D-CR-03")  # fmt: skip
    nobs_relation: Literal["common_colour", "neighbour", "exact"] = option(
        "common_colour", "What has the starter's shade: shares a basic colour, is a neighbour, or is the same hue."
    )
    shade_centres: Literal["primary", "all12"] = option(
        "primary", "What the cards of a flush may share: a primary, or any hue.", code="D-CC-03"
    )
    flush4p: Literal["all", "any_six"] = option(
        "all", "With four players a flush needs all eight cards, or any six.", code="D-CR-07"
    )
    muggins: bool = option(False, "Players claim their count; what they miss goes to the others.", code="D-CR-15")
    first_dealer: int = option(0, "0: cards are cut; otherwise the number of the player who deals first (CR-CUT-02).")


# ---- events


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

    def told(self, seat: Seat | None) -> "ToCrib":
        return self if seat == self.seat else ToCrib(self.seat, hidden(self.cards))


@dataclass(frozen=True, slots=True)
class Starter(Fact):
    """The card that was turned up."""

    kind: ClassVar[str] = "starter"
    card: Card

    def words(self) -> str:
        return f"starter {self.card}"


@dataclass(frozen=True, slots=True)
class Play(Move):
    """The player lays a card."""

    kind: ClassVar[str] = "play"
    card: Card

    def words(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Go(Move):
    """The player says that no card of his fits any more."""

    kind: ClassVar[str] = "go"

    def words(self) -> str:
        return "go"


@dataclass(frozen=True, slots=True)
class Show(Move):
    """The player counts his hand, or the dealer the crib; cards are named only if nobody saw them yet."""

    kind: ClassVar[str] = "show"
    cards: Hand = ()
    claim: int | None = None

    def words(self) -> str:
        claim = "" if self.claim is None else f" = {self.claim}"
        return f"show {cards_text(self.cards)}".strip() + claim


# ---- the state

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
