"""The table of Casino: options, events, the state, deals and rounds (CA-DEAL, CA-BOARD, CA-SCORE)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.card_table import Finding, best_seats
from engine.components.cards import UNKNOWN, Card, numbered, ring_distance
from engine.components.hands import Cards, cards_text, in_order
from engine.components.hues import Hue
from engine.core.events import Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import option
from engine.games.spectrum_casino.captures import base_of, best_take

DEALS = 11
BOARD_START = FILLER_START = 6
MAJORITY = 12
"""Most 12s, and most cards: 6 points each, counted in halves."""


def hand_size(seats: int) -> int:
    """6, 4 or 3 cards for 2, 3 or 4 players (CA-DEAL-01)."""
    return 12 // seats


# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    must_capture: bool = option(True, "Who can take something must; a missed capture is remarked on later (D-CA-05).")
    created_value_cap: Literal["none", 12] = option("none", "The highest value that may be created (D-CA-04).")
    target: int = option(100, "The total that ends the game after a round.", code="CA-END-01")


# ---- events


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Play a card and take board cards. With a ``base`` the card is added to it and takes what equals the sum."""

    kind: ClassVar[str] = "take"
    card: Card
    taken: Cards
    base: Cards = ()

    def __post_init__(self) -> None:
        # Cards on the board have no order, so the same capture is the same move.
        if len(self.taken) > 1:
            object.__setattr__(self, "taken", in_order(self.taken))
        if len(self.base) > 1:
            object.__setattr__(self, "base", in_order(self.base))

    def words(self) -> str:
        on = f" on {cards_text(self.base)}" if self.base else ""
        return f"take {self.card}{on} with {cards_text(self.taken)}"

    def spots(self) -> tuple[str, ...]:
        return tuple(f"{c.hue.name}{min(c.number, 9)}" for c in (*self.base, *self.taken) if c.hue is not None)


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Put a card on the board and take nothing."""

    kind: ClassVar[str] = "leave"
    card: Card

    def words(self) -> str:
        return f"leave {self.card}"


# ---- the state


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played in this deal; ``left_on`` is the board it was left on, None for a capture."""

    seat: Seat
    card: Card
    left_on: Cards | None = None


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
    played: tuple[Played, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def starter(self) -> Seat:
        """Who begins every deal of this round: left of the dealer, who changes each round (D-CA-09)."""
        return (self.round - 1) % len(self.hands)

    @property
    def unread(self) -> int:
        """How many cards lie open on the board that nobody has read."""
        return self.board.count(UNKNOWN)

    def every_card(self) -> list[Card]:
        """All 144 cards; between rounds they lie together."""
        if not self.deal:
            return list(numbered())
        piles = (*self.hands, *self.captured, self.board, self.filler, self.stock)
        return [card for pile in piles for card in pile]


# ---- counting


def worth(card: Card, chosen: Hue) -> int:
    """2 for the chosen hue, 1 for its two neighbours, else nothing (CA-SCORE-01, CA-SCORE-02)."""
    return max(2 - ring_distance(card.hue, chosen), 0) if card.hue is not None else 0


def round_halves(captured: Sequence[Cards], chosen: Hue) -> tuple[int, ...]:
    """What everybody's cards count, in half points; ties split a majority (CA-SCORE-03 to -05)."""
    halves = [2 * sum(worth(card, chosen) for card in cards) for cards in captured]
    twelves = [sum(card.number == 12 for card in cards) for cards in captured]
    for counts in (twelves, [len(cards) for cards in captured]):
        first = best_seats(counts) if max(counts) else ()
        for seat in first:
            halves[seat] += MAJORITY // len(first)
    return tuple(halves)


# ---- what happens by itself


def begin_round(state: State, deck: Cards) -> State:
    """Six cards to the board, six to the filler, then the first hands (CA-DEAL-02)."""
    start = BOARD_START + FILLER_START
    laid = replace(state, board=deck[:BOARD_START], filler=deck[BOARD_START:start], stock=deck[start:])
    return deal_hands(replace(laid, chosen=deck[0].hue, to_move=state.starter))


def deal_hands(state: State) -> State:
    size = hand_size(len(state.hands))
    hands = tuple(state.stock[n * size : (n + 1) * size] for n in range(len(state.hands)))
    stock = state.stock[size * len(hands) :]
    return replace(state, hands=hands, stock=stock, deal=state.deal + 1, to_move=state.starter, played=())


def filler_due(board: int, filler: int, deals_left: int) -> int:
    """How many filler cards go to the board before the next deal (CA-BOARD-01, CA-BOARD-02, D-CA-13)."""
    if deals_left == 1:
        return filler
    return min(filler, 1) if board < 2 else 0


def end_deal(state: State, options: Options) -> State:
    """All hands are empty: look back, then deal again or count the round."""
    state = replace(state, findings=state.findings + audit(state.played, options))
    if state.deal == DEALS:
        return end_round(state)
    due = filler_due(len(state.board), len(state.filler), DEALS - state.deal)
    state = replace(state, board=state.board + state.filler[:due], filler=state.filler[due:])
    return deal_hands(state)


def end_round(state: State) -> State:
    """The rest of the board goes to whoever took last; then everything is counted (CA-LAST-01, D-CA-11)."""
    captured = sweep(state)
    assert state.chosen is not None
    won = round_halves(captured, state.chosen)
    halves = tuple(have + more for have, more in zip(state.halves, won, strict=True))
    empty: tuple[Cards, ...] = ((),) * len(halves)
    fresh = State(halves, empty, empty, round=state.round + 1, findings=state.findings)
    return replace(fresh, to_move=fresh.starter)


def sweep(state: State) -> tuple[Cards, ...]:
    """Everybody's cards after the board was swept."""
    return tuple(
        cards + state.board if seat == state.last_taker else cards for seat, cards in enumerate(state.captured)
    )


def audit(played: Sequence[Played], options: Options) -> tuple[Finding, ...]:
    """Captures that were missed: a deal is over, so every hand is known card by card (CA-AUDIT-01)."""
    if not options.must_capture:
        return ()
    cap = None if options.created_value_cap == "none" else options.created_value_cap
    found = []
    for turn, play in enumerate(played):
        if play.left_on is None:
            continue
        held = [later.card for later in played[turn:] if later.seat == play.seat]
        if missed := could_take(held, play.left_on, cap):
            found.append(
                Finding(play.seat, turn + 1, "COULD_HAVE_TAKEN", "CA-AUDIT-01", play.card, missed, "must_capture")
            )
    return tuple(found)


def could_take(hand: Sequence[Card], board: Cards, cap: int | None) -> Cards:
    """A card of the hand and board cards it can take, base first; empty when nothing can be taken."""
    numbers = tuple(card.number for card in board)
    for card in hand:
        if card.known and (take := best_take(numbers, card.number, cap)) is not None:
            return (card, *pick(board, take[0]), *pick(board, take[1]))
    return ()


def take_of(seat: Seat, card: Card, gone: Cards, cap: int | None) -> Take:
    """The capture that takes exactly these cards from the board; as a numeral where it can be none (D-CA-06)."""
    numbers = tuple(c.number for c in gone)
    # Cards without a number, face down or special, are for the rules to refuse.
    base = base_of(numbers, card.number, cap) if all((card.number, *numbers)) else 0
    every = (1 << len(gone)) - 1
    return Take(seat, card, pick(gone, every & ~(base or 0)), pick(gone, base or 0))


def pick(board: Cards, bits: int) -> Cards:
    """The board cards of a choice."""
    return tuple([card for n, card in enumerate(board) if bits >> n & 1])


def picks(board: Cards) -> Sequence[Cards]:
    """The board cards of every choice, by its bits: a choice is the one without its last card, and that card."""
    chosen: list[Cards] = [()]
    for card in board:
        chosen += [(*cards, card) for cards in chosen]
    return chosen
