"""The cards every card game shares: 144 numbered ones and 24 specials (CC-DECK-01, CC-DECK-02).

A card's text is its hue and number (``GB7``); a special stands behind a star (``*draw``); ``??`` is a card nobody
may know. An unknown card is a card: it lies in piles and hands like any other.
"""

import re
from dataclasses import dataclass

from engine.errors import NotUnderstood
from engine.hues import PRIMARIES, Hue

NUMBERS = range(1, 13)

SPECIALS: tuple[str, ...] = (
    *(f"swap:{hue.name}<>{hue.opposite.name}" for hue in tuple(Hue)[:6]),
    "swap-cards",
    "draw",
    "reverse-draw",
    "deck-swap",
    "pass-right",
    "pass-left",
)
"""The twelve kinds of special card; two of each (D-CC-02)."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card by what its face shows: hue and number, or a special, or nothing (unknown)."""

    hue: Hue | None = None
    number: int = 0
    special: str = ""

    def __str__(self) -> str:
        if self.special:
            return f"*{self.special}"
        return "??" if self.hue is None else f"{self.hue.name}{self.number}"

    @property
    def known(self) -> bool:
        return self.hue is not None or bool(self.special)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card of a text: ``GB7``, ``blue-green 7``, ``*draw``, ``??``. Raises NotUnderstood."""
        words = text.strip()
        if words in ("??", "?"):
            return UNKNOWN
        if words.startswith("*"):
            return _special(words[1:])
        match = re.fullmatch(r"([A-Za-z /_-]+?)[ -]*(\d+)", words)
        if not match or int(match[2]) not in NUMBERS:
            raise NotUnderstood(f"'{text}' is no card; write hue and number from 1 to 12, such as GB7")
        try:
            return cls(Hue.parse(match[1]), int(match[2]))
        except ValueError as error:
            raise NotUnderstood(str(error)) from None


UNKNOWN = Card()


def _special(name: str) -> Card:
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    for special in SPECIALS:
        if special.lower() == key:
            return Card(special=special)
    raise NotUnderstood(f"'*{name}' is no special card; there are {', '.join('*' + s for s in SPECIALS)}")


def numbered() -> tuple[Card, ...]:
    """The 144 numbered cards, hue by hue."""
    return tuple(Card(hue, number) for hue in Hue for number in NUMBERS)


def full_deck() -> tuple[Card, ...]:
    """All 168 cards; each special twice."""
    return numbered() + tuple(Card(special=name) for name in SPECIALS for _ in range(2))


# ---- how hues relate (CC-REL-01, CC-FAM-01)


def ring_distance(a: Hue, b: Hue) -> int:
    """Steps between two hues on the wheel, 0 to 6."""
    apart = abs(a - b)
    return min(apart, 12 - apart)


def related(a: Hue, b: Hue) -> bool:
    """The same hue or neighbours on the wheel."""
    return ring_distance(a, b) <= 1


def basic_hues(hue: Hue) -> frozenset[Hue]:
    """The primaries a hue is made of: itself, or its two neighbours."""
    return frozenset({hue}) if hue.is_primary else frozenset({hue.step(-1), hue.step(1)})


def family(primary: Hue) -> frozenset[Hue]:
    """The hues that contain a primary: it and its neighbours."""
    return frozenset({primary.step(-1), primary, primary.step(1)})


FAMILIES = tuple(family(primary) for primary in PRIMARIES)
