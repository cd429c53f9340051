"""How the parts are doing: what is to be done first, then what works."""

from collections.abc import Sequence

import htpy as h
from htpy import Node

from engine.texts.language import later, tr, translated, trn
from tablelight.session.snapshot import Snapshot
from tablelight.web.components.html import button, rendered
from tablelight.web.components.statuses import status_list
from tablelight.web.health_report import PartReport

_WAYS = {
    "/light": later("Check light and camera"),
    "/teach": later("Teach the dice"),
    "/teach/cards": later("Teach the cards"),
}
"""The pages on which something can be done about a part."""


@rendered
def health_sections(now: Snapshot, report: Sequence[PartReport], *, may_write: bool) -> Node:
    """``report``: how each part of the service is doing. ``may_write``: whether this browser may do something."""
    said = {part.sentence for part in report}
    bad = sum(part.state == "bad" for part in report)
    return [
        h.h1(aria_live="polite")[_whole(bad)],
        [h.p(".trouble")[sentence] for sentence in now.troubles.values() if sentence not in said],
        status_list([(part.state, part.name, part.sentence, may_write and _way(part.way)) for part in report]),
        h.div(".ways.foot")[
            button("go", tr("Back to the table"), style="go big", to="/"),
            may_write and button("go", tr("Test lights, switches and cards"), style="quiet", to="/wiring"),
        ],
    ]


def _whole(bad: int) -> str:
    return trn("{count} part needs you.", "{count} parts need you.", bad) if bad else tr("Everything here works.")


def _way(to: str) -> Node:
    return to and button("go", [h.span(".words")[translated(_WAYS[to])], " ›"], style="quiet way", to=to)
