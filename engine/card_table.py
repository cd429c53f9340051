"""What card games share: facts that show cards, hands with unknown cards, later findings, arms of light.

The engine runs in two ways with the same code. *Fully informed*: ``deck`` gives every card in order (browser play,
tests, simulation). *As referee*: ``deck hidden`` gives cards nobody may know; they lie in hands and piles as UNKNOWN
and become known when they are played, turned or shown. ``candidates`` lists what known cards can do; a move with a
card that may be among a hand's unknown ones is judged like any other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.cards import UNKNOWN, Card
from engine.errors import NotUnderstood
from engine.events import Fact, Seat
from engine.hues import Hue
from engine.lights import Light, Meaning
from engine.verdict import Verdict, no

Cards = tuple[Card, ...]

RINGS = 9
"""Spaces of one hue on the board; numbers above it blink (principle F.0.3)."""

Checked = Literal["NOW", "LATER", "NEVER"]
"""When a rule can be checked: on public facts, once cards have become public, or never (honour; F.0.1)."""


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


# ---- texts


def cards_text(cards: Iterable[Card]) -> str:
    """``R5 GB7 *draw``."""
    return " ".join(map(str, cards))


def parse_cards(text: str) -> Cards:
    """Cards from codes between spaces, or from names between commas. Raises NotUnderstood."""
    parts = text.split(",") if "," in text else text.split()
    return tuple(Card.parse(part) for part in parts if part.strip())


def parse_card(text: str) -> Card:
    """Exactly one card. Raises NotUnderstood."""
    if not text.strip():
        raise NotUnderstood("name a card, such as GB7")
    return Card.parse(text)


def read_int(text: str, what: str) -> int:
    """A whole number. Raises NotUnderstood that says what was wanted."""
    word = text.strip()
    if not word.isdecimal() or len(word) > 4:
        raise NotUnderstood(f"'{word}' should be a number: {what}")
    return int(word)


def card_key(card: Card) -> tuple[int, int, str]:
    """Sorts any cards: by hue and number, specials after them, unknown ones last."""
    if card.hue is not None:
        return (int(card.hue), card.number, "")
    return (12, 0, card.special) if card.special else (13, 0, "")


def in_order(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(cards, key=card_key))


# ---- hands and piles with unknown cards


def hide(cards: Sequence[Card]) -> Cards:
    """As many unknown cards."""
    return (UNKNOWN,) * len(cards)


def all_known(cards: Iterable[Card]) -> bool:
    return all(card.known for card in cards)


def may_hold(hand: Cards, card: Card) -> bool:
    """Whether the card is, or may be, in the hand."""
    return card in hand or UNKNOWN in hand


def without(hand: Cards, card: Card) -> Cards:
    """The hand after the card left it: itself if it is known to be there, else one of the unknown ones."""
    at = hand.index(card) if card in hand else hand.index(UNKNOWN)
    return hand[:at] + hand[at + 1 :]


def without_all(hand: Cards, cards: Iterable[Card]) -> Cards:
    for card in cards:
        hand = without(hand, card)
    return hand


def may_hold_all(hand: Cards, cards: Iterable[Card]) -> bool:
    """Whether all these cards, each once, are or may be in the hand."""
    have = Counter(hand)
    missing = sum((Counter(cards) - have).values())
    return missing <= have[UNKNOWN]


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
    # Lists of moves are made of the hand's own cards: telling objects apart is ten times quicker than comparing.
    if any(held is card for held in hand) or card in hand:
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
    for card, hidden in zip(cards, expected, strict=True):
        if not card.known:
            return no("NAME_THE_CARD", "")
        if hidden.known and hidden != card:
            return no("OTHER_CARD_THERE", "", card=str(card), known=str(hidden))
        if not hidden.known:
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


def replace_at(items: tuple[Cards, ...], place: int, cards: Cards) -> tuple[Cards, ...]:
    """The piles with one of them exchanged."""
    return (*items[:place], cards, *items[place + 1 :])


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

    def verdict(self) -> Verdict:
        """As a refusal would read, for the texts."""
        cards = tuple(map(str, self.instead))
        return no(self.reason, self.rule, player=self.seat, turn=self.turn, card=str(self.left), cards=cards)


# ---- rounds, totals


def best_seats(totals: Sequence[float]) -> tuple[Seat, ...]:
    """Who has most; several when equal."""
    return tuple(seat for seat, points in enumerate(totals) if points == max(totals))


# ---- lights


def arm(hue: Hue, meaning: Meaning, *, length: int = RINGS) -> dict[str, Light]:
    """The first ``length`` spaces of a hue's arm in one meaning."""
    return {f"{hue.name}{ring}": Light(meaning, hue) for ring in range(1, min(length, RINGS) + 1)}


def number_arm(hue: Hue, number: int, meaning: Meaning = Meaning.PIECE) -> dict[str, Light]:
    """A number as a lit length of its arm; 10 to 12 are a full arm with one to three breathing ends (F.0.3)."""
    lights = arm(hue, meaning, length=number)
    for ring in range(RINGS, RINGS - max(number - RINGS, 0), -1):
        lights[f"{hue.name}{ring}"] = Light(Meaning.WAITING, hue)
    return lights


def known_of(*groups: Iterable[Card]) -> Iterator[Card]:
    """Every known card of these places."""
    for group in groups:
        for card in group:
            if card.known:
                yield card
