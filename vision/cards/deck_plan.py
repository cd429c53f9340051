"""Which cards a deck has: the names of its colours, of what stands on cards of each colour, and of its other cards.

Games of the Spectrum family know the cards of one deck (``engine.components.cards``). Others are only named here, by
whoever teaches them: a card of theirs is a ``DeckCard``, and no game asks for it.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from engine.components.cards import SPECIALS, Card
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred

_FEW = 3
"""Colours or values: with fewer, what belongs to the colour and what to the value cannot be told apart."""
MOST_COLOURS, MOST_VALUES, MOST_SPECIALS = 24, 40, 40
MOST_SHOWN = 120
"""Cards to be shown: 30 pictures of four. Chosen by hand: nobody lays more."""
_LETTERS = 24  # of a name
_NAME = re.compile(rf"[^\W_][^\x00-\x1f<>*|,]{{0,{_LETTERS - 1}}}|[+-][0-9]{{1,2}}")


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck that is not the Spectrum one. ``hue``, ``number``: its colour's place in the plan and its
    value's, from 0 and from 1, where decks show these apart from each other; else None and 0. ``special``: its name
    where it has no colour and value."""

    colour: str
    value: str
    special: str = ""
    hue: int | None = None
    number: int = 0

    @property
    def name(self) -> str:
        """As a person says it: ``red 5``, ``wild``."""
        return self.special or f"{self.colour} {self.value}"

    def __str__(self) -> str:
        return f"*{self.special}" if self.special else f"{self.colour} {self.value}"


AnyCard = Card | DeckCard


@dataclass(frozen=True, slots=True)
class DeckPlan:
    """A deck by its names. ``values``: what stands on the cards of every colour, numbers or letters or words;
    ``specials``: the cards beside these; ``own_art``: every card has a picture of its own (playing cards), so every one
    is shown; ``once``: no card of a colour and value is there twice."""

    name: str
    colours: tuple[str, ...]
    values: tuple[str, ...]
    specials: tuple[str, ...] = ()
    own_art: bool = False
    once: bool = False

    @property
    def ours(self) -> bool:
        """Whether it is the deck that games here are played with."""
        return self == SPECTRUM

    @property
    def digest(self) -> str:
        """Tells decks apart: what was shown of one is never taken for the cards of another of the same name."""
        return hashlib.sha256(json.dumps(self.to_json(), ensure_ascii=False).encode()).hexdigest()[:8]

    @property
    def factored(self) -> bool:
        """Whether a few cards tell all others: each is the sign of its value in the ink of its colour."""
        return not self.own_art and min(len(self.colours), len(self.values)) >= _FEW

    def card(self, hue: int, number: int) -> AnyCard:
        """The card of a colour (its place, from 0) and a value (from 1)."""
        if self.ours:
            return Card(Hue(hue), number)
        apart = (hue, number) if self.factored else (None, 0)
        return DeckCard(self.colours[hue], self.values[number - 1], "", *apart)

    def spoken(self) -> "DeckPlan":
        """The same deck, its names in the language spoken now; from then on they are that table's own names."""
        if self.ours:
            return self
        names = (tuple(map(str, part)) for part in (self.colours, self.values, self.specials))
        return DeckPlan(str(self.name), *names, self.own_art, self.once)

    @property
    def special_cards(self) -> tuple[AnyCard, ...]:
        """Those without a colour and a value."""
        return tuple(Card(special=name) if self.ours else DeckCard("", "", name) for name in self.specials)

    def to_show(self) -> tuple[AnyCard, ...]:
        """The cards it is taught from, but for the back: of every colour and value at least one, and the specials."""
        hues, numbers = len(self.colours), len(self.values)
        if self.factored:
            shown = [(k % hues, k % numbers + 1) for k in range(max(hues, numbers))]
        else:
            shown = [(hue, number) for hue in range(hues) for number in range(1, numbers + 1)]
        return (*(self.card(*one) for one in shown), *self.special_cards)

    def parse(self, text: str) -> AnyCard:
        """The card of a text: ``red 5``, ``*wild``; of ours, also ``GB7``. Raises NotUnderstood."""
        if self.ours:
            return Card.parse(text)
        words = _key(text)
        for name in self.specials:
            if words in (_key(name), _key(f"*{name}")):
                return DeckCard("", "", name)
        for hue, colour in enumerate(self.colours):
            for number, value in enumerate(self.values, 1):
                if words == _key(f"{colour} {value}"):
                    return self.card(hue, number)
        raise NotUnderstood(Deferred("'{text}' is no card of this deck, {name}", text=text[:60], name=self.name))

    def faults(self) -> list[str]:
        """Everything because of which no deck can be taught by these names, as sentences."""
        found = [
            Deferred("'{name}' is no name for a card; write up to {count} letters and numbers.", name=n, count=_LETTERS)
            for n in (self.name, *self.colours, *self.values, *self.specials)
            if not _NAME.fullmatch(n)
        ]
        texts = [_key(card.name) for card in self._all()]
        once_each = ({*map(_key, part)} for part in (self.colours, self.values))
        if len({*texts}) < len(texts) or [*map(len, once_each)] != [len(self.colours), len(self.values)]:
            found.append(Deferred("Two cards of this deck have the same name; give each its own."))
        if bool(self.colours) != bool(self.values):
            found.append(Deferred("Name both the colours and what stands on their cards, or neither."))
        if not texts:
            found.append(Deferred("Name some cards first: colours and what stands on them, or cards by their names."))
        many = (len(self.colours) > MOST_COLOURS, len(self.values) > MOST_VALUES, len(self.specials) > MOST_SPECIALS)
        if any(many) or len(self.to_show()) > MOST_SHOWN:
            found.append(Deferred("That deck has more different cards than can be taught; leave some out."))
        return found

    def _all(self) -> list[AnyCard]:
        hues, numbers = range(len(self.colours)), range(1, len(self.values) + 1)
        return [*(self.card(h, n) for h in hues for n in numbers), *(DeckCard("", "", name) for name in self.specials)]

    def to_json(self) -> dict[str, Any]:
        """As plain values, for the deck's file."""
        return {
            "name": self.name,
            "colours": list(self.colours),
            "values": list(self.values),
            "specials": list(self.specials),
            "own_art": self.own_art,
            "once": self.once,
        }

    @classmethod
    def of_json(cls, entry: dict[str, Any]) -> "DeckPlan":
        """Raises ValueError where such a deck cannot be, KeyError where something is left out."""
        names = ([str(name) for name in entry[part]] for part in ("colours", "values", "specials"))
        plan = cls(str(entry["name"]), *map(tuple, names), bool(entry["own_art"]), bool(entry["once"]))
        if not plan.ours and plan.faults():
            raise ValueError("plan")
        return plan


