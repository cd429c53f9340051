"""The score sheet of Roll & Color for all players, and what the dice on the table would give."""

from functools import cache, lru_cache
from typing import Any

import htpy as h
from htpy import Node

from engine import texts
from engine.components.hues import Hue
from engine.games.roll_and_color.sheet import COMBOS, ROWS, SEQUENCES, FilledSlot
from engine.texts.language import tr
from tablelight.web.components.html import button, classes, hue_class, rendered
from tablelight.web.viewer import Shown

MOST_PICKS = 3
_HEADS = {"RO": "Secondary colours", "R": "Primary colours", "SEQ_SEC": "Runs", "CMB_SEC": "Combos"}


@rendered
def score_sheet(match: Shown, *, may_write: bool) -> Node:
    """All 24 rows, a column a player. Open rows of the player whose turn it is show their worth and can be tapped."""
    state, game = match.state, match.game
    worth = game.best_rows(state) if not state.in_hand else {}
    best = max((entered.points for entered in worth.values()), default=0)
    seats = range(len(match.seats))
    scores = game.scores(state)
    now = tuple(_now(state, seat) for seat in seats)
    body: list[Node] = []
    offered = set()
    for slot, row in enumerate(ROWS):
        if slot == ROWS.index(row) and row in _HEADS:
            body.append(h.tr(".part")[h.td(colspan=str(len(match.seats) + 1))[_HEADS[row]]])
        entered = tuple(sheet[slot] for sheet in state.sheets)
        offer = worth.get(row) if entered[state.to_move] is None and row not in offered else None
        if offer is not None:
            offered.add(row)
        body.append(_row(row, entered, now, state.to_move, offer, best, may_write))
    heads = [_head(match.seats[seat], scores[seat], now[seat]) for seat in seats]
    totals = [h.td(class_=classes("total", now[s]), data_total=str(s))[str(scores[s])] for s in seats]
    return h.table(class_=classes("sheet", "points", _crowd(len(match.seats))))[
        h.colgroup[h.col(".rows"), [h.col(class_=now[seat] or None) for seat in seats]],
        h.thead[h.tr[h.td, heads]],
        h.tbody[body],
        h.tfoot[_given(match, now), h.tr[h.th["Total"], totals]],
    ]


def _given(match: Shown, now: tuple[str, ...]) -> Node:
    """The points that were given before the game, which the totals hold; nothing where none were."""
    points = [match.given(seat) for seat in range(len(match.seats))]
    if not any(points):
        return None
    cells = [h.td(class_=now[seat] or None)[f"+{given}" if given else ""] for seat, given in enumerate(points)]
    return h.tr(".given-row")[h.th(scope="row")[tr("Given")], cells]


@lru_cache(1024)  # a sheet is drawn anew with every tap, and most of its rows stay as they are
@rendered
def _row(
    row: str,
    entered: tuple[FilledSlot | None, ...],
    now: tuple[str, ...],
    mover: int,
    offer: FilledSlot | None,
    best: int,
    may_write: bool,
) -> Node:
    """One row for all players; ``offer``: what ``mover`` would get there."""
    cells = [
        _cell(at, offer if seat == mover else None, row, best, may_write=may_write, now=now[seat])
        for seat, at in enumerate(entered)
    ]
    return h.tr[_row_name(row), cells]


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
        button("score", [h.b[str(points)], f" {texts.name_of(match.game.name, row)}"], style="pick", row=row)
        for points, row in best
    ]
    return picks and h.div(".picks")[picks]


def _now(state: Any, seat: int) -> str:
    return "now" if seat == state.to_move and not state.over else ""


@cache
@rendered
def _row_name(row: str) -> Node:
    name = texts.name_of("roll_and_color", row)
    if row in SEQUENCES or row in COMBOS:
        return h.th(scope="row")[name]
    dot = h.span(class_=classes("dot", hue_class(Hue[row])))[row]
    return h.th(scope="row")[dot, h.span(".hue-name")[name]]


def _cell(
    entered: FilledSlot | None, offer: FilledSlot | None, row: str, best: int, *, may_write: bool, now: str
) -> Node:
    if entered is not None:
        return h.td(class_=classes("filled", now), title=_reached(entered))[str(entered.points)]
    if offer is None:
        return h.td(class_=now or None)
    style = "best" if offer.points == best and best else "zero" if not offer.points else ""
    look = {"class": classes("offer", style)}
    if not may_write:
        return h.td(class_=now or None)[h.span(look)[str(offer.points)]]
    tap = h.button(look, data_act="score", data_row=row, title=_reached(offer))
    return h.td(class_=now or None)[tap[str(offer.points)]]


def _reached(entered: FilledSlot) -> str:
    return "nothing fits" if not entered.points else f"{entered.cell}: {texts.counted(f'{entered.points} points')}"
