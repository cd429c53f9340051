"""Hands and piles of cards, known or not: what can be taken from them, how they are written, dealt and lit.

An unknown card can turn out to be any card, so a referee who sees only what is played and a program that knows
every hand use the same functions.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, TypeVar

from engine.components.cards import UNKNOWN, Card
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from engine.core.errors import NotUnderstood
from engine.core.events import Fact, Seat
from engine.core.parsing import need_seat as need_seat
from engine.core.verdict import Verdict, no, yes

Cards = tuple[Card, ...]
"""Cards in their order, some of them perhaps unknown."""
Hand = Cards
"""Cards in a hand, in the order they are held."""

RINGS = 9
"""Spaces of one hue on the board; numbers above it blink (principle F.0.3)."""


def hidden(cards: Sequence[Card]) -> Hand:
    """As many cards, face down."""
    return (UNKNOWN,) * len(cards)


def all_known(cards: Iterable[Card]) -> bool:
    """Whether none of them is face down."""
    # Asked for every move of a list: a loop is quicker than ``all`` over a generator.
    for card in cards:  # noqa: SIM110
        if not card.known:
            return False
    return True


def take(hand: Sequence[Card], cards: Iterable[Card]) -> Hand | None:
    """The hand without these cards; an unknown card stands in for one it may be. None when one cannot be there."""
    rest, missing = _parted(hand, cards)
    return None if missing else rest


def not_there(hand: Sequence[Card], cards: Iterable[Card]) -> Hand:
    """Which of these cards cannot be in the hand."""
    return _parted(hand, cards)[1]


def _parted(hand: Sequence[Card], cards: Iterable[Card]) -> tuple[Hand, Hand]:
    """The hand without these cards, and those of them that cannot be in it."""
    rest, missing = list(hand), []
    for card in cards:
        if card in rest:
            rest.remove(card)
        elif card.known and UNKNOWN in rest:
            rest.remove(UNKNOWN)
        else:
            missing.append(card)
    return tuple(rest), tuple(missing)


def without(hand: Cards, card: Card) -> Cards:
    """The hand after the card left it: itself if it is known to be there, else one of the unknown ones.

    Raises ValueError when it cannot have been there.
    """
    at = hand.index(card) if card in hand else hand.index(UNKNOWN)
    return hand[:at] + hand[at + 1 :]


def without_all(hand: Cards, cards: Iterable[Card]) -> Cards:
    """The hand after all these cards left it. Raises ValueError when one cannot have been there."""
    for card in cards:
        hand = without(hand, card)
    return hand


def known_of(*groups: Iterable[Card]) -> Iterator[Card]:
    """Every known card of these places."""
    for group in groups:
        for card in group:
            if card.known:
                yield card


def are_own(hand: Iterable[Card], cards: Sequence[Card]) -> bool:
    """Whether all these cards are among the hand's known ones, each once; False proves nothing."""
    return len({*cards} & {*hand}) == len(cards)


def repeated(cards: Iterable[Card]) -> Hand:
    """The cards that come more than once: each exists only once, so one of them was misread."""
    return tuple(card for card, n in Counter(card for card in cards if card.known).items() if n > 1)


_by_order = attrgetter("order")


def in_order(cards: Iterable[Card]) -> Cards:
    """Sorted by hue, then number; specials after them, unknown cards last."""
    return tuple(sorted(cards, key=_by_order))


# ---- texts


def cards_text(cards: Sequence[Card]) -> str:
    """``GB7 R1``; a row of cards that are all face down is ``9x??``."""
    if len(cards) > 2 and not any(card.known for card in cards):
        return f"{len(cards)}x??"
    return " ".join(map(str, cards))


def parse_cards(text: str) -> Cards:
    """The cards of a text: codes between spaces (``GB7 R1 ??``), names between commas, ``9x??``.

    Raises NotUnderstood.
    """
    parts = text.split(",") if "," in text else text.split()
    return tuple(card for part in parts for card in _parse_part(part))


def _parse_part(text: str) -> Cards:
    """One card by code or name, several codes, or a row of unknown ones."""
    if many := re.fullmatch(r"\s*(\d{1,3})x\?\??\s*", text):
        return (UNKNOWN,) * int(many[1])
    try:
        return (Card.parse(text),) if text.strip() else ()
    except NotUnderstood:
        words = text.split()
        if len(words) == 1:
            raise
        return parse_cards(text.strip())


def parse_card(text: str) -> Card:
    """Exactly one card. Raises NotUnderstood."""
    if not text.strip():
        raise NotUnderstood("name a card, such as GB7")
    return Card.parse(text)


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


def arm(hue: Hue, meaning: Meaning, *, length: int = RINGS) -> dict[str, Light]:
    """The first ``length`` spaces of a hue's arm in one meaning."""
    return {f"{hue.name}{ring}": Light(meaning, hue) for ring in range(1, min(length, RINGS) + 1)}


def number_arm(hue: Hue, number: int, meaning: Meaning = Meaning.PIECE) -> dict[str, Light]:
    """A number as a lit length of its arm; 10 to 12 are a full arm with one to three breathing ends (F.0.3)."""
    lights = arm(hue, meaning, length=number)
    for ring in range(RINGS, RINGS - max(number - RINGS, 0), -1):
        lights[f"{hue.name}{ring}"] = Light(Meaning.WAITING, hue)
    return lights


# ---- small things every card game needs

T = TypeVar("T")


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with one place changed."""
    return (*values[:at], value, *values[at + 1 :])


def texts_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """The cards' texts, for the details of a verdict."""
    return tuple([card.text for card in cards])


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
