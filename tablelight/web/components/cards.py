"""Playing cards on a screen: hue, number and a mark of the hue's own, so that colour alone is never needed.

A primary's mark is a full shape of its own; an intermediate's is made of the shapes of the two primaries beside it,
as its name is made of their letters.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.components.cards import Card, full_name, in_order, swapped_hues
from engine.components.hues import Hue
from engine.texts.language import tr
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components.html import classes, data, hue_class, inner, markup, other_class, path, rendered

SHAPES = {
    Hue.R: "M8 1 15 15H1Z",  # triangle
    Hue.O: "M8 1 15 8 8 15 1 8Z",  # diamond
    Hue.Y: "M8 0 10 6 16 6 11 10 13 16 8 12 3 16 5 10 0 6 6 6Z",  # star
    Hue.G: "M2 2H14V14H2Z",  # square
    Hue.B: "M8 1A7 7 0 1 0 8 15 7 7 0 1 0 8 1Z",  # disc
    Hue.P: "M6 1H10V6H15V10H10V15H6V10H1V6H6Z",  # cross
}
"""One shape for each primary, in a box of 16."""

_SIGNS = {
    "swap-cards": "⇄",
    "draw": "+",
    "reverse-draw": "↺+",
    "deck-swap": "⇅",
    "pass-right": "→",
    "pass-left": "←",
}
"""What stands large on the special cards that show the whole wheel."""


@lru_cache(len(Hue))
@rendered
def mark(hue: Hue) -> Node:
    """The hue's mark as SVG: one shape, or the two neighbours' shapes side by side."""
    shapes = (hue,) if hue.is_primary else (hue.step(-1), hue.step(1))
    width = 16 * len(shapes) + 2 * (len(shapes) - 1)
    paths = [path(d=SHAPES[shape], transform=f"translate({18 * n} 0)") for n, shape in enumerate(shapes)]
    return h.svg(".hue-mark", viewBox=f"0 0 {width} 16", aria_hidden="true")[paths]


def face(
    card: Card, *, act: str = "", style: str = "", picked: bool = False, args: dict[str, object] | None = None
) -> Markup:
    """A card; with ``act`` it can be tapped, and says whether it is picked. ``args``: what the tap says beside it."""
    if not card.known:
        return _tag(classes("back", style), Markup(), tr("a card face down"), act, picked=picked, args=args)
    look, inside = _inside(card)
    args = {"card": card, **(args or {})}
    return _tag(classes(look, style), inner(inside), full_name(card), act, picked=picked, args=args)


def _inside(card: Card) -> tuple[str, Node]:
    """The class of a card's paint, and what stands on it."""
    if card.hue is not None:
        return hue_class(card.hue), [h.b[str(card.number)], mark(card.hue), _code(str(card))]
    if pair := swapped_hues(card.special):
        a, b = pair
        return classes("swap", hue_class(a), other_class(b)), [h.b["⇄"], _code(f"{a.name}⇄{b.name}")]
    return "special", [h.b[_SIGNS[card.special]], _code(full_name(card).capitalize())]


def _code(words: str) -> Node:
    return h.span(".code")[words]


def _tag(
    look: str, inside: Markup, name: str, act: str, *, picked: bool, args: dict[str, object] | None = None
) -> Markup:
    return _kept(look, inside, name, act, picked, tuple(data(**(args or {})).items()))


@kept_in_each_language(2048)  # a table of cards is drawn anew with every tap, and mostly has the same ones
@rendered
def _kept(look: str, inside: Markup, name: str, act: str, picked: bool, args: tuple[tuple[str, str], ...]) -> Node:
    attributes = {"class": classes("pcard", look, "picked" if picked else ""), **dict(args)}
    if not act:
        return h.span(attributes, role="img", aria_label=name)[inside]
    return h.button(
        {"type": "button", "data-act": act, **attributes}, aria_pressed=str(picked).lower(), aria_label=name
    )[inside]


@rendered
def row(cards: Iterable[Card], style: str = "") -> Node:
    """Cards side by side that cannot be tapped."""
    return h.div(class_=classes("cardrow", style))[[face(card) for card in cards]]


@rendered
def pile(count: int, name: str, top: Card | None = None) -> Node:
    """A pile by its size, with the card on top where that is open."""
    back = markup(h.b[str(count)])
    shown = face(top) if top is not None else _tag("back", back, name, "", picked=False)
    return h.figure(".pile")[shown, h.figcaption[f"{name} · {count}"]]


def in_hand_order(cards: Sequence[Card]) -> list[Card]:
    """A hand as people sort it: hue by hue around the wheel, then special cards, unseen ones last."""
    return list(in_order(cards))
