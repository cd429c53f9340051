"""The kinds of Roll & Color cases. A kind is its question without brackets, and the keys of its state."""

import re
from typing import Any

from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.roll_and_color.events import Reroll, RowScored, TrayRolled
from engine.games.roll_and_color.movegen import REROLL_SIZES
from engine.games.roll_and_color.odds import cell_outcomes, expected_best, outcomes
from engine.games.roll_and_color.sheet import ROWS, best_cell, cell_points, count_hues, parse_row
from engine.games.roll_and_color.state import State, slot_of


def answer(case: dict[str, Any]) -> Any:
    question = re.sub(r"\s*\(.*?\)", "", case["question"]).strip()
    state, options = case["state"], case.get("options") or {}
    return _KINDS[question](state, options)


def _dice(state: dict[str, Any]) -> TrayRolled:
    return TrayRolled(tuple(map(Hue.parse, state["d6"])), tuple(map(Hue.parse, state["d12"])))


def _cell_and_points(state: dict[str, Any], options: dict[str, Any]) -> Any:
    roll = _dice(state)
    counts = count_hues((*roll.d6, *roll.d12))
    entered = best_cell(counts, parse_row(state["row"]), create("roll_and_color", 1, options=options).options.wrap)
    return {"cell": entered.cell, "points": entered.points}


_ALL = tuple(map(Hue.parse, ["R", "O", "Y", "G"])), tuple(map(Hue.parse, ["R", "RO", "O", "OY", "Y"]))


def _legal_reroll(state: dict[str, Any], options: dict[str, Any]) -> bool:
    """The game is walked to just before that reroll, then the move is judged."""
    game = create("roll_and_color", 1, options=options)
    d6, d12 = _ALL
    dice = [(0, hue) for hue in d6] + [(1, hue) for hue in d12]
    before = int(state.get("rerolls_done", state.get("reroll_number", 1) - 1))
    count = int(state.get("dice_rerolled") or re.search(r"(\d+) dice", state.get("action", "")).group(1))
    used = tuple(range(min(before, len(REROLL_SIZES))))
    position = State(sheets=game.start().sheets, d6=d6, d12=d12, used=used)
    if count > len(dice):
        return False
    pick = dice[:count]
    move = Reroll(0, tuple(h for k, h in pick if k == 0), tuple(h for k, h in pick if k == 1))
    return game.judge(position, move).ok


def _available(state: dict[str, Any], options: dict[str, Any]) -> bool:
    cell = (
        re.sub(r"\s", "", state["cell"].upper()).removesuffix("OFAKIND").removesuffix("INAROW").removesuffix("ORMORE")
    )
    words = {"ONE": "1", "PAIR": "2"}
    cell = words.get(cell, cell)
    return (cell if "&" in cell else int(cell)) in cell_points(parse_row(state["row"]))


def _third_slot(state: dict[str, Any], options: dict[str, Any]) -> bool:
    """The used slots are filled, then one more entry into the row is judged."""
    game = create("roll_and_color", 1, options=options)
    position = game.start()
    d6, d12 = _ALL
    row = parse_row(state["row"])
    used = next((v for k, v in state.items() if k.endswith("slots_used")), [])
    for _ in used:
        position = game.after(game.after(position, TrayRolled(d6, d12)), RowScored(0, row))
    return game.judge(game.after(position, TrayRolled(d6, d12)), RowScored(0, row)).ok


def _points_entered(state: dict[str, Any], options: dict[str, Any]) -> int:
    game = create("roll_and_color", 1, options=options)
    open_rows = {parse_row(row) for row in state["open_rows"]}
    filled = best_cell((0,) * 12, "R", True)
    sheet = tuple(None if row in open_rows else filled for row in ROWS)
    roll = _dice(state)
    position = State(sheets=(sheet,), d6=roll.d6, d12=roll.d12, used=tuple(range(state.get("rerolls_done", 0))))
    row = max(open_rows, key=lambda r: game.best_rows(position)[r].points)
    slot = slot_of(sheet, row)
    return game.after(position, RowScored(0, row)).sheets[0][slot].points


def _cell(state: dict[str, Any]) -> Any:
    cell = re.sub(r"\s|of a kind|or more|in a row", "", state["cell"])
    return cell if "&" in cell else int(cell)


_KINDS = {
    "Cell reached and points": _cell_and_points,
    "Legal reroll?": _legal_reroll,
    "Legal under the default?": _legal_reroll,
    "Slots on the sheet = rounds": lambda state, options: len(ROWS),
    "Highest possible total": lambda state, options: sum(max(cell_points(row).values()) for row in ROWS),
    "Available?": _available,
    "May a third Spectrum sequence be entered?": _third_slot,
    "Number of equally likely rolls": lambda state, options: outcomes(),
    "Expected points": lambda state, options: expected_best(wrap=options.get("wrap", True)),
    "Outcomes": lambda state, options: cell_outcomes(
        parse_row(state["row"]), _cell(state), wrap=options.get("wrap", True)
    ),
    "Points entered": _points_entered,
}
