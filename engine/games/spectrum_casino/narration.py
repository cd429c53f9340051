"""Which sentence an event of Spectrum Casino is."""

from typing import Any

from engine.components.deck import Turned
from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrum_casino.events import Capture


def narrate(_game: Any, _before: Any, event: Event, _after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    if isinstance(event, Capture):
        details = {"player": event.seat, "card": event.card, "base": event.base, "taken": event.taken}
        return Telling("TAKE_ON" if event.base else "TAKE", details)
    if isinstance(event, Turned) and len(event.cards) > 1:
        return Telling("TURN_MANY", {"cards": event.cards})
    return None
