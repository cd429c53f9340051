"""What an event that was judged legal does to a position of Roll & Color."""

from engine.core.events import Event, Seat
from engine.core.fast_constructor import replace
from engine.games.roll_and_color.events import Reroll, RowScored, TrayRolled
from engine.games.roll_and_color.movegen import reroll_index
from engine.games.roll_and_color.options import Options
from engine.games.roll_and_color.sheet import best_cell, scoring_hues
from engine.games.roll_and_color.state import State, next_mover, slot_of


def after_event(options: Options, state: State, event: Event) -> State:
    """The next position."""
    if isinstance(event, TrayRolled):
        return replace(state, d6=event.d6, d12=event.d12, taken_d6=(), taken_d12=(), last=())
    if isinstance(event, Reroll):
        index = reroll_index(options, state, event.size)
        assert index is not None
        return replace(state, used=(*state.used, index), taken_d6=event.d6, taken_d12=event.d12)
    assert isinstance(event, RowScored)
    return _row_scored(options, state, event)


def _row_scored(options: Options, state: State, move: RowScored) -> State:
    sheet = list(state.sheets[move.seat])
    slot = slot_of(state.sheets[move.seat], move.row)
    assert slot is not None
    sheet[slot] = best_cell(state.counts, move.row, options.wrap)
    sheets = (*state.sheets[: move.seat], tuple(sheet), *state.sheets[move.seat + 1 :])
    hues = scoring_hues(state.counts, move.row, options.wrap)
    to_move = next_mover(sheets, state.gone, move.seat)
    return State(sheets=sheets, to_move=to_move, last=hues, gone=state.gone)


def without(state: State, seat: Seat) -> State:
    """The position in which the others play on: the sheet of who drops out stays, and a turn of theirs is over."""
    gone = tuple(sorted((*state.gone, seat)))
    if state.to_move != seat:
        return replace(state, gone=gone)
    return State(sheets=state.sheets, to_move=next_mover(state.sheets, gone, seat), gone=gone)
