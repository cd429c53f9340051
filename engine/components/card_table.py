"""What card games share: facts that show cards, what can be by the cards that are known, later findings.

The engine runs in two ways with the same code. *Fully informed*: ``deck`` gives every card in order (browser play,
tests, simulation). *As referee*: ``deck hidden`` gives cards nobody may know; they lie in hands and piles as UNKNOWN
and become known when they are played, turned or shown. ``candidates`` lists what known cards can do; a move with a
card that may be among a hand's unknown ones is judged like any other.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.components.cards import UNKNOWN, Card
from engine.components.hands import Cards, all_known, cards_text, hidden, parse_cards
from engine.core.errors import NotUnderstood
from engine.core.events import Fact, Seat
from engine.core.verdict import Verdict, no

# ---- facts


@dataclass(frozen=True, slots=True)
class Deck(Fact):
    """A shuffled pile lies face down, first card on top. All UNKNOWN when nobody knows it."""

    kind: ClassVar[str] = "deck"
    cards: Cards = ()

    def words(self) -> str:
        if self.cards and not any(card.known for card in self.cards):
            return f"deck hidden {len(self.cards)}"
        return f"deck {cards_text(self.cards)}"

    def told(self, seat: Seat | None) -> "Deck":
        return Deck(hidden(self.cards), source=self.source)


@dataclass(frozen=True, slots=True)
class Turned(Fact):
    """Cards were turned face up where the game waits for them, in the order of what it waits for."""

    kind: ClassVar[str] = "turn"
    cards: Cards = ()

    def words(self) -> str:
        return f"turn {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Shown(Fact):
    """Player ``of`` laid the cards left in hand open."""

    kind: ClassVar[str] = "show"
    of: Seat = 0
    cards: Cards = ()

    def words(self) -> str:
        return f"show {self.of + 1} {cards_text(self.cards)}".rstrip()


def parse_fact(verb: str, rest: str, source: str) -> Fact | None:
    """The shared fact that the words describe; None when the verb is none of theirs. Raises NotUnderstood."""
    match verb.lower():
        case "deck":
            first, _, count = rest.strip().partition(" ")
            if first.lower() in ("hidden", "unknown"):
                return Deck((UNKNOWN,) * read_int(count, "how many cards the hidden deck has"), source=source)
            return Deck(parse_cards(rest), source=source)
        case "turn" | "turned":
            return Turned(parse_cards(rest), source=source)
        case "show" | "shows":
            player, _, cards = rest.strip().partition(" ")
            of = read_int(player, "whose hand is shown") - 1
            if of < 0:
                raise NotUnderstood("players are counted from 1")
            return Shown(of, parse_cards(cards), source=source)
    return None


def read_int(text: str, what: str) -> int:
    """A whole number. Raises NotUnderstood that says what was wanted."""
    word = text.strip()
    if not word.isdecimal() or len(word) > 4:
        raise NotUnderstood(f"'{word}' should be a number: {what}")
    return int(word)


# ---- what can be, by the cards that are known


def copies(card: Card) -> int:
    """How many of this card the deck has: one of each number, two of each special (CC-DECK-01, CC-DECK-02)."""
    return 2 if card.special else 1


def judge_numbered(cards: Iterable[Card]) -> Verdict | None:
    """Refuses special cards, for games played with the 144 number cards."""
    special = next((card for card in cards if card.special), None)
    return no("NO_SPECIALS_HERE", "CC-DECK-02", card=str(special)) if special else None


def judge_from_hand(hand: Cards, card: Card, elsewhere: Iterable[Card]) -> Verdict | None:
    """Why the card cannot come from this hand; None when it can. ``elsewhere``: all cards that lie anywhere else.

    A second sighting of a card that lies open is a reading to be asked back, not an accusation (F.0.5).
    """
    if card in hand:
        return None if card.known else no("NAME_THE_CARD", "")
    if UNKNOWN not in hand:
        return no("NOT_IN_HAND", "", card=str(card))
    if sum(other == card for other in elsewhere) >= copies(card):
        return no("CARD_LIES_ELSEWHERE", "CC-DECK-01", card=str(card))
    return None


def judge_deck(cards: Cards, wanted: Sequence[Card]) -> Verdict | None:
    """Why these cannot be the shuffled cards; None when they can. ``wanted``: the same cards in any order.

    Unknown cards may be any; a wanted card that is unknown may turn out as any.
    """
    if len(cards) != len(wanted):
        return no("DECK_COUNT", "CC-DECK-01", count=len(cards), wanted=len(wanted))
    want = Counter(wanted)
    strange = [card for card in (Counter(cards) - want).elements() if card.known]
    if len(strange) > want[UNKNOWN]:
        return no("DECK_CARDS", "CC-DECK-01", cards=tuple(map(str, strange[:3])))
    return None


def judge_turned(cards: Cards, expected: Cards, elsewhere: Iterable[Card]) -> Verdict | None:
    """Why these cannot have been turned up from ``expected``; None when they can."""
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


def judge_shown(hand: Cards, cards: Cards, elsewhere: Iterable[Card]) -> Verdict | None:
    """Why a hand of which ``hand`` is known cannot show these cards; None when it can."""
    if len(cards) != len(hand):
        return no("SHOW_COUNT", "", count=len(cards), wanted=len(hand))
    if not all_known(cards):
        return no("NAME_THE_CARD", "")
    lacking = Counter(card for card in hand if card.known) - Counter(cards)
    if lacking:
        return no("CARD_MUST_BE_THERE", "", card=str(next(iter(lacking))))
    others = Counter(elsewhere) + Counter(cards)
    twice = next((card for card in cards if others[card] > copies(card)), None)
    return no("CARD_LIES_ELSEWHERE", "CC-DECK-01", card=str(twice)) if twice else None


# ---- what comes to light later


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was found when cards became public: a remark with its exact turn, never a penalty by itself."""

    seat: Seat
    turn: int
    """Which play of the deal or hand it was, from 1."""
    reason: str
    rule: str
    left: Card
    """The card that was played."""
    instead: Cards = ()
    """The cards that show what could have been done: the hand's card first."""
    option: str | None = None
    """The house rule without which nothing would be found."""

    def verdict(self) -> Verdict:
        """As a refusal would read, for the texts."""
        cards = tuple(map(str, self.instead))
        details = {"player": self.seat, "turn": self.turn, "card": str(self.left), "cards": cards}
        return no(self.reason, self.rule, option=self.option, **details)


# ---- rounds, totals


def best_seats(totals: Sequence[float]) -> tuple[Seat, ...]:
    """Who has most; several when equal."""
    return tuple(seat for seat, points in enumerate(totals) if points == max(totals))
