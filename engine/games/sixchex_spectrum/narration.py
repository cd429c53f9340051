"""Which sentence an event of SIXCHEX Spectrum is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.sixchex_spectrum.events import CardsLaid, CoinMoved, StartRoll
from engine.games.sixchex_spectrum.judge import captured_coins


def narrate(_game: Any, before: Any, event: Event, after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    if isinstance(event, CardsLaid):
        return Telling("lay")
    if isinstance(event, StartRoll) and not after.contenders:
        return Telling("START_WON", {"dice": event.dice, "winner": after.to_move})
    if isinstance(event, CoinMoved):
        lost = tuple(dict.fromkeys(seat for seat, _ in captured_coins(before, event)))
        details = {"player": event.seat, "start": event.start, "to": event.path[-1], "owners": lost}
        return Telling("CAPTURE" if lost else "MOVE", details)
    return None
