"""The keys of the page, on a card: everything that a finger can do, a keyboard can."""

import htpy as h
from htpy import Node

from engine.texts.language import tr
from tablelight.web.components.html import button, card_on_top, rendered


@rendered
def card() -> Node:
    """Every key and what it does."""
    keys = (
        (("Tab",), tr("to the next part: board, dice, hand, sheet, buttons")),
        (("←", "↑", "→", "↓"), tr("to the neighbour, on a board, in a hand or among dice")),
        (("Enter", tr("Space")), tr("taps what is marked")),
        (("/",), tr("opens the line for typed moves; what may be done now is suggested")),
        (("Esc",), tr("closes the card on top")),
        (("?",), tr("shows these keys")),
    )
    rows = [[h.dt[[h.kbd[key] for key in some]], h.dd[what]] for some, what in keys]
    return card_on_top(tr("Keys"), h.dl(".keys")[rows], button("close", tr("Close"), style="quiet"))
