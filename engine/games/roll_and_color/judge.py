"""Whether an event is legal in Roll & Color, and why not (RC-ROLL-01 to RC-END-01)."""

from engine.core.events import Event, Move
from engine.core.game import not_your_turn, odd_seats
from engine.core.verdict import Verdict, no, yes
from engine.games.roll_and_color.events import Reroll, RowScored, TrayRolled
from engine.games.roll_and_color.movegen import REROLL_SIZES, reroll_index, reroll_sizes
from engine.games.roll_and_color.notation import sizes_text
from engine.games.roll_and_color.options import Options
from engine.games.roll_and_color.sheet import ROW_KINDS, ROWS, best_cell, cell_points
from engine.games.roll_and_color.state import N_D6, N_D12, State, missing_from, slot_of


def judge(options: Options, state: State, event: Event) -> Verdict | None:
    """The verdict on an event; None where the game has no place for such a one."""
    if state.over:
        return no("GAME_OVER", "RC-END-01")
    if isinstance(event, TrayRolled):
        return judge_roll(state, event)
    if isinstance(event, Move) and event.seat != state.to_move:
        return not_your_turn(event, state.to_move)
    if isinstance(event, Reroll):
        return _judge_reroll(options, state, event)
    if isinstance(event, RowScored):
        return _judge_score(state, event)
    return None


def judge_roll(state: State, roll: TrayRolled) -> Verdict:
    """Whether these nine dice can lie in the tray now (RC-ROLL-01, RC-REROLL-06)."""
    # A cube has only the six primaries.
    odd = tuple(hue for hue in roll.d6 if not hue.is_primary)
    if odd:
        return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=odd)
    # Every roll shows all nine dice.
    if (len(roll.d6), len(roll.d12)) != (N_D6, N_D12):
        return no("WRONG_DICE", "RC-ROLL-01", d6=len(roll.d6), d12=len(roll.d12))
    if not state.rolled:
        return yes()
    # Dice come down again only after the player said which he takes up.
    if not state.in_hand:
        return no("NOT_TAKEN_UP", "RC-REROLL-01")
    # The dice left lying must still be there.
    kept_d6, kept_d12 = state.kept
    gone = missing_from(roll.d6, kept_d6) + missing_from(roll.d12, kept_d12)
    if gone:
        return no("KEPT_DIE_CHANGED", "RC-REROLL-06", *(f"{hue.name}1" for hue in gone), hues=gone)
    return yes()


def _judge_reroll(options: Options, state: State, move: Reroll) -> Verdict:
    if not state.rolled:
        return no("ROLL_FIRST", "RC-ROLL-01")
    if state.in_hand:
        return no("ALREADY_TAKEN_UP", "RC-REROLL-01", count=state.in_hand)
    sizes = reroll_sizes(options, state)
    if not sizes:
        return no("NO_REROLL_LEFT", "RC-REROLL-01")
    # A player can only take up what lies there.
    absent = missing_from(state.d6, move.d6) + missing_from(state.d12, move.d12)
    if absent:
        return no("NOT_ON_THE_TABLE", "RC-REROLL-06", hues=absent)
    # Each reroll takes its own number of dice.
    if reroll_index(options, state, move.size) is None:
        left = (size for n, size in enumerate(REROLL_SIZES) if n not in state.used)
        option = "reroll_order" if any(low <= move.size <= high for low, high in left) else None
        return no("REROLL_SIZE", "RC-REROLL-02..05", wanted=sizes_text(sizes), count=move.size, option=option)
    return yes()


def _judge_score(state: State, move: RowScored) -> Verdict:
    if not state.rolled:
        return no("ROLL_FIRST", "RC-ROLL-01")
    if state.in_hand:
        return no("ALREADY_TAKEN_UP", "RC-REROLL-01", count=state.in_hand)
    if move.row not in ROW_KINDS:
        return no("NO_SUCH_ROW", "RC-SLOT-01", row=move.row)
    # Each row is filled once; sequences and combos have two.
    if slot_of(state.sheets[move.seat], move.row) is None:
        return no("ROW_FULL", "RC-SLOT-01", row=move.row)
    # Whether the circle closes for a run is a question of the table.
    if best_cell(state.counts, move.row, True) != best_cell(state.counts, move.row, False):
        return Verdict(True, details={"note": "ACROSS_RED", "option": "wrap"}, complete="done")
    return yes(complete="done")


def position_faults(state: State, seats: int) -> list[Verdict]:
    """Everything that is wrong with a set-up position of so many players, not only the first fault."""
    faults = []
    if len(state.sheets) != seats:
        faults.append(no("WRONG_SHEETS", "RC-SLOT-01", sheets=len(state.sheets), players=seats))
    faults += [no("BAD_SHEET", "RC-SLOT-01", player=n) for n, s in enumerate(state.sheets) if len(s) != len(ROWS)]
    for seat, sheet in enumerate(state.sheets):
        for row, entered in zip(ROWS, sheet, strict=False):
            if entered and cell_points(row).get(entered.cell, 0) != entered.points:
                faults.append(no("NO_SUCH_CELL", "RC-NA-01", player=seat, row=row, cell=str(entered.cell)))
    faults += odd_seats(seats, *state.gone)
    if not 0 <= state.to_move < seats or state.to_move in state.gone:
        faults.append(no("NO_SUCH_PLAYER", "", number=state.to_move + 1))
    if state.rolled:
        verdict = judge_roll(State(sheets=state.sheets), TrayRolled(state.d6, state.d12))
        faults += [] if verdict.ok else [verdict]
    return faults
