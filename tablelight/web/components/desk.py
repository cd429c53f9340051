"""What each card game's part of the page is made of: zones, picked cards, and what people may mean by them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import htpy as h
from htpy import Node

from engine.components.cards import UNKNOWN, Card
from engine.core.errors import NotUnderstood
from engine.core.events import Seat
from engine.texts.language import tr
from tablelight.web.components.cards import face, in_hand_order, row
from tablelight.web.components.html import classes, rendered
from tablelight.web.viewer import Shown

Words = tuple[str | Card, ...]
"""A label: words, with cards in between that are drawn as small faces."""


@dataclass(frozen=True, slots=True)
class Intent:
    """Something a person may mean with the cards picked: the event as text, and how a button says it.

    ``main``: what most people mean; shown first and bright.
    """

    event: str
    label: Words
    main: bool = False


@dataclass(frozen=True, slots=True)
class TableZone:
    """A part of the table: its name, what lies there, and a word about it; text or nodes.

    ``first``: what everybody looks at; it stands above the hand.
    """

    title: str
    body: Node
    note: Node = None
    wide: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """What is tapped, in order: cards, and marks such as ``meld:2``. ``live``: whether anything can be tapped at all;
    on a screen that is only looked at it cannot."""

    tokens: tuple[str, ...] = ()
    live: bool = field(default=True, kw_only=True)
    cards: tuple[Card, ...] = field(init=False)

    def __post_init__(self) -> None:
        found = []
        for token in self.tokens:
            try:
                found.append(Card.parse(token))
            except NotUnderstood:
                continue
        object.__setattr__(self, "cards", tuple(card for card in found if card != UNKNOWN))

    def __contains__(self, token: object) -> bool:
        return str(token) in self.tokens

    def mark(self, kind: str) -> str | None:
        """What was tapped of a kind: ``mark("meld")`` is ``"2"`` for ``meld:2``; the last one counts."""
        found = [token.partition(":")[2] for token in self.tokens if token.startswith(kind + ":")]
        return found[-1] if found else None


class Desk:
    """One card game on the page.

    ``has_specials``: special cards are in its deck. ``draws_face_down``: cards drawn from a real deck may stay unseen.
    """

    has_specials: ClassVar[bool] = False
    draws_face_down: ClassVar[bool] = False

    def zones(self, shown: Shown, picked: Selection) -> list[TableZone]:
        """What lies open on the table, and piles by their size."""
        return []

    def intents(self, shown: Shown, seat: Seat, picked: Selection) -> list[Intent]:
        """What ``seat`` may mean; the rules say later which of it can be."""
        return []

    def hand(self, shown: Shown, seat: Seat) -> list[tuple[str, tuple[Card, ...]]]:
        """The cards a seat holds, in named groups."""
        return [("", tuple(in_hand_order(shown.state.hands[seat])))]

    def beside(self, shown: Shown, tokens: tuple[str, ...], token: str) -> tuple[str, ...]:
        """What stays tapped beside one more tap; here nothing: one card is meant at a time."""
        return ()

    def hint(self, shown: Shown, seat: Seat, picked: Selection) -> str:
        """What to tap next; empty where that is plain."""
        return "" if picked.tokens else tr("Tap a card.")

    def shows(self, seat: Seat, cards: str) -> str:
        """The event by which a seat's hand is laid open on the real table."""
        return f"show {seat + 1} {cards}"

    def instant(self, picked: Selection) -> str:
        """The event that the taps say without a button; empty: none."""
        return ""


@rendered
def tappable(cards: Iterable[Card], picked: Selection) -> Node:
    """Cards in a row that can be picked; those that are face down cannot."""
    return h.div(".cardrow")[
        [face(card, act="pick", picked=card in picked) if card.known and picked.live else face(card) for card in cards]
    ]


@rendered
def marked(token: str, inside: Node, picked: Selection, name: str) -> Node:
    """A place that can be picked as a whole, such as a meld. ``name``: what people call it."""
    if not picked.live:
        return h.span(".place", role="group", aria_label=name)[inside]
    on = token in picked
    tap = {"data-act": "pick", "data-card": token, "aria-pressed": str(on).lower(), "aria-label": name}
    return h.button(tap, type="button", class_=classes("place", "picked" if on else ""))[inside]


def cards_words(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def by_player(shown: Shown, cards: Sequence[Sequence[Card]]) -> Node:
    """What lies before everybody who has laid something; ``cards``: of each seat."""
    return named_cards((name, own) for name, own in zip(shown.seats, cards, strict=True) if own)


@rendered
def named_cards(cards: Iterable[tuple[str, Iterable[Card]]]) -> Node:
    """Cards with the name of whoever laid them."""
    return h.div(".laid")[[h.figure[row(own), h.figcaption[name]] for name, own in cards]]
