"""The score sheet of Roll & Color for all players, and what the dice on the table would give."""

from typing import Any

from engine import texts
from engine.components.hues import Hue
from engine.games.roll_and_color.sheet import COMBOS, ROWS, SEQUENCES, Entered
from tablelight.web.components.html import PAINT, button, ink, text
from tablelight.web.viewer import Shown

MOST_PICKS = 3
_HEADS = {"RO": "Secondary colours", "R": "Primary colours", "SEQ_SEC": "Runs", "CMB_SEC": "Combos"}


def score_sheet(match: Shown, *, may_write: bool) -> str:
    """All 24 rows, a column a player. Open rows of the player whose turn it is show their worth and can be tapped."""
    state, game = match.state, match.game
    worth = game.best_rows(state) if not state.in_hand else {}
    best = max((entered.points for entered in worth.values()), default=0)
    seats = range(len(match.seats))
    scores = game.scores(state)
    heads = "".join(
        f'<th scope="col" class="{_now(state, s)}"><span title="{text(match.seats[s])}">{text(match.seats[s])}</span>'
        f"<small>{scores[s]}</small></th>"
        for s in seats
    )
    body, offered = [], set()
    for slot, row in enumerate(ROWS):
        if slot == ROWS.index(row) and row in _HEADS:
            body.append(f'<tr class="part"><td colspan="{len(match.seats) + 1}">{_HEADS[row]}</td></tr>')
        cells = []
        for seat in seats:
            entered = state.sheets[seat][slot]
            offer = worth.get(row) if seat == state.to_move and entered is None and row not in offered else None
            cells.append(_cell(entered, offer, row, best, may_write=may_write, now=_now(state, seat)))
            if offer is not None:
                offered.add(row)
        body.append(f"<tr>{_row_name(row)}{''.join(cells)}</tr>")
    totals = "".join(f'<td class="total {_now(state, s)}" data-total="{s}">{scores[s]}</td>' for s in seats)
    columns = "".join(f'<col class="{_now(state, s)}">' for s in seats)
    return (
        f'<table class="sheet points {_crowd(len(match.seats))}"><colgroup><col class="rows">{columns}</colgroup>'
        f"<thead><tr><th></th>{heads}</tr></thead><tbody>{''.join(body)}</tbody>"
        f"<tfoot><tr><th>Total</th>{totals}</tr></tfoot></table>"
    )


def _crowd(players: int) -> str:
    """How closely the columns stand: with many players names stand upright, so that every column is in sight."""
    return "crowd many several" if players > 8 else "many several" if players > 5 else "several" if players > 3 else ""


def best_picks(match: Shown) -> str:
    """The rows that are worth most now, to be chosen without looking for them on the sheet; empty before a roll."""
    state = match.state
    worth = match.game.best_rows(state) if not state.in_hand else {}
    best = sorted((e.points, row) for row, e in worth.items() if e.points)[: -MOST_PICKS - 1 : -1]
    picks = "".join(
        button("score", f"<b>{points}</b> {text(texts.name_of(match.game.name, row))}", style="pick", row=row)
        for points, row in best
    )
    return f'<div class="picks">{picks}</div>' if picks else ""


def _now(state: Any, seat: int) -> str:
    return "now" if seat == state.to_move and not state.over else ""


def _row_name(row: str) -> str:
    name = text(texts.name_of("roll_and_color", row))
    if row in SEQUENCES or row in COMBOS:
        return f'<th scope="row">{name}</th>'
    hue = Hue[row]
    dot = f'<span class="dot" style="--paint:{PAINT[hue]};--ink:{ink(hue)}">{row}</span>'
    return f'<th scope="row">{dot}<span class="hue-name">{name}</span></th>'


def _cell(entered: Entered | None, offer: Entered | None, row: str, best: int, *, may_write: bool, now: str) -> str:
    if entered is not None:
        return f'<td class="filled {now}" title="{_reached(entered)}">{entered.points}</td>'
    if offer is None:
        return f'<td class="{now}"></td>'
    style = "best" if offer.points == best and best else "zero" if not offer.points else ""
    if not may_write:
        return f'<td class="{now}"><span class="offer {style}">{offer.points}</span></td>'
    return (
        f'<td class="{now}"><button class="offer {style}" data-act="score" data-row="{row}"'
        f' title="{_reached(offer)}">{offer.points}</button></td>'
    )


def _reached(entered: Entered) -> str:
    return "nothing fits" if not entered.points else f"{entered.cell}: {texts.counted(f'{entered.points} points')}"
