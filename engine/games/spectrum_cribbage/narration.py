"""Which sentence an event of Spectrum Cribbage is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrum_cribbage.events import CountHand, Cut, PegCard, SayGo, Starter


def narrate(_game: Any, before: Any, event: Event, after: Any) -> Telling | None:
    """The sentence of an event, with the points it gave; None where that of its kind says it."""
    points = sum(peg.points for peg in after.pegs)
    match event:
        case Cut():
            return _cut(before, event, after)
        case Starter() if points:
            return Telling("HEELS", {"player": before.dealer, "card": event.card, "points": points})
        case PegCard():
            return _played(event, after, points)
        case SayGo() if points:
            return Telling("GO_POINTS", {"player": event.seat, "owner": after.last_player, "points": points})
        case CountHand():
            told_by = "COUNT_CRIB" if before.counted == len(before.hands) else "COUNT_HAND"
            return Telling(told_by, {"player": event.seat, "points": after.shown.total if after.shown else points})
    return None


def _cut(before: Any, event: Cut, after: Any) -> Telling:
    details = {"player": event.player, "card": event.card, "owner": after.dealer}
    last = sum(not card.known for card in before.cuts) == 1
    return Telling("cut" if not last else "CUT_DEALS" if after.phase == "deal" else "CUT_AGAIN", details)


def _played(event: PegCard, after: Any, points: int) -> Telling:
    details = {"player": event.seat, "card": event.card, "points": points, "owner": after.last_player}
    if not after.series:
        return Telling("PLAY_LAST_POINTS" if points else "PLAY_LAST", details)
    return Telling("PLAY_POINTS" if points else "play", {**details, "total": after.total})
