"""Which sentence an event at a Spectrum board is."""

from typing import Any

from engine.core.events import Event
from engine.core.telling import Telling
from engine.games.spectrum.board import INDEX, RING, STOCK_NAME
from engine.games.spectrum.events import EndTurn, HandDrawn, PawnMove, PlaceCaptive, PortalCards, Send, SetupDealt
from engine.games.spectrum.state import State


def narrate(_game: Any, before: Any, event: Event, _after: Any) -> Telling | None:
    """The sentence of an event; None where that of its kind says it."""
    match event:
        case PawnMove():
            return _moved(before, event)
        case EndTurn() if not before.moved:
            return Telling("DONE_NOTHING", {"player": event.seat})
        case PlaceCaptive(to="OFF"):
            return Telling("PLACE_STOCK", {"player": event.seat})
        case HandDrawn():
            return Telling("DRAW", {"player": before.to_move, "cards": event.cards})
        case SetupDealt() | PortalCards():
            return Telling(event.kind, {"player": event.to, "cards": event.cards})
        case Send():
            return Telling("SEND", {"player": event.seat, "start": before.extras.portal, "to": event.to})
    return None


def _moved(before: State, move: PawnMove) -> Telling:
    landing, comes_in = move.path[-1], move.origin == STOCK_NAME
    there = before.owner_of(INDEX[landing])
    details = {"player": move.seat, "start": move.origin, "to": landing, "over": move.jumped}
    if RING[INDEX[landing]] == 9:
        return Telling("STAR", details)
    taken = "" if there is None or there == move.seat else "_CAPTURE"
    if len(move.jumped) == 1:
        jumped = before.owner_of(INDEX[move.jumped[0]])
        return Telling("JUMP" + taken, {**details, "opponent": jumped, "owner": there})
    if move.jumped:
        return Telling("JUMPS" + taken, {**details, "owner": there})
    code = "ENTER" if comes_in else "STEP"
    return Telling(
        {"ENTER_CAPTURE": "ENTER_CAPTURE", "STEP_CAPTURE": "CAPTURE"}.get(code + taken, code),
        {**details, "opponent": there},
    )
