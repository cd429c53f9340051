"""The table screen: what a television beside the table shows, to be read from 3 m. It is only looked at.

Everything is drawn through the eyes of an onlooker, so that hands stay hidden, and from the same parts as the play
screen; ``tv.css`` makes them large. Nothing on it can be tapped, and it needs no code.
"""

from functools import lru_cache

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.core.events import Seat
from engine.texts.language import tr, translated
from tablelight.session.record import RecordTrouble
from tablelight.session.snapshot import Snapshot
from tablelight.setup.network import qr_svg
from tablelight.web import games
from tablelight.web.components import doubts, drawn_boards
from tablelight.web.components.clock_panel import clock_hand
from tablelight.web.components.desk import Selection
from tablelight.web.components.dice import dice_strip
from tablelight.web.components.html import classes, hue_class, markup
from tablelight.web.components.log_lines import entry_html
from tablelight.web.components.tokens import SEAT_HUES, letters, token_icon
from tablelight.web.narration import won
from tablelight.web.viewer import Shown, Viewer
from tablelight.web.views import card_table
from tablelight.web.views.end_card import how_it_ended
from tablelight.web.views.evening import between_games
from tablelight.web.views.looking import Surroundings

PARTS = ("turn", "doubt", "stage", "board", "side", "last")
"""The sections of the table screen."""
_HANDS_EMPTY = drawn_boards.PickedUp()


def tv_sections(now: Snapshot, around: Surroundings, *, with_code: bool, at: float | None = None) -> dict[str, str]:
    """HTML of every section. ``with_code``: whoever opened it may write, so that its code to join with may be seen.
    ``at``: the time that the clock goes by; None: no clock is shown."""
    parts = _idle(around, with_code=with_code) if now.referee is None else _game(now, around, at)
    return {name: markup(parts.get(name)) for name in PARTS}


# ---- nobody plays


def _idle(around: Surroundings, *, with_code: bool) -> dict[str, Node]:
    """The start screen: how to come in."""
    page, _, code = around.join_url.partition("#code=")
    if not page or around.only_here:
        way: Node = h.p[around.only_here or tr("Open this page on the computer at the table to set up a game.")]
    else:
        way = [
            h.div(".qr")[_qr(around.join_url if with_code else page)],
            h.p(".url")[page.rstrip("/")],
            with_code and h.p(".code")[f"{code[:4]} {code[4:]}"],
            not with_code and h.p[tr("Look on from here; to play along you need the table's code.")],
        ]
    welcome = h.div(".welcome")[h.span(".wheel"), h.h1["Tablelight"], h.p[tr("Set up a game on a phone.")], way]
    return {"stage": welcome}


@lru_cache(8)
def _qr(address: str) -> Markup:
    return Markup(qr_svg(address))


# ---- a game


def _game(now: Snapshot, around: Surroundings, at: float | None) -> dict[str, Node]:
    referee = now.referee
    assert referee is not None
    shown = Shown(referee.match, Viewer())
    board, desk = games.board_of(shown.game.name), games.desk_of(shown.game.name)
    parts: dict[str, Node] = {
        "turn": _turn(shown, clock_hand(now, at) if at is not None and shown.due else None),
        "doubt": doubts.panel(referee, may_write=False, can_type=False, picture=around.picture),
        "last": _last(shown),
    }
    if board is not None:
        tray = drawn_boards.tray(shown, _HANDS_EMPTY, may_act=False)
        parts["board"] = drawn_boards.picture(now, shown.viewer, _HANDS_EMPTY, None)
        parts["side"] = [tray, drawn_boards.players(shown, _HANDS_EMPTY, may_act=False)]
    elif desk is not None:
        parts["stage"] = card_table.table_area(shown, desk, desk.zones(shown, Selection(live=False)))
    else:
        parts["stage"] = _dice_and_sheet(shown)
    ended = _ended(now, around, shown)
    return {**parts, "board": None, "side": None, "stage": ended} if ended is not None else parts


def _ended(now: Snapshot, around: Surroundings, shown: Shown) -> Node:
    """How a game ended, in place of what it was played on, with the evening's points where there is one."""
    if shown.awaiting.actor != "nobody":
        return None
    try:
        result = shown.result(now.match_id or "", around.people)
    except RecordTrouble:  # it is said on the play screen
        result = None
    evenings = around.evenings
    points = between_games(evenings.table(), now, may_write=False) if evenings is not None and evenings.on else None
    if result is None:
        return points or None
    card = how_it_ended(shown, result, around.people, match_id=result.match_id)
    return h.section(".endcard", aria_label=tr("How it ended"))[card, points]


def _dice_and_sheet(shown: Shown) -> Node:
    """Dice that are thrown again, and what the game has in place of a board."""
    panels = games.panels_of(shown.game.name)
    rerolls = panels.rerolls
    return [
        rerolls
        and dice_strip(rerolls.dice(shown.state), rerolls.in_hand(shown.state), may_write=False, can_take=False),
        panels.play(shown, may_write=False) if panels.play is not None else _points(shown),
    ]


def _points(shown: Shown) -> Node:
    """Everybody's points, for games that show nothing else."""
    people = zip(shown.seats, shown.scores.values(), strict=False)
    return h.div(".around")[[h.div(".person")[h.b(".who")[name], h.span(".points")[f"{p:g}"]] for name, p in people]]


def _turn(shown: Shown, clock: Node) -> Node:
    """Whose turn it is, in that player's colour, and what is to be done; or who won. ``clock``: what is left of it."""
    board = games.board_of(shown.game.name)
    scene = drawn_boards.scene_of(shown, _HANDS_EMPTY, may_act=False)
    hues = board.hues(scene) if board is not None else SEAT_HUES
    over = won(shown)
    due: tuple[Seat, ...] = shown.winners if over else shown.due
    seat = due[0] if len(due) == 1 else None
    look = classes("turnbar", f"paint {hue_class(hues[seat % len(hues)])}" if seat is not None else "")
    return h.div(class_=look)[
        seat is not None and token_icon(seat, letters(shown.seats)[seat], hues),
        h.h1(aria_live="polite")[over or shown.ask()],
        clock,
    ]


def _last(shown: Shown) -> Node:
    """The last thing that happened."""
    return [
        h.p(role="status")[shown.length and entry_html(shown, shown.length - 1)],
        h.a(".brand", href="/")[h.span(".wheel"), h.b["Tablelight"], h.span(".title")[translated(shown.game.title)]],
    ]
