"""Which sentence an event of Roll & Color is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.roll_and_color.events import Reroll, RowScored, TrayRolled
from engine.games.roll_and_color.sheet import COMBOS, SEQUENCES, best_cell


def narrate(game: Any, before: Any, event: Event, _after: Any) -> Telling | None:
    """The sentence of an event; a row is told with what counts in it."""
    if isinstance(event, TrayRolled):
        return Telling("ROLL", {"player": before.to_move, "dice": event.d6 + event.d12})
    if isinstance(event, Reroll):
        return Telling("reroll", {"player": event.seat, "dice": event.d6 + event.d12})
    if isinstance(event, RowScored):
        return _scored(game, before, event)
    return None


def _scored(game: Any, before: Any, event: RowScored) -> Telling:
    best = best_cell(before.counts, event.row, game.options.wrap)
    details = {"player": event.seat, "row": event.row, "points": best.points}
    if not best.points:
        return Telling("SCORE_NOTHING", details)
    if event.row in COMBOS:
        a, _, b = str(best.cell).partition("&")
        return Telling("SCORE_COMBO", {**details, "a": a, "b": b})
    return Telling("SCORE_RUN" if event.row in SEQUENCES else "SCORE_COUNT", {**details, "count": best.cell})
