"""The table of Spectrum 500: options, events, the state, dealing and counting (F5-SETUP, F5-END, F5-SCORE)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.cards import UNKNOWN, Card, numbered
from engine.components.hands import Cards, all_known, cards_text, in_order
from engine.core.events import Fact, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import option
from engine.games.spectrum_500.melds import Meld, MeldRules, card_value, rules_for

HAND_SIZE = 12

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    min_meld: Literal[4, 3] = option(4, "The fewest cards of a group or a sequence (D-F5-02).")
    shade_centres: Literal["primary", "all12"] = option(
        "primary", "One shade: the hues that share a primary, or any three neighbours on the wheel (D-CC-03)."
    )
    deduct_hand: bool = option(False, "Cards left in hand are taken off (D-F5-04).", asked=True)
    false_call_penalty: Literal[0, 10] = option(0, "What a wrong call of Spectrum costs (D-F5-12).")
    target: int = option(500, "The total that ends the game after a hand.", code="F5-SCORE-03")


def other_rules(options: Options) -> tuple[tuple[tuple[str, ...], MeldRules], ...]:
    """What looser tables call a meld, with the options that make them so: one changed, then both."""
    least, centres = options.min_meld, options.shade_centres
    ways = (
        (("min_meld",), 3, centres),
        (("shade_centres",), least, "all12"),
        (("min_meld", "shade_centres"), 3, "all12"),
    )
    return tuple((names, rules_for(*values)) for names, *values in ways if values != [least, centres])


# ---- events


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Take the top card of the stock, unseen."""

    kind: ClassVar[str] = "draw"

    def words(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take the top ``depth`` discards; of more than one the deepest must be melded at once."""

    kind: ClassVar[str] = "take"
    depth: int = 1

    def words(self) -> str:
        return f"take {self.depth}"


@dataclass(frozen=True, slots=True)
class Call(Move):
    """ "Spectrum!": take the top ``depth`` discards out of turn; the deepest must be melded."""

    kind: ClassVar[str] = "spectrum"
    depth: int = 1

    def words(self) -> str:
        return f"spectrum {self.depth}"


@dataclass(frozen=True, slots=True)
class LayMeld(Move):
    """Lay a group or a sequence."""

    kind: ClassVar[str] = "meld"
    cards: Cards

    def __post_init__(self) -> None:
        # The same cards are the same meld.
        object.__setattr__(self, "cards", in_order(self.cards))

    def words(self) -> str:
        return f"meld {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class LayOff(Move):
    """Add a card to a meld on the table; melds are counted from 1 in the order they were laid."""

    kind: ClassVar[str] = "lay"
    card: Card
    meld: int

    def words(self) -> str:
        return f"lay {self.card} on {self.meld}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """End the turn with a card on the discards."""

    kind: ClassVar[str] = "discard"
    card: Card

    def words(self) -> str:
        return f"discard {self.card}"

    def spots(self) -> tuple[str, ...]:
        return (f"{self.card.hue.name}{min(self.card.number, 9)}",) if self.card.hue is not None else ()


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """The stock is empty and the player does not want the discards: the hand ends."""

    kind: ClassVar[str] = "decline"

    def words(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class FalseCall(Fact):
    """Player ``of`` called Spectrum where there was nothing to meld."""

    kind: ClassVar[str] = "false-call"
    of: Seat

    def words(self) -> str:
        return f"false-call {self.of + 1}"


# ---- the state


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

    def every_card(self) -> list[Card]:
        """All 144 cards; between hands they lie together."""
        if not self.dealt:
            return list(numbered())
        piles = (*self.hands, self.stock, self.discards, *(meld.cards for meld in self.melds))
        return [card for pile in piles for card in pile]


# ---- what happens by itself


def deal(state: State, deck: Cards) -> State:
    """Twelve cards each; the rest is the stock (F5-SETUP-01)."""
    seats = len(state.hands)
    hands = tuple(deck[n * HAND_SIZE : (n + 1) * HAND_SIZE] for n in range(seats))
    return replace(state, hands=hands, stock=deck[seats * HAND_SIZE :], dealt=True)


def turn_first(state: State, card: Card) -> State:
    return replace(state, stock=state.stock[1:], discards=(card,), opened=True)


def settle(state: State, options: Options) -> State:
    """Do all that needs nobody's word: turn a known first card, count a hand."""
    if state.dealt and not state.opened and state.stock[0].known:
        return turn_first(state, state.stock[0])
    if state.closed and (not options.deduct_hand or all(map(all_known, state.hands))):
        return count_hand(state, options)
    return state


def melded_points(state: State, seat: Seat) -> int:
    """What a player has on the table in this hand."""
    return sum(meld.points_of(seat) for meld in state.melds)


def hand_score(melded: int, left: Cards, options: Options) -> int:
    """What a hand counts: melds, less the cards left if the table deducts them (F5-SCORE-02)."""
    return melded - (sum(map(card_value, left)) if options.deduct_hand else 0)


def count_hand(state: State, options: Options) -> State:
    """Write the hand down; the next one begins with the next player (F5-END, D-F5-13)."""
    totals = tuple(
        total + hand_score(melded_points(state, seat), state.hands[seat], options)
        for seat, total in enumerate(state.totals)
    )
    return State(totals, ((),) * len(totals), to_move=state.hand % len(totals), hand=state.hand + 1)


def unseen_hands(state: State) -> Iterator[Seat]:
    """Whose remaining cards have to be shown before a hand can be counted."""
    return (seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand)
