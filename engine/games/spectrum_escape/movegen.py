"""The moves of Spectrum Escape that the dice allow (SB-ESC-07, SB-ESC-10)."""

from collections.abc import Iterator

from engine.components.hues import Hue
from engine.core.events import Move
from engine.games.spectrum_escape.events import Die, DieLost, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.judge import judge_landing
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import State


def pseudo_legal_moves(options: Options, state: State) -> Iterator[Move]:
    """A move for each die of the mover, or its loss where it moves nothing, and every pawn to be withdrawn.

    The judge refuses some: a die that may not be lost yet, a pawn that is withdrawn too late.
    """
    if state.over or not state.rolled:
        return
    seat = state.mover
    for hue, die in _open_dice(state):
        usable = judge_landing(options, state, seat, hue).ok
        yield PawnMoved(seat, hue, die) if usable else DieLost(seat, hue, die)
    for hue in Hue:
        if state.lanes[hue][seat]:
            yield PawnWithdrawn(seat, hue)


def _open_dice(state: State) -> list[tuple[Hue, Die]]:
    """The dice the mover can still use; of common dice alike one."""
    seat = state.mover
    own = state.own[seat]
    dice: list[tuple[Hue, Die]] = [] if state.own_used[seat] or own is None else [(own, "own")]
    if not state.common_used[seat]:
        dice += [(hue, "common") for hue in dict.fromkeys(state.common or ())]
    return dice
