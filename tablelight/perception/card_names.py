"""What people call a card."""

from engine.components.cards import Card
from engine.components.hues import Hue

_SPECIAL = {
    "swap-cards": "swap cards",
    "draw": "draw",
    "reverse-draw": "reverse draw",
    "deck-swap": "deck swap",
    "pass-right": "pass right",
    "pass-left": "pass left",
}


def title(card: Card) -> str:
    """``green-blue 7``, ``colour swap red and green``, ``a card face down``."""
    if card.hue is not None:
        return f"{card.hue.title} {card.number}"
    if card.special.startswith("swap:"):
        a, _, b = card.special[5:].partition("<>")
        return f"colour swap {Hue[a].title} and {Hue[b].title}"
    return _SPECIAL[card.special] if card.special else "a card face down"
