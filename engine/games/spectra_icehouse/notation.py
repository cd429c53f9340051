"""The texts of Spectra's events, read tolerantly; each event writes its own (``words``)."""

from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, unknown_verb
from engine.games.spectra_icehouse.events import (
    BAG,
    PyramidAdded,
    PyramidDrawn,
    PyramidsExchanged,
    TakeColour,
    TurnDone,
)
from engine.games.spectra_icehouse.movegen import PyramidSet, partners
from engine.games.spectra_icehouse.pieces import parse_colour, parse_piece
from engine.games.spectra_icehouse.state import State

EXAMPLE = "add S red"
"""A move as one writes it, for who left out whose it is."""


def event_of(words: str, seat: Seat | None, source: str, state: State | None, pyramids: PyramidSet) -> Event:
    """The event that ``words`` describe, for the player at ``seat``. Raises NotUnderstood.

    ``state`` and ``pyramids``: from them follows with whom an exchange is made where nobody was named.
    """
    verb, _, rest = words.strip().partition(" ")
    match verb.lower():
        case "take":
            return TakeColour(need_seat(seat, EXAMPLE), parse_colour(rest))
        case "draw" | "drawn":
            return PyramidDrawn(parse_piece(rest), source=source)
        case "exchange" | "swap":
            return _exchange(rest, need_seat(seat, EXAMPLE), state, pyramids)
        case "add":
            return PyramidAdded(need_seat(seat, EXAMPLE), parse_piece(rest))
        case "done" | "pass":
            return TurnDone(need_seat(seat, EXAMPLE))
    raise unknown_verb(verb, EXAMPLE, "take", "draw", "exchange", "add", "done")


def _exchange(rest: str, seat: Seat, state: State | None, pyramids: PyramidSet) -> PyramidsExchanged:
    """``L green + S yellow for M blue with bag``; the partner may be left out where there is only one."""
    give, _, rest = rest.partition(" for ")
    get, _, who = rest.partition(" with ")
    pieces = give.split("+")
    if len(pieces) != 2 or not get.strip():
        raise NotUnderstood(
            Deferred("write two pieces and what for: '1: exchange L green + S yellow for M blue with bag'")
        )
    wanted = parse_piece(get)
    a, b = (parse_piece(piece) for piece in pieces)
    who = who.strip().lower()
    found = partners(pyramids, state, seat, wanted) if state is not None and not who else ()
    return PyramidsExchanged(seat, (a, b), wanted, _partner(who, found))


def _partner(who: str, found: tuple[int, ...]) -> int:
    """The partner that was named, or the only one there is among those ``found``."""
    if who == "bag":
        return BAG
    if who.isdecimal():
        return int(who) - 1
    if len(found) == 1:
        return found[0]
    raise NotUnderstood(Deferred("say with whom: 'with bag', or 'with 2' for player 2"))
