"""Any game by hand: what may be done now, spot by spot, and a line to type what happened on the table."""

from collections.abc import Iterator
from itertools import islice

import htpy as h
from htpy import Node

from engine.core.events import Event
from engine.core.verdict import Dice
from engine.inference.observation import Observation
from engine.texts.language import tr
from tablelight.web.components import undo
from tablelight.web.components.given import given_note
from tablelight.web.components.html import button, classes, rendered, with_parts
from tablelight.web.viewer import Shown

MOST = 60
"""Moves shown at once; choosing a spot on the board narrows them down."""


@rendered
def panel(match: Shown, spot: str, *, may_write: bool) -> Node:
    """Scores, the legal moves (those that start at ``spot`` when one is chosen), and a line for everything else."""
    return [scores(match), _moves(match, spot, may_write=may_write), may_write and line(match)]


@rendered
def folded(match: Shown, *, may_write: bool) -> Node:
    """The same without scores, folded away: beside a board that is played by tapping."""
    inside = [_moves(match, "", may_write=may_write), may_write and line(match)]
    return h.details(".by-name")[h.summary[tr("Every move by name")], inside]


@rendered
def scores(match: Shown) -> Node:
    """What everybody has scored, whose turn it is marked."""
    scores, mover = match.scores, match.mover
    return h.div(".scores")[
        [
            h.div(class_=classes("score", "now" if seat == mover else ""))[
                h.span[name, " ", given_note(match.game, seat)], h.b[str(scores.get(seat, 0))]
            ]
            for seat, name in enumerate(match.seats)
        ]
    ]


def _moves(match: Shown, spot: str, *, may_write: bool) -> Node:
    legal = [m for m in islice(match.moves(), MOST * 4) if not spot or spot in m.spots()]
    if not legal:
        return spot and h.p(".said")[tr("Nothing can be done from there.")]
    mine = {seat: may_write and match.may_move(seat) for seat in {move.seat for move in legal}}
    shown = [
        button("play", str(move), style="move", disabled=not mine[move.seat], event=str(move)) for move in legal[:MOST]
    ]
    more = h.p(".said")[tr("There are more; tap a place on the board to narrow them down.")]
    return [h.div(".moves")[shown], len(legal) > MOST and more]


def _how_to_type(match: Shown) -> Node:
    """What typed moves look like, by one that may be made now; nothing where none can be told beforehand."""
    example = next(_open_to(match), None)
    words = tr("Such as {example}. These words are the same in every language; colours may be written in yours.")
    return example is not None and h.p(".said")[with_parts(words, example=h.code[str(example)])]


def _suggested(match: Shown) -> Node:
    """Legal moves for the line's list: those that this browser may make."""
    return h.datalist("#legal-moves")[[h.option(value=str(move)) for move in _open_to(match)]]


def _open_to(match: Shown) -> Iterator[Event]:
    """Legal moves that this browser may make: no other hand's cards are to be read from them."""
    return (move for move in islice(match.moves(), MOST) if match.may_move(move.seat))


def _rolls(match: Shown) -> bool:
    """Whether dice are wanted that can be typed in by tapping."""
    need = match.awaiting.need
    return isinstance(need, Dice) and match.game.fact_of(Observation((), ())) is not None


@rendered
def typed(match: Shown) -> Node:
    """The line to type what happened, folded away; the key "/" opens it."""
    return h.details(".by-name")[h.summary[tr("Type it instead")], line(match)]


@rendered
def line(match: Shown) -> Node:
    """A line to type what happened; what may be done now is suggested."""
    kinds = ", ".join(kind.kind for kind in match.game.event_types)
    field = {"name": "event", "autocomplete": "off", "maxlength": "400", "list": "legal-moves"}
    return h.form(".line")[
        _how_to_type(match),
        h.input(field, aria_label=tr("What happened?"), placeholder=tr("What happened? ({kinds})", kinds=kinds)),
        _suggested(match),
        button("play", tr("Enter"), style="go"),
        _rolls(match) and button("type", tr("Type the roll in"), style="go"),
        undo.buttons(match),
    ]