def _key(text: str) -> str:
    return " ".join(text.lower().split())


_NUMBERS = tuple(str(number) for number in range(1, 13))
SPECTRUM = DeckPlan("spectrum", tuple(hue.title for hue in Hue), _NUMBERS, SPECIALS, once=True)
"""The deck of the games here: twelve hues, twelve numbers, twelve specials."""

_FOUR = tuple(Hue[name].name_later for name in ("R", "Y", "G", "B"))
READY_MADE: dict[str, DeckPlan] = {
    "spectrum": SPECTRUM,
    "four-colours": DeckPlan(
        Deferred("four colours", context="deck"),
        _FOUR,
        (*map(str, range(10)), Deferred("skip", context="card"), Deferred("reverse", context="card"), "+2"),
        (Deferred("wild", context="card"), Deferred("wild +4", context="card")),
    ),
    "phases": DeckPlan(
        Deferred("ten phases", context="deck"),
        _FOUR,
        _NUMBERS,
        (Deferred("wild", context="card"), Deferred("skip", context="card")),
    ),
    "playing-cards": DeckPlan(
        Deferred("playing cards", context="deck"),
        (
            Deferred("hearts", context="card"),
            Deferred("diamonds", context="card"),
            Deferred("spades", context="card"),
            Deferred("clubs", context="card"),
        ),
        ("A", *map(str, range(2, 11)), "J", "Q", "K"),
        (Deferred("joker", context="card"),),
        own_art=True,
        once=True,
    ),
}
"""Decks that many families have, by what stands on their cards; whose own names differ types them."""
