"""Which sentence an event of Spectrum Solitaire is."""

from typing import Any

from engine.components.cards import Card
from engine.components.deck import Turned
from engine.components.hues import Hue
from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrum_solitaire.events import Flip, Put


def narrate(_game: Any, before: Any, event: Event, after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    if isinstance(event, Put):
        return _put(before, event)
    if isinstance(event, Flip):
        top = after.waste[-1:]
        known = bool(top) and top[0].known
        return Telling("FLIP" if known else "FLIP_HIDDEN", {"player": event.seat, "cards": top})
    if isinstance(event, Turned) and len(event.cards) > 1:
        return Telling("TURN_MANY", {"cards": event.cards})
    return None


def _put(before: Any, move: Put) -> Telling:
    details = {"player": move.seat, "card": _moved_card(before, move), "to": move.to, "count": move.count}
    if move.to == "home":
        return Telling("HOME", details)
    if move.source.startswith("home"):
        return Telling("BACK", details)
    return Telling("PUT_MANY" if move.count > 1 else "PUT", details)


def _moved_card(before: Any, move: Put) -> Card:
    """The card that moves, or the lowest in the pile of those that do."""
    if move.source == "waste":
        card: Card = before.waste[-1]
        return card
    if move.source.isdecimal():
        pile: Card = before.up[int(move.source) - 1][-move.count]
        return pile
    hue = Hue[move.source.split()[1]]
    return Card(hue, before.homes[hue])
