"""The table of Solitaire: options, events, the state with its piles, and what cards count (SS-SETUP, SS-SCORE)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.components.card_table import read_int
from engine.components.cards import Card
from engine.components.hands import Cards, known_of, put
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.events import Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import option

PILES = 12
DECK_SIZE = 144
FOUNDATION, FACE_DOWN, FACE_UP, STOCK, PASS = 5, -5, 1, -1, -10
"""What a card is worth where it lies, and what each pass takes from a game that was given up (SS-SCORE-01, -04)."""

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    flip: Literal[3, 1] = option(3, "How many cards of the stock are turned at once.", code="SS-STOCK-01")
    empty_column: Literal["twelve", "any"] = option(
        "twelve", "twelve: only a 12 starts an empty pile; any: every card may.", code="SS-EMPTY-01"
    )
    strict_shades: bool = option(False, "A card may not lie on its own hue, only on a neighbour's.", code="SS-TAB-02")
    share_component: bool = option(
        False, "Two secondaries with a common part count as neighbours, such as green-blue on blue-purple (D-CC-04)."
    )
    move_runs: bool = option(True, "A built run may be moved as one; off: only single cards (D-SS-03).")
    pass_limit: Literal["none", 10] = option("none", "How often the stock may be gone through.", code="SS-PASS-02")
    foundation_return: bool = option(False, "The top card of a home may go back onto a pile (D-SS-07).")
    solved_never_below_concede: bool = option(
        False, "A solved game counts at least what the same game would count if given up (D-SS-06)."
    )


# ---- events


@dataclass(frozen=True, slots=True)
class Flip(Move):
    """Turn the next cards of the stock onto the waste."""

    kind: ClassVar[str] = "flip"

    def words(self) -> str:
        return "flip"


@dataclass(frozen=True, slots=True)
class Recycle(Move):
    """Turn the waste over: it is the stock of the next pass."""

    kind: ClassVar[str] = "recycle"

    def words(self) -> str:
        return "recycle"


@dataclass(frozen=True, slots=True)
class Put(Move):
    """Move cards. ``source``: ``waste``, a pile ``1``..``12`` or ``home R``; ``to``: ``home`` or a pile."""

    kind: ClassVar[str] = "put"
    source: str
    to: str
    count: int = 1

    def words(self) -> str:
        many = f" x{self.count}" if self.count > 1 else ""
        return f"put {self.source}{many} > {self.to}"

    def spots(self) -> tuple[str, ...]:
        return tuple(f"pile:{place}" for place in (self.source, self.to) if place.isdecimal())


@dataclass(frozen=True, slots=True)
class Concede(Move):
    """Give up and count."""

    kind: ClassVar[str] = "concede"

    def words(self) -> str:
        return "concede"


# ---- the state


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands. Piles and waste have their top card last, the stock has it first.

    ``homes``: the highest number on each foundation, 0 for none. ``passes``: runs through the stock that were started;
    ``fresh``: the next flip starts one. ``conceded``: the player gave up.
    """

    down: tuple[Cards, ...] = ((),) * PILES
    up: tuple[Cards, ...] = ((),) * PILES
    stock: Cards = ()
    waste: Cards = ()
    homes: tuple[int, ...] = (0,) * 12
    passes: int = 0
    fresh: bool = True
    dealt: bool = False
    conceded: bool = False

    @property
    def solved(self) -> bool:
        return sum(self.homes) == 12 * 12

    @property
    def over(self) -> bool:
        return self.solved or self.conceded

    @property
    def home_cards(self) -> int:
        return sum(self.homes)

    def unread(self) -> tuple[tuple[str, Card], ...]:
        """The places where a card lies open, or must be turned up, that nobody has read: pile numbers, ``waste``."""
        if not self.dealt:
            return ()
        places = [(str(n + 1), self.down[n][-1]) for n, up in enumerate(self.up) if not up and self.down[n]]
        if self.waste and not self.waste[-1].known:
            places.append(("waste", self.waste[-1]))
        return tuple(places)


# ---- counting (SS-SCORE)


def conceded_score(home: int, face_down: int, face_up: int, stock_and_waste: int, passes: int) -> int:
    """A game given up: every card by where it lies, less 10 a pass (SS-SCORE-01, SS-SCORE-04)."""
    cards = FOUNDATION * home + FACE_DOWN * face_down + FACE_UP * face_up + STOCK * stock_and_waste
    return cards + PASS * max(passes, 1)


def solved_score(passes: int) -> int:
    """A solved game: 720 less a tenth for each pass after the first, never below 0 (SS-SCORE-02, SS-PASS-01)."""
    return max(DECK_SIZE * FOUNDATION * (110 - 10 * max(passes, 1)) // 100, 0)


# ---- laying and turning


def pile_of(place: str) -> int | None:
    n = int(place) if place.isdecimal() and len(place) < 3 else 0
    return n - 1 if 1 <= n <= PILES else None


def lay_out(deck: Cards) -> State:
    """Pile k gets k cards; the last one will be turned up (SS-SETUP-02)."""
    down, at = [], 0
    for size in range(1, PILES + 1):
        down.append(deck[at : at + size])
        at += size
    return State(down=tuple(down), stock=deck[at:], dealt=True)


def turn_known(state: State) -> State:
    """Turn up every known card that now tops a pile (SS-TURN-01)."""
    for n in range(PILES):
        if not state.up[n] and state.down[n] and state.down[n][-1].known:
            state = turn_one(state, n, state.down[n][-1])
    return state


def turn_one(state: State, pile: int, card: Card) -> State:
    down = put(state.down, pile, state.down[pile][:-1])
    return replace(state, down=down, up=put(state.up, pile, (card,)))


def turned(state: State, cards: Cards) -> State:
    for (place, _), card in zip(state.unread(), cards, strict=True):
        pile = pile_of(place)
        state = replace(state, waste=(*state.waste[:-1], card)) if pile is None else turn_one(state, pile, card)
    return state


def home_cards(state: State) -> Iterator[Card]:
    return (Card(hue, n) for hue in Hue for n in range(1, state.homes[hue] + 1))


def elsewhere(state: State) -> Iterator[Card]:
    yield from known_of(*state.up, *state.down, state.stock, state.waste)
    yield from home_cards(state)


def parse_put(text: str, seat: Seat) -> Put:
    """``waste > 3``, ``5 > home``, ``5 x3 > 6``, ``home R > 6``; ``to`` and ``pile`` are understood too."""
    words = re.sub(r"\bpile\b|\bfrom\b", " ", text.lower())
    match = re.fullmatch(r"\s*(waste|home\s+\S+|\d+)\s*(?:x\s*(\d+))?\s*(?:>|\bto\b)\s*(home|foundation|\d+)\s*", words)
    if not match:
        raise NotUnderstood(f"'{text}' is no move; write for example: put waste > 3, put 5 > home, put 5 x3 > 6")
    source = match[1]
    if source.startswith("home"):
        try:
            source = f"home {Hue.parse(source.split()[1]).name}"
        except ValueError as error:
            raise NotUnderstood(str(error)) from None
    to = "home" if match[3] in ("home", "foundation") else match[3]
    return Put(seat, source, to, read_int(match[2] or "1", "how many cards"))
