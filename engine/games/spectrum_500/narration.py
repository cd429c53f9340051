"""Which sentence an event of Spectrum 500 is."""

from typing import Any

from engine.components.deck import Turned
from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrum_500.events import Call, Discard, FalseCall, LayOff, TakeDiscards


def narrate(_game: Any, before: Any, event: Event, after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    match event:
        case TakeDiscards() | Call():
            taken = before.discards[-event.depth :]
            return Telling(
                "TAKE" if isinstance(event, TakeDiscards) else "CALL", {"player": event.seat, "cards": taken}
            )
        case LayOff() if 0 < event.meld <= len(before.melds):
            onto = before.melds[event.meld - 1].cards
            return Telling("LAY", {"player": event.seat, "card": event.card, "cards": onto})
        case Discard() if after.hand != before.hand or after.closed != before.closed:
            return Telling("HAND_OVER", {"player": event.seat, "card": event.card})
        case FalseCall():
            return Telling("FALSE_CALL", {"player": event.of})
        case Turned() if len(event.cards) > 1:
            return Telling("TURN_MANY", {"cards": event.cards})
    return None
