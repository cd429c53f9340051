"""The cards every card game shares: 144 numbered ones and 24 specials (CC-DECK-01, CC-DECK-02), alone and in rows.

A card's text is its hue and number (``GB7``); a special stands behind a star (``*draw``); ``??`` is a card nobody
may know. An unknown card is a card: it lies in piles and hands like any other.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, Literal

from engine.components.hues import PRIMARIES, Hue
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred, tr, translated

NUMBERS = range(1, 13)

_SWAPPED = {f"swap:{hue.name}<>{hue.opposite.name}": (hue, hue.opposite) for hue in tuple(Hue)[:6]}

SPECIALS: tuple[str, ...] = (
    *_SWAPPED,
    "swap-cards",
    "draw",
    "reverse-draw",
    "deck-swap",
    "pass-right",
    "pass-left",
)
"""The twelve kinds of special card; two of each (D-CC-02)."""


def swapped_hues(special: str) -> tuple[Hue, Hue] | None:
    """The two hues that the special card of this name exchanges (CC-DECK-02); None where it is no colour swap."""
    return _SWAPPED.get(special)


class _OneOfEach(type):
    """Makes every card once. Equal cards are then the same object: comparing and hashing them needs no Python at all,
    which counts as every list of moves is full of it."""

    made: dict[tuple[object, ...], Any] = {}  # noqa: RUF012 - one for all on purpose

    def __call__(cls, hue: Hue | None = None, number: int = 0, special: str = "") -> Any:
        key = (cls, hue, number, special)
        card = _OneOfEach.made.get(key)
        if card is None:
            # Of two threads that make the same card at once both get the first.
            card = _OneOfEach.made.setdefault(key, super().__call__(hue, number, special))
        return card


@dataclass(frozen=True, slots=True, eq=False)
class Card(metaclass=_OneOfEach):
    """A card by what its face shows: hue and number, or a special, or nothing (unknown)."""

    hue: Hue | None = None
    number: int = 0
    special: str = ""
    known: bool = field(init=False, repr=False)
    text: str = field(init=False, repr=False)
    order: int = field(init=False, repr=False)
    """Sorts any cards: by hue and number, specials after them, unknown ones last."""

    def __post_init__(self) -> None:
        text = f"*{self.special}" if self.special else "??" if self.hue is None else f"{self.hue.name}{self.number}"
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "known", self.hue is not None or bool(self.special))
        object.__setattr__(self, "order", _order(self))

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (self.hue, self.number, self.special)

    @staticmethod
    def fits(hue: Hue | None = None, number: int = 0, special: str = "") -> bool:
        """Whether there is such a card. Asked before one is made: every card that is made is kept for ever."""
        if special:
            return special in SPECIALS and hue is None and number == 0
        return (number == 0) if hue is None else (number in NUMBERS)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card of a text: ``GB7``, ``blue-green 7``, ``*draw``, ``??``. Raises NotUnderstood."""
        words = text.strip()
        if words in ("??", "?"):
            return UNKNOWN
        if words.startswith("*"):
            return _special(words[1:])
        match = re.fullmatch(r"(\D+?)[ -]*([0-9]{1,3})", words)
        if not match or int(match[2]) not in NUMBERS:
            raise NotUnderstood(
                Deferred("'{text}' is no card; write hue and number from 1 to 12, such as GB7", text=text)
            )
        try:
            return cls(Hue.parse(match[1]), int(match[2]))
        except ValueError as error:
            raise NotUnderstood(error.args[0]) from None


def _order(card: Card) -> int:
    if card.hue is not None:
        return card.hue * 13 + card.number
    return 200 + SPECIALS.index(card.special) if card.special in SPECIALS else 300


UNKNOWN = Card()


TITLES = {
    "swap-cards": "Swap Cards", "draw": "Draw Cards", "reverse-draw": "Reverse Draw", "deck-swap": "Deck Swap",
    "pass-right": "Pass Right", "pass-left": "Pass Left",
}  # fmt: skip
"""What stands on the special cards that show the whole wheel; none is a word for something to do."""


