"""The legal moves for programs: what may be done now, as far as everybody at the table may know it."""

from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

from engine.core.events import Move
from engine.core.match import Match
from tablelight.web.components.log_lines import event_words
from tablelight.web.viewer import Shown

MOST = 500
"""Moves that are listed."""

_LISTED: "WeakKeyDictionary[Match, tuple[int, dict[str, Any]]]" = WeakKeyDictionary()
"""By match: the length of its log, and what could be done then. It is looked for once, however many programs ask."""


def legal_json(match: Match | None) -> dict[str, Any]:
    """``moves``: each with its seat, its event as ``POST /api/event`` takes it, words, and the spots it is about.

    ``more``: there are others than those listed. ``hidden``: some seat sees cards that not everybody sees; what it may
    do is not listed, as that would tell of them.
    """
    if match is None:
        return {"moves": [], "more": False, "hidden": False}
    length, listed = _LISTED.get(match, (-1, {}))
    if length != len(match.log):
        length, listed = len(match.log), _listed(match)
        _LISTED[match] = length, listed
    return listed


def _listed(match: Match) -> dict[str, Any]:
    shown = Shown(match)
    open_seats = [match.game.sees_as_much(match.state, None, seat) for seat in range(len(match.seats))]
    # Where nobody's moves may be told, they are not looked for either.
    found = list(islice(shown.moves(), MOST + 1)) if any(open_seats) else []
    return {
        "moves": [_move(shown, move) for move in found[:MOST]],
        "more": len(found) > MOST or (bool(found) and not match.game.lists_all(match.state)),
        "hidden": not all(open_seats),
    }


def _move(shown: Shown, move: Move) -> dict[str, Any]:
    return {"seat": move.seat, "event": str(move), "words": event_words(shown, move), "spots": list(move.spots())}
