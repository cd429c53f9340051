"""What an event that was judged legal does to a position of Spectrum Escape."""

from collections.abc import Mapping
from typing import Any

from engine.core.events import Event
from engine.core.fast_constructor import replace
from engine.core.tuples import replaced_at
from engine.games.spectrum_escape.events import CommonDiceRolled, DieLost, OwnDieRolled, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.landing import landing
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import TARGETS, State, mover_at


def after_event(options: Options, state: State, event: Event) -> State:
    """The next position."""
    if isinstance(event, OwnDieRolled):
        return replace(state, own=replaced_at(state.own, event.seat, event.hue))
    if isinstance(event, CommonDiceRolled):
        return replace(state, common=tuple(sorted((*event.d6, *event.d12))))
    assert isinstance(event, (PawnMoved, DieLost, PawnWithdrawn))
    changes = _used(state, event)
    if isinstance(event, PawnMoved):
        changes |= _pawn_moved(options, state, event)
    if not changes.get("over"):
        changes |= _next_move(state, changes)
    return replace(state, **changes)


def _used(state: State, event: PawnMoved | DieLost | PawnWithdrawn) -> dict[str, Any]:
    """What a move uses up: a die, or both moves of the round."""
    seat = event.seat
    if isinstance(event, PawnWithdrawn):
        lanes = replaced_at(state.lanes, event.hue, replaced_at(state.lanes[event.hue], seat, 0))
        return {"last": None, "lanes": lanes, "withdrawn": replaced_at(state.withdrawn, seat, True)}
    if event.die == "own":
        return {"last": None, "own_used": replaced_at(state.own_used, seat, True)}
    common = list(state.common or ())
    common.remove(event.hue)
    return {"last": None, "common": tuple(common), "common_used": replaced_at(state.common_used, seat, True)}


def _pawn_moved(options: Options, state: State, move: PawnMoved) -> dict[str, Any]:
    """The pawn on its new place, or off the board."""
    lane = state.lanes[move.hue]
    place = landing(options, lane, move.seat)
    out = place > options.escape_first_ring
    lanes = replaced_at(state.lanes, move.hue, replaced_at(lane, move.seat, 0 if out else place))
    if not out:
        return {"lanes": lanes}
    count = state.escaped[move.seat] + 1
    escaped = replaced_at(state.escaped, move.seat, count)
    return {"lanes": lanes, "escaped": escaped, "last": move.hue, "over": count >= TARGETS[state.seats]}


def _next_move(state: State, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The next move of the round, past those who withdrew; or the next round (SB-ESC-07 to SB-ESC-09)."""
    n = state.seats
    withdrawn = changes.get("withdrawn", state.withdrawn)
    turn = state.turn + 1
    while n <= turn < 2 * n and withdrawn[mover_at(n, state.cycle, turn)]:
        turn += 1
    if turn < 2 * n:
        return {"turn": turn}
    unused = (False,) * n
    fresh: dict[str, Any] = {"own_used": unused, "common_used": unused, "withdrawn": unused, "turn": 0}
    fresh |= {"own": (None,) * n, "common": None}
    if state.round == "d6":
        return {**fresh, "round": "d12"}
    return {**fresh, "round": "d6", "cycle": state.cycle + 1}
