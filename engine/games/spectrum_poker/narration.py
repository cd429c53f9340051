"""Which sentence an event of Spectrum Poker is."""

from typing import Any

from engine.components.cards import Cards
from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrum_poker.events import Chips, ExchangeCards, Fold, ReplacementsDrawn, ShowHand


def narrate(_game: Any, before: Any, event: Event, after: Any) -> Telling | None:
    """The sentence of an event, with who won where it ended a deal; None where that of its kind says it."""
    won = after.last.winners if after.last is not None and after.last is not before.last else ()
    match event:
        case ExchangeCards():
            return Telling("EXCHANGE" if event.cards else "STAND", {"player": event.seat, "cards": event.cards})
        case ReplacementsDrawn() if not event.cards:
            return Telling("DRAW", {"player": before.to_move})
        case Chips():
            return Telling("chips", {"player": event.player, "amount": event.amount})
        case Fold() if won:
            return Telling("FOLD_WON", {"player": event.seat, "winners": won})
        case ShowHand():
            return _shown(before, event, won)
    return None


def _shown(before: Any, event: ShowHand, won: tuple[int, ...]) -> Telling:
    cards: Cards = event.cards or before.hands[event.seat]
    details = {"player": event.seat, "cards": cards}
    return Telling("SHOW_WON", {**details, "winners": won}) if won else Telling("show" if cards else "SHOW", details)
