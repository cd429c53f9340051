"""Looking back: every entry of the log, undone ones still visible, and a slider through the game."""

import htpy as h
from htpy import Node

from engine.core.events import Event
from engine.texts.language import tr
from tablelight.web.components.html import button, card_on_top, classes, rendered
from tablelight.web.components.log_lines import entry_html, notation
from tablelight.web.viewer import Shown

SHOWN = 200
_AT = {"data_change": "at", "name": "at"}


@rendered
def card(match: Shown) -> Node:
    """The log, newest first; tapping an entry shows the table as it was then."""
    counting = {index for index, _ in match.events}
    newest_first = reversed(range(max(0, match.length - SHOWN), match.length))
    lines: list[Node] = [_line(index, match, counts=index in counting) for index in newest_first]
    if not lines:
        return card_on_top(tr("History"), h.p[tr("Nothing yet.")], button("close", tr("Close"), style="quiet"))
    switch = h.label(".switch")[h.input("#notation", type="checkbox"), " ", tr("Show the notation, too")]
    return card_on_top(tr("History"), switch, h.ol(".log")[lines], button("close", tr("Close"), style="quiet"))


def _line(index: int, match: Shown, *, counts: bool) -> Node:
    entry = match.entry(index)
    style = "" if counts or not isinstance(entry, Event) else "undone"
    short = notation(match, index)
    words = [f"{index + 1}. ", entry_html(match, index), short and h.code(".notation")[short]]
    return h.li[button("at", words, style=classes("item", style), at=index + 1)]


@rendered
def slider(at: int, length: int) -> Node:
    """Where in the log one looks, and the way back to now."""
    return [
        h.h1[tr("Step {number} of {count}", number=at, count=length)],
        h.div(".row")[
            h.input(type="range", min="0", max=str(length), value=str(at), aria_label=tr("Step"), **_AT),
            button("now", tr("Back to now"), style="go"),
        ],
    ]
