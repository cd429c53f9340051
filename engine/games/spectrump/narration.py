"""Which sentence an event of Spectrump is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrump.events import Bid, Load, PassAuction, PlayToTrick


def narrate(_game: Any, before: Any, event: Event, after: Any) -> Telling | None:
    """The sentence of an event, with who won the auction or the trick by it; None where that of its kind says it."""
    trump_is_known = before.phase == "auction" and after.phase == "play"
    match event:
        case Load() if not event.cards:
            return Telling("READY", {"player": event.seat})
        case Bid() if trump_is_known:
            return Telling("BID_WON", {"player": event.seat, "number": event.number, "hue": event.hue})
        case PassAuction() if trump_is_known:
            return Telling("PASS_WON", {"player": event.seat, "hue": after.bid_hue, "winner": after.bidder})
        case PlayToTrick():
            return _played(before, event, after)
    return None


def _played(before: Any, move: PlayToTrick, after: Any) -> Telling:
    details = {"player": move.seat, "card": move.card}
    if len(before.trick) + 1 < len(before.hands):
        return Telling("play", details)
    winner = after.last_winner
    return Telling("TRICK_OWN" if winner == move.seat else "TRICK", {**details, "winner": winner})
