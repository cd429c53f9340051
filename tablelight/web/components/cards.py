"""Playing cards on a screen: hue, number and a mark of the hue's own, so that colour alone is never needed.

A primary's mark is a full shape of its own; an intermediate's is made of the shapes of the two primaries beside it,
as its name is made of their letters.
"""

from collections.abc import Iterable, Sequence

from engine.components.cards import Card, full_name, in_order
from engine.components.hues import Hue
from tablelight.web.components.html import PAINT, ink, text

_SHAPES = {
    Hue.R: "M8 1 15 15H1Z",  # triangle
    Hue.O: "M8 1 15 8 8 15 1 8Z",  # diamond
    Hue.Y: "M8 0 10 6 16 6 11 10 13 16 8 12 3 16 5 10 0 6 6 6Z",  # star
    Hue.G: "M2 2H14V14H2Z",  # square
    Hue.B: "M8 1A7 7 0 1 0 8 15 7 7 0 1 0 8 1Z",  # disc
    Hue.P: "M6 1H10V6H15V10H10V15H6V10H1V6H6Z",  # cross
}
"""One shape for each primary, in a box of 16."""

_SPECIAL = {
    "swap-cards": ("⇄", "Swap cards"),
    "draw": ("+", "Draw"),
    "reverse-draw": ("↺+", "Reverse draw"),
    "deck-swap": ("⇅", "Deck swap"),
    "pass-right": ("→", "Pass right"),
    "pass-left": ("←", "Pass left"),
}


def mark(hue: Hue) -> str:
    """The hue's mark as SVG: one shape, or the two neighbours' shapes side by side."""
    shapes = (hue,) if hue.is_primary else (hue.step(-1), hue.step(1))
    width = 16 * len(shapes) + 2 * (len(shapes) - 1)
    paths = "".join(f'<path d="{_SHAPES[shape]}" transform="translate({18 * n} 0)"/>' for n, shape in enumerate(shapes))
    return f'<svg class="hue-mark" viewBox="0 0 {width} 16" aria-hidden="true">{paths}</svg>'


def face(
    card: Card, *, act: str = "", style: str = "", picked: bool = False, args: dict[str, object] | None = None
) -> str:
    """A card; with ``act`` it can be tapped, and says whether it is picked."""
    if not card.known:
        return _tag("back", "", "", "a card face down", act, style, picked=picked, args=args)
    paint, inside = _inside(card)
    return _tag("", paint, inside, full_name(card), act, style, picked=picked, args={"card": card, **(args or {})})


def _inside(card: Card) -> tuple[str, str]:
    if card.hue is not None:
        code = f'<span class="code">{card.hue.name}</span>'
        return _paint(card.hue), f"<b>{card.number}</b>{mark(card.hue)}{code}"
    if card.special.startswith("swap:"):
        a, b = (Hue[name] for name in card.special[5:].split("<>"))
        split = f"background:linear-gradient(135deg,{PAINT[a]} 50%,{PAINT[b]} 50%);--ink:#fff"
        return split, f'<b>⇄</b><span class="code">{a.name}⇄{b.name}</span>'
    sign, name = _SPECIAL[card.special]
    return "background:#efece4;--ink:#222", f'<b>{sign}</b><span class="code">{text(name)}</span>'


def _paint(hue: Hue) -> str:
    return f"background:{PAINT[hue]};--ink:{ink(hue)}"


def _tag(
    kind: str,
    paint: str,
    inside: str,
    name: str,
    act: str,
    style: str,
    *,
    picked: bool,
    args: dict[str, object] | None,
) -> str:
    data = "".join(f' data-{key}="{text(value)}"' for key, value in (args or {}).items())
    look = f' style="{paint}"' if paint else ""
    classes = " ".join(filter(None, ("pcard", kind, style, "picked" if picked else "")))
    if not act:
        return f'<span class="{classes}"{look}{data} role="img" aria-label="{text(name)}">{inside}</span>'
    pressed = f' aria-pressed="{str(picked).lower()}"'
    return (
        f'<button type="button" class="{classes}"{look} data-act="{act}"{data}{pressed}'
        f' aria-label="{text(name)}">{inside}</button>'
    )


def row(cards: Iterable[Card], style: str = "") -> str:
    """Cards side by side that cannot be tapped."""
    return f'<div class="cardrow {style}">{"".join(face(card) for card in cards)}</div>'


def pile(count: int, name: str, top: Card | None = None) -> str:
    """A pile by its size, with the card on top where that is open."""
    shown = face(top) if top is not None else _tag("back", "", f"<b>{count}</b>", name, "", "", picked=False, args=None)
    return f'<figure class="pile">{shown}<figcaption>{text(name)} · {count}</figcaption></figure>'


def in_hand_order(cards: Sequence[Card]) -> list[Card]:
    """A hand as people sort it: hue by hue around the wheel, then special cards, unseen ones last."""
    return list(in_order(cards))
