"""Which sentence an event of Spectra is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectra_icehouse.events import BAG, PyramidsExchanged


def narrate(_game: Any, _before: Any, event: Event, _after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    if not isinstance(event, PyramidsExchanged):
        return None
    details = {"player": event.seat, "give": event.give, "get": event.get}
    if event.partner == BAG:
        return Telling("EXCHANGE_BAG", details)
    return Telling("EXCHANGE", {**details, "opponent": event.partner})
