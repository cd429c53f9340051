"""Which sentence an event of Spectrum Escape is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrum_escape.events import CommonDiceRolled, PawnMoved
from engine.games.spectrum_escape.landing import landing, spot


def narrate(game: Any, before: Any, event: Event, _after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    if isinstance(event, CommonDiceRolled):
        return Telling("COMMON", {"dice": event.d6 + event.d12})
    if not isinstance(event, PawnMoved):
        return None
    lane = before.lanes[event.hue]
    place = landing(game.options, lane, event.seat)
    details = {"player": event.seat, "hue": event.hue, "to": spot(game.options, event.hue, place)}
    if place > game.options.escape_first_ring:
        return Telling("OUT", details)
    return Telling("GO" if lane[event.seat] else "ENTER", details)