def called(card: Card) -> str:
    """What people call a card in a sentence: ``GB7``, ``Pass Left``, ``the swap of red and green``."""
    if pair := swapped_hues(card.special):
        one, other = pair
        return tr("the swap of {one} and {other}", one=one.called, other=other.called)
    return translated(TITLES.get(card.special, ""), "name") or str(card)


def full_name(card: Card) -> str:
    """A card in words, to be read out: ``green-blue 7``, ``the swap of red and green``, ``a card face down``."""
    if card.hue is not None:
        return f"{card.hue.called} {card.number}"
    return called(card) if card.known else tr("a card face down")


def _special(name: str) -> Card:
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    for special in SPECIALS:
        if special.lower() == key:
            return Card(special=special)
    raise NotUnderstood(
        Deferred(
            "'*{name}' is no special card; there are {names}", name=name, names=", ".join("*" + s for s in SPECIALS)
        )
    )


@cache
def numbered() -> tuple[Card, ...]:
    """The 144 numbered cards, hue by hue."""
    return tuple(Card(hue, number) for hue in Hue for number in NUMBERS)


@cache
def full_deck() -> tuple[Card, ...]:
    """All 168 cards; each special twice."""
    return numbered() + tuple(Card(special=name) for name in SPECIALS for _ in range(2))


def copies(card: Card) -> int:
    """How many of a card there are: one of each number, two of each special (CC-DECK-01, CC-DECK-02); any of backs."""
    return 2 if card.special else 1 if card.known else sys.maxsize


# ---- rows of cards

Cards = tuple[Card, ...]
"""Cards in their order, some of them perhaps unknown."""


def hidden(cards: Sequence[Card]) -> Cards:
    """As many cards, face down."""
    return (UNKNOWN,) * len(cards)


def all_known(cards: Iterable[Card]) -> bool:
    """Whether none of them is face down."""
    # Asked for every move of a list: a loop is quicker than ``all`` over a generator.
    for card in cards:  # noqa: SIM110
        if not card.known:
            return False
    return True


def known_of(*groups: Iterable[Card]) -> Iterator[Card]:
    """Every known card of these places."""
    for group in groups:
        for card in group:
            if card.known:
                yield card


_by_order = attrgetter("order")


def in_order(cards: Iterable[Card]) -> Cards:
    """Sorted by hue, then number; specials after them, unknown cards last."""
    return tuple(sorted(cards, key=_by_order))


def texts_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """The cards' texts, for the details of a verdict."""
    return tuple([card.text for card in cards])


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
        raise NotUnderstood(Deferred("name a card, such as GB7"))
    return Card.parse(text)


# ---- how hues relate (CC-REL-01, CC-FAM-01)


_APART = tuple(tuple(min(abs(a - b), 12 - abs(a - b)) for b in range(12)) for a in range(12))


def ring_distance(a: Hue, b: Hue) -> int:
    """Steps between two hues on the wheel, 0 to 6."""
    return _APART[a][b]


def related(a: Hue, b: Hue) -> bool:
    """The same hue or neighbours on the wheel."""
    return ring_distance(a, b) <= 1


def basic_hues(hue: Hue) -> frozenset[Hue]:
    """The primaries a hue is made of: itself, or its two neighbours."""
    return frozenset({hue}) if hue.is_primary else frozenset({hue.step(-1), hue.step(1)})


def family(centre: Hue) -> frozenset[Hue]:
    """A hue and its two neighbours: of a primary, all hues that contain it (CC-FAM-01)."""
    return frozenset({centre.step(-1), centre, centre.step(1)})


FAMILIES = tuple(family(primary) for primary in PRIMARIES)

ShadeCentres = Literal["primary", "all12"]
"""What a table takes as one shade: the hues that share a primary, or any three neighbours on the wheel (D-CC-03)."""


@cache
def shades(centres: ShadeCentres) -> tuple[frozenset[Hue], ...]:
    """Every set of hues that is one shade."""
    return FAMILIES if centres == "primary" else tuple(map(family, Hue))
