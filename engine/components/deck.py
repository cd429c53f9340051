"""A deck on the table: the facts that show its cards, and whether what is seen can lie in it.

The engine runs in two ways with the same code. *Fully informed*: ``deck`` gives every card in order (browser play,
tests, simulation). *As referee*: ``deck hidden`` gives cards nobody may know; they lie in hands and piles as UNKNOWN
and become known when they are played, turned or shown.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import UNKNOWN, Card, Cards, cards_text, copies, hidden, texts_of
from engine.core.events import Fact, Move, Seat
from engine.core.verdict import Verdict, no, yes

# ---- what happens to a deck


@dataclass(frozen=True, slots=True)
class Deck(Fact):
    """A shuffled pile lies face down, first card on top. All UNKNOWN when nobody knows it."""

    kind: ClassVar[str] = "deck"
    cards: Cards = ()

    def words(self) -> str:
        if self.cards and not any(card.known for card in self.cards):
            return f"deck hidden {len(self.cards)}"
        return f"deck {cards_text(self.cards)}"

    def visible_to(self, seat: Seat | None) -> "Deck":
        return Deck(hidden(self.cards), source=self.source)


@dataclass(frozen=True, slots=True)
class Turned(Fact):
    """Cards were turned face up where the game waits for them, in the order of what it waits for."""

    kind: ClassVar[str] = "turn"
    cards: Cards = ()

    def words(self) -> str:
        return f"turn {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class DrawFromStock(Move):
    """Take the top card of the stock, unseen."""

    kind: ClassVar[str] = "draw"

    def words(self) -> str:
        return "draw"


# ---- what can be, by the cards that are known


def judge_deck(cards: Cards, wanted: Sequence[Card]) -> Verdict | None:
    """Why these cannot be the shuffled cards; None when they can. ``wanted``: the same cards in any order.

    Unknown cards may be any; a wanted card that is unknown may turn out as any.
    """
    if len(cards) != len(wanted):
        return no("DECK_COUNT", "CC-DECK-01", count=len(cards), wanted=len(wanted))
    want = Counter(wanted)
    strange = [card for card in (Counter(cards) - want).elements() if card.known]
    if len(strange) > want[UNKNOWN]:
        return no("DECK_CARDS", "CC-DECK-01", cards=texts_of(strange[:3]))
    return None


def judge_turned(cards: Cards, expected: Cards, elsewhere: Iterable[Card]) -> Verdict | None:
    """Why these cannot have been turned up from ``expected``; None when they can.

    ``elsewhere``: every known card of the table.
    """
    if len(cards) != len(expected):
        return no("TURN_COUNT", "", count=len(cards), wanted=len(expected))
    others = Counter(elsewhere)
    for card, before in zip(cards, expected, strict=True):
        if not card.known:
            return no("NAME_THE_CARD", "")
        if before.known and before != card:
            return no("OTHER_CARD_THERE", "", card=str(card), known=str(before))
        if not before.known:
            others[card] += 1
            if others[card] > copies(card):
                return no("CARD_LIES_ELSEWHERE", "CC-DECK-01", card=str(card))
    return None


def judge_numbered(cards: Iterable[Card]) -> Verdict | None:
    """Why these are no number cards, for games played with the 144 of them; None when they are (CC-DECK-02)."""
    # Asked of every card that is played: a loop is quicker than a generator.
    for card in cards:
        if card.special:
            return no("NO_SPECIALS_HERE", "CC-DECK-02", card=str(card))
    return None


def repeated(cards: Iterable[Card]) -> Cards:
    """The cards that come more often than a deck has them, so one of them was misread."""
    return tuple(card for card, count in Counter(cards).items() if count > 1 and count > copies(card))


def each_once(cards: Iterable[Card]) -> Verdict:
    """Every numbered card exists once, and the 24 special cards are laid aside (CC-DECK-01, CC-DECK-02)."""
    cards = tuple(cards)
    special = tuple(card for card in cards if card.special)
    if special:
        return no("NO_SPECIALS", "CC-DECK-02", cards=texts_of(special))
    twice = repeated(cards)
    return no("SEEN_TWICE", "CC-DECK-01", cards=texts_of(twice)) if twice else yes()
