"""The score sheet of Roll & Color for all players, and what the dice on the table would give."""

from collections.abc import Mapping, Sequence
from typing import Any

import htpy as h
from htpy import Node

from engine import texts
from engine.components.hues import Hue
from engine.games.roll_and_color.sheet import COMBOS, ROWS, SEQUENCES, FilledSlot
from engine.texts.language import later, tr, translated, trn
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components.html import button, classes, hue_class, rendered
from tablelight.web.components.why import why
from tablelight.web.viewer import Shown

MOST_PICKS = 3
_SECOND_HALF = "SEQ_SEC"
"""The row with which the second half of the sheet begins: runs and combos."""
_HEADS = {
    "RO": later("Secondary colours"),
    "R": later("Primary colours"),
    "SEQ_SEC": later("Runs"),
    "CMB_SEC": later("Combos"),
}


@rendered
def score_sheet(match: Shown, *, may_write: bool) -> Node:
    """All 24 rows in two halves, which stand side by side where there is room; a column a player. Open rows of the
    player whose turn it is show their worth and can be tapped."""
    scores = match.game.scores(match.state)
    seats = range(len(match.seats))
    now = tuple(_now(match.state, seat) for seat in seats)
    totals = [h.td(class_=classes("total", now[s]), data_total=str(s))[str(scores[s])] for s in seats]
    body = _body(match, now, may_write=may_write)
    half = ROWS.index(_SECOND_HALF)
    return h.div(".sheets")[
        _half(match, scores, now, body[:half]),
        _half(match, scores, now, body[half:], h.tfoot[_given(match, now), h.tr[h.th[tr("Total")], totals]]),
    ]


def _half(
    match: Shown, scores: Mapping[int, float], now: tuple[str, ...], body: Sequence[Node], foot: Node = None
) -> Node:
    """One half of the sheet, with everybody's name and points above it."""
    seats = range(len(match.seats))
    return h.table(class_=classes("sheet", "points", _crowd(len(match.seats))))[
        h.colgroup[h.col(".rows"), [h.col(class_=now[seat] or None) for seat in seats]],
        h.thead[h.tr[h.td, [_head(match.seats[seat], scores[seat], now[seat]) for seat in seats]]],
        h.tbody[body],
        foot,
    ]


def _body(match: Shown, now: tuple[str, ...], *, may_write: bool) -> list[Node]:
    """Every row, each part's first one with the part's heading above it."""
    state = match.state
    worth = match.game.best_rows(state) if not state.in_hand else {}
    best = max((entered.points for entered in worth.values()), default=0)
    body: list[Node] = []
    offered = set()
    for slot, row in enumerate(ROWS):
        entered = tuple(sheet[slot] for sheet in state.sheets)
        offer = worth.get(row) if entered[state.to_move] is None and row not in offered else None
        if offer is not None:
            offered.add(row)
        line = _row(row, entered, now, state.to_move, offer, best, may_write, match.viewer.may_write)
        heads = slot == ROWS.index(row) and row in _HEADS
        body.append([_part(row, len(match.seats)), line] if heads else line)
    return body


def _part(row: str, seats: int) -> Node:
    return h.tr(".part")[h.td(colspan=str(seats + 1))[translated(_HEADS[row])]]


def _given(match: Shown, now: tuple[str, ...]) -> Node:
    """The points that were given before the game, which the totals hold; nothing where none were."""
    points = [match.given(seat) for seat in range(len(match.seats))]
    if not any(points):
        return None
    cells = [h.td(class_=now[seat] or None)[f"+{given}" if given else ""] for seat, given in enumerate(points)]
    return h.tr(".given-row")[h.th(scope="row")[tr("Given")], cells]


@kept_in_each_language(1024)  # a sheet is drawn anew with every tap, and most of its rows stay as they are
@rendered
def _row(
    row: str,
    entered: tuple[FilledSlot | None, ...],
    now: tuple[str, ...],
    mover: int,
    offer: FilledSlot | None,
    best: int,
    may_write: bool,
    explained: bool,
) -> Node:
    """One row for all players; ``offer``: what ``mover`` would get there. ``explained``: a tap on a name or a number
    says why."""
    cells = [
        _filled(at, row, seat, now[seat], explained=explained)
        if at is not None
        else _open(offer if seat == mover else None, row, best, may_write=may_write, now=now[seat])
        for seat, at in enumerate(entered)
    ]
    return h.tr[_row_name(row, explained=explained), cells]


def _head(name: str, points: float, now: str) -> Node:
    return h.th(scope="col", class_=now or None)[h.span(title=name)[name], h.small[str(points)]]


def _crowd(players: int) -> str:
    """How closely the columns stand: with many players names stand upright, so that every column is in sight."""
    return "crowd many several" if players > 8 else "many several" if players > 5 else "several" if players > 3 else ""


@rendered
def best_picks(match: Shown) -> Node:
    """The rows that are worth most now, to be chosen without looking for them on the sheet; empty before a roll."""
    state = match.state
    worth = match.game.best_rows(state) if not state.in_hand else {}
    best = sorted((e.points, row) for row, e in worth.items() if e.points)[: -MOST_PICKS - 1 : -1]
    picks = [
        button(
            "score", [h.b[str(points)], h.span[_dot(row), texts.name_of(match.game.name, row)]], style="pick", row=row
        )
        for points, row in best
    ]
    return picks and h.div(".picks")[picks]


def _dot(row: str) -> Node:
    """The colour of a row that has one, with its letters."""
    return None if row in SEQUENCES or row in COMBOS else h.span(class_=classes("dot", hue_class(Hue[row])))[row]


def _now(state: Any, seat: int) -> str:
    return "now" if seat == state.to_move and not state.over else ""


@kept_in_each_language(256)
@rendered
def _row_name(row: str, *, explained: bool) -> Node:
    name, dot = texts.name_of("roll_and_color", row), _dot(row)
    inside = [dot, h.span(".hue-name")[name] if dot else name]
    return h.th(scope="row")[why(f"row.{row}", label=inside) if explained else inside]


def _filled(entered: FilledSlot, row: str, seat: int, now: str, *, explained: bool) -> Node:
    points = str(entered.points)
    inside = why(f"row.{row}/{seat}", label=points) if explained else points
    return h.td(class_=classes("filled", now), title=_reached(entered))[inside]


def _open(offer: FilledSlot | None, row: str, best: int, *, may_write: bool, now: str) -> Node:
    if offer is None:
        return h.td(class_=now or None)
    style = "best" if offer.points == best and best else "zero" if not offer.points else ""
    look = {"class": classes("offer", style)}
    if not may_write:
        return h.td(class_=now or None)[h.span(look)[str(offer.points)]]
    tap = h.button(look, data_act="score", data_row=row, title=_reached(offer))
    return h.td(class_=now or None)[tap[str(offer.points)]]


def _reached(entered: FilledSlot) -> str:
    return (
        tr("nothing fits")
        if not entered.points
        else f"{entered.cell}: {trn('{count} point', '{count} points', entered.points)}"
    )
