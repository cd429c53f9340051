"""Which sentence an event of Spectrumo is."""

from typing import Any

from engine.components.deck import Turned
from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrumo.events import LayCard, Pick, Wrong


def narrate(_game: Any, before: Any, event: Event, _after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    match event:
        case LayCard():
            return _played(before, event)
        case Pick() if before.exchange is not None:
            return Telling("pick", {"player": event.seat, "opponent": before.exchange.other})
        case Wrong():
            return Telling("wrong", {"player": event.of, "card": event.card})
        case Turned() if len(event.cards) > 1:
            return Telling("TURN_MANY", {"cards": event.cards})
    return None


def _played(before: Any, move: LayCard) -> Telling:
    details = {"player": move.seat, "card": move.card}
    if move.other is not None:
        return Telling("SWAP", {**details, "opponent": move.other, "count": move.count})
    left = len(before.hands[move.seat]) - 1
    return Telling({0: "HAND_OVER", 1: "LAST"}.get(left, "play"), details)
