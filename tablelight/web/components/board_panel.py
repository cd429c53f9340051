"""Around every board: what to roll, the players, and the buttons that all games share."""

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.core.events import Seat
from engine.texts.language import tr, translated
from tablelight.web.components.given import given_note
from tablelight.web.components.html import button, classes, rendered
from tablelight.web.components.scene import AwaitedItems, BoardScene, DrawnBoard
from tablelight.web.components.tokens import letters, token_icon

MOST_SHOWN = 12
"""Slots of a long list that are drawn at once; chosen by hand, two rows on a phone."""
FEW = 12
"""More different items than these are folded away until somebody wants to name them: the twelve hues are not."""


@rendered
def tray(scene: BoardScene, board: DrawnBoard, back: Markup) -> Node:
    """Dice to name or to roll, the game's own tray, and ``back``: the buttons of undo."""
    wanted = board.wanted(scene) if scene.may_act else None
    undo = back if scene.may_act else None
    if wanted is not None:
        return h.div(".tray")[_asked(scene, wanted, undo), board.tray(scene)]
    return h.div(".tray")[board.tray(scene), undo]


def _asked(scene: BoardScene, wanted: AwaitedItems, undo: Node) -> Node:
    """Slots for what is still to be named, what the next one may be, and a way to let the page draw."""
    lying = scene.lying[: wanted.count]
    left = wanted.count - len(lying)
    palette = dict.fromkeys(wanted.palette(lying))
    picks = h.div(".hues.choices")[[wanted.face(item, "lies") for item in palette]]
    title = wanted.title(lying)
    if len(palette) > FEW:
        naming: Node = h.details(open=bool(lying))[h.summary[title], picks]
    else:
        naming = [h.p(".said")[f"{title}:"], picks]
    return h.div(".asked")[
        h.div(".hues.slots")[
            [wanted.face(item, "") for item in lying[-MOST_SHOWN:]],
            [h.span(".chip.square.empty")["?"]] * min(left, max(1, MOST_SHOWN - len(lying))),
            wanted.count > MOST_SHOWN and h.span(".said")[tr("{left} to go", left=left)],
            scene.acts_here and button("by-lot", translated(wanted.by_lot), style="go"),
            lying and button("lies-back", tr("One back"), style="quiet"),
            undo,
        ],
        naming,
    ]


@rendered
def players(scene: BoardScene, board: DrawnBoard) -> Node:
    """A card for every player: piece, name, score, and what the game adds."""
    scores, marks = scene.game.scores(scene.state), letters(scene.seats)
    waiting, winners = scene.game.awaiting(scene.state).seats, scene.game.winners(scene.state)

    def card(seat: Seat, name: str) -> Node:
        style = "now" if seat in waiting else "won" if seat in winners else ""
        return h.div({"class": classes("player", style), "data-seat": str(seat)})[
            token_icon(seat, marks[seat], board.hues(scene)),
            h.b(".who")[name],
            h.span(".points")[f"{scores.get(seat, 0):g}"],
            given_note(scene.game, seat),
            board.card(scene, seat),
        ]

    return h.div(".players")[[card(seat, name) for seat, name in enumerate(scene.seats)]]


@rendered
def number_face(item: str, act: str) -> Node:
    """A number to name, tappable with ``act`` if there is one."""
    return button(act, item, style="number", item=item) if act else h.span(".number")[item]
