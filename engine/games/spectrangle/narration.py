"""Which sentence an event of Spectrangle is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrangle.events import TilePlaced
from engine.games.spectrangle.tiles import TILE_OF


def narrate(_game: Any, before: Any, event: Event, after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    if not isinstance(event, TilePlaced):
        return None
    points = after.points[event.seat] - before.points[event.seat]
    details = {"player": event.seat, "tile": TILE_OF[event.tile], "field": f"T{event.field}", "points": points}
    return Telling("PLACE_POINTS", details)
