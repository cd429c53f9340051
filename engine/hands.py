"""Hands of cards, known or not: what can be taken from them, how they are written, how they are dealt.

An unknown card can turn out to be any card, so a referee who sees only what is played and a program that knows
every hand use the same functions.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from engine.cards import UNKNOWN, Card
from engine.errors import NotUnderstood
from engine.events import Fact, Seat
from engine.hues import Hue
from engine.lights import Light, Meaning
from engine.verdict import Verdict, no, yes

Hand = tuple[Card, ...]
"""Cards in a hand, in the order they are held."""


def hidden(cards: Sequence[Card]) -> Hand:
    """As many cards, face down."""
    return (UNKNOWN,) * len(cards)


def all_known(cards: Iterable[Card]) -> bool:
    return UNKNOWN not in cards if isinstance(cards, tuple) else all(card.known for card in cards)


def take(hand: Sequence[Card], cards: Iterable[Card]) -> Hand | None:
    """The hand without these cards; an unknown card stands in for one it may be. None when one cannot be there."""
    rest = list(hand)
    for card in cards:
        if card in rest:
            rest.remove(card)
        elif card.known and UNKNOWN in rest:
            rest.remove(UNKNOWN)
        else:
            return None
    return tuple(rest)


def are_own(hand: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Whether the cards are the hand's own objects, each once; False proves nothing.

    Lists of moves are made of the hand's own cards, and telling objects apart is ten times quicker than comparing.
    """
    return len({id(card) for card in cards} & {id(card) for card in hand}) == len(cards)


def not_there(hand: Sequence[Card], cards: Iterable[Card]) -> Hand:
    """Which of these cards cannot be in the hand."""
    rest, missing = list(hand), []
    for card in cards:
        if card in rest:
            rest.remove(card)
        elif card.known and UNKNOWN in rest:
            rest.remove(UNKNOWN)
        else:
            missing.append(card)
    return tuple(missing)


def repeated(cards: Iterable[Card]) -> Hand:
    """The cards that come more than once: each exists only once, so one of them was misread."""
    return tuple(card for card, n in Counter(card for card in cards if card.known).items() if n > 1)


def in_order(cards: Iterable[Card]) -> Hand:
    """Sorted by hue, then number; unknown cards last."""
    return tuple(sorted(cards, key=lambda c: (99, 0) if c.hue is None else (int(c.hue), c.number)))


# ---- texts


def cards_text(cards: Sequence[Card]) -> str:
    """``GB7 R1``; a row of cards that are all face down is ``9x??``."""
    if len(cards) > 2 and not any(card.known for card in cards):
        return f"{len(cards)}x??"
    return " ".join(map(str, cards))


def parse_cards(text: str) -> Hand:
    """The cards of a text such as ``GB7, R1 ??`` or ``9x??``. Raises NotUnderstood."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        many = re.fullmatch(r"(\d{1,3})x\?\??", word)
        cards += [UNKNOWN] * int(many[1]) if many else [Card.parse(word)]
    return tuple(cards)


# ---- dealing


@dataclass(frozen=True, slots=True)
class Dealt(Fact):
    """Everybody got cards: one hand a seat, from seat 0 on; no hands at all means nobody's cards were seen."""

    kind: ClassVar[str] = "deal"
    hands: tuple[Hand, ...] = ()

    def words(self) -> str:
        return " ".join(["deal", " / ".join(map(cards_text, self.hands))]).strip()

    def told(self, seat: Seat | None) -> "Dealt":
        hands = tuple(hand if n == seat else hidden(hand) for n, hand in enumerate(self.hands))
        return Dealt(hands, source=self.source)


def parse_deal(text: str, source: str) -> Dealt:
    """``R1 G2 / ?? ??``: the hands by seat, strokes between them; empty: nobody's cards were seen."""
    if not text.strip():
        return Dealt(source=source)
    hands = tuple(map(parse_cards, text.split("/")))
    if not all(hands):
        raise NotUnderstood(f"'deal {text}' leaves a seat without cards; write ?? for a card nobody saw")
    return Dealt(hands, source=source)


# ---- lights


def arm(hue: Hue, number: int, meaning: Meaning) -> dict[str, Light]:
    """A number on a hue's arm of nine lamps: that many lamps; 10 to 12 light them all and the outer 1 to 3 breathe."""
    lights = {f"{hue.name}{ring}": Light(meaning, hue) for ring in range(1, min(number, 9) + 1)}
    for over in range(number - 9):
        lights[f"{hue.name}{9 - over}"] = Light(Meaning.WAITING, hue)
    return lights


# ---- small things every card game needs

T = TypeVar("T")


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one place changed."""
    return (*values[:at], value, *values[at + 1 :])


_CODES = tuple(hue.name for hue in Hue)


def texts_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """The cards' texts, for the details of a verdict."""
    # Refusals name cards, and lists of moves are full of refusals: looking a code up beats asking the enum.
    return tuple(f"{_CODES[card.hue]}{card.number}" if card.hue is not None else str(card) for card in cards)


def each_once(cards: Iterable[Card]) -> Verdict:
    """Every numbered card exists once, and the 24 special cards are laid aside (CC-DECK-01, CC-DECK-02)."""
    cards = tuple(cards)
    special = tuple(card for card in cards if card.special)
    if special:
        return no("NO_SPECIALS", "CC-DECK-02", cards=texts_of(special))
    twice = repeated(cards)
    return no("SEEN_TWICE", "CC-DECK-01", cards=texts_of(twice)) if twice else yes()


def each_once_more(cards: Iterable[Card], hand: Sequence[Card], everywhere: Iterable[Card]) -> Verdict:
    """Whether cards that leave a hand can be what its unknown cards were: none of them has turned up elsewhere."""
    new = [card for card in cards if card.known and card not in hand]
    return each_once((*everywhere, *new)) if new else yes()


def need_seat(seat: Seat | None) -> Seat:
    """Whose move it is. Raises NotUnderstood when nobody said."""
    if seat is None:
        raise NotUnderstood("say whose move it is by the player's number: '1: ...'")
    return seat
