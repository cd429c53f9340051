"""The table of Spectrumo: options, events, the state, and what happens by itself (SO-SETUP, SO-DRAW, SO-SCORE)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.cards import UNKNOWN, Card, full_deck
from engine.components.hands import Cards, all_known, put
from engine.core.events import Fact, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import option

HAND_SIZE = 12
SPECIAL_POINTS = 20
PENALTY = 2

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    same_colour_ok: bool = option(
        False, "A card of the table card's exact hue may always be played.", code="SO-PLAY-04"
    )
    share_component: bool = option(
        False, "Two secondaries with a common part fit, such as blue-purple on green-blue (D-SO-01)."
    )
    swap_followup: Literal["normal", "shades_only"] = option(
        "normal", "normal: after a colour swap an equal number fits too; shades_only: only neighbours (D-SO-02)."
    )
    drawn_card: Literal["must_play", "may_keep"] = option(
        "must_play", "must_play: a drawn card that fits is played; may_keep: the turn may end instead (D-SO-05)."
    )
    penalty_ends_turn: bool = option(False, "After an illegal card the turn is over, besides the penalty (D-SO-07).")
    special_with_one_left: Literal["draw", "forbid"] = option(
        "draw", "draw: a special as last card but one is allowed, then its player draws; forbid: it is not (D-SO-08)."
    )
    colour_swap_on_wheel: bool = option(
        False, "A colour swap may lie on a special; anything may follow then (D-SO-10)."
    )
    swap_pick: Literal["blind", "owner_chooses"] = option(
        "blind", "blind: Swap Cards takes cards unseen; owner_chooses: the other player picks what to give (D-SO-15)."
    )
    first_special: Literal["anything", "returned"] = option(
        "anything", "A special as first table card: anything may follow, or it is covered by the next card (D-SO-03)."
    )
    first_draw: Literal["table_card", "nothing"] = option(
        "table_card",
        "Draw Cards before any number was played: the card that was turned counts, or nothing is drawn (D-SO-11).",
    )
    elimination: bool = option(
        False, "Who is above the target drops out and the last one wins; else the lowest total wins.", code="SO-END-02"
    )
    target: int = option(200, "The total that ends the game, or that nobody may exceed.", code="SO-END-01")


# ---- events


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Lay a card on the table card. Swap Cards names the ``other`` player, counted from 0, and how many."""

    kind: ClassVar[str] = "play"
    card: Card
    other: Seat | None = None
    count: int = 0

    def words(self) -> str:
        return f"play {self.card}" + (f" with {self.other + 1} for {self.count}" if self.other is not None else "")

    def spots(self) -> tuple[str, ...]:
        return (f"{self.card.hue.name}{min(self.card.number, 9)}",) if self.card.hue is not None else ()


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Take the top card of the draw pile."""

    kind: ClassVar[str] = "draw"

    def words(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """End the turn without a card."""

    kind: ClassVar[str] = "pass"

    def words(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Hand a card over in an exchange."""

    kind: ClassVar[str] = "give"
    card: Card

    def words(self) -> str:
        return f"give {self.card}"

    def told(self, seat: Seat | None) -> "Give":
        return self if seat == self.seat else Give(self.seat, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Pick(Move):
    """Take the card at this place, from 1, of the other hand, unseen."""

    kind: ClassVar[str] = "pick"
    place: int

    def words(self) -> str:
        return f"pick {self.place}"


@dataclass(frozen=True, slots=True)
class Wrong(Fact):
    """Player ``of`` laid a card that was not allowed; it goes back and costs two cards (SO-PEN-01)."""

    kind: ClassVar[str] = "wrong"
    of: Seat
    card: Card

    def words(self) -> str:
        return f"wrong {self.of + 1} {self.card}"


# ---- the state


@dataclass(frozen=True, slots=True)
class Exchange:
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
    exchange: Exchange | None = None
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

    def every_card(self) -> list[Card]:
        """All 168 cards; between hands they lie together."""
        if not self.dealt:
            return list(full_deck())
        return [card for pile in (*self.hands, self.stock, self.discards) for card in pile]


def hand_points(cards: Sequence[Card]) -> int:
    """What cards left in hand cost (SO-SCORE-02)."""
    return sum(SPECIAL_POINTS if card.special else card.number for card in cards)


def received(hands: Sequence[Cards], shift: int) -> list[Cards]:
    """Everybody's new hand when whole hands go round: 1 to the left neighbour, next clockwise, -1 to the right."""
    return [hands[(n - shift) % len(hands)] for n in range(len(hands))]


def top_up(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """How many cards each draws so that nobody holds fewer than before (SO-SPECIAL-13)."""
    return [max(b - a, 0) for b, a in zip(before, after, strict=True)]


# ---- what happens by itself


def deal(state: State, deck: Cards) -> State:
    """Twelve cards each; of the rest one half is the draw pile, the other lies face up as discards (SO-SETUP)."""
    hands, at = [], 0
    for out in state.out:
        size = 0 if out else HAND_SIZE
        hands.append(deck[at : at + size])
        at += size
    half = at + (len(deck) - at + 1) // 2
    rest = deck[half:]
    return replace(state, hands=tuple(hands), stock=deck[at:half], discards=rest, buried=len(rest), dealt=True)


def turn_first(state: State, card: Card, options: Options) -> State:
    """Lay the top card on the discards; a special may have to be covered (SO-SETUP-03, D-SO-03)."""
    stays = not card.special or (options.first_special == "anything" and not card.special.startswith("swap:"))
    # The turned card is in play, so its number is the last one until somebody plays another.
    number = card.number if options.first_draw == "table_card" else 0
    discards = (*state.discards, card)
    return replace(state, stock=state.stock[1:], discards=discards, table=card if stays else None, last_number=number)


def settle(state: State, options: Options) -> State:
    """Do all that needs nobody's word: turn known cards, draw what is owed, count known hands."""
    while True:
        if state.closed_by is not None:
            return count_hand(state, options) if all(map(all_known, state.hands)) else state
        if state.must_shuffle or not state.dealt:
            return state
        if state.table is None and state.stock and state.stock[0].known:
            state = turn_first(state, state.stock[0], options)
        elif state.table is not None and state.owed:
            state = draw_owed(state)
        else:
            return state


def draw_owed(state: State) -> State:
    """Draw as much of the first debt as the pile has; what no pile can pay is forgiven (D-SO-19)."""
    (seat, count), *rest = state.owed
    take = state.stock[:count]
    left = count - len(take) if len(state.discards) > 1 else 0
    owed = ((seat, left), *rest) if left else tuple(rest)
    hands = put(state.hands, seat, state.hands[seat] + take)
    return replace(state, hands=hands, stock=state.stock[count:], owed=owed)


def count_hand(state: State, options: Options) -> State:
    """Write down what everybody holds and make ready for the next hand (SO-SCORE, SO-END)."""
    totals = tuple(t + hand_points(hand) for t, hand in zip(state.totals, state.hands, strict=True))
    out = tuple(
        gone or (options.elimination and total > options.target) for gone, total in zip(state.out, totals, strict=True)
    )
    fresh = State(totals=totals, out=out, hands=((),) * len(out), hand=state.hand + 1)
    starter = (state.hand - 1) % len(out)
    return replace(fresh, to_move=fresh.next_seat(starter) if not all(out) else 0)


def unseen_hands(state: State) -> Iterator[Seat]:
    """Whose remaining cards have to be shown before a hand can be counted."""
    return (seat for seat, hand in enumerate(state.hands) if UNKNOWN in hand)
