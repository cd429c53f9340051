"""How the parts are doing: one line each, ok or what to do."""

from collections.abc import Sequence

import htpy as h
from htpy import Node

from engine.texts.language import tr
from tablelight.session.snapshot import Snapshot
from tablelight.web.components.html import button, rendered

_SIGN = {"ok": "✓", "off": "–"}


@rendered
def health_sections(now: Snapshot, report: Sequence[tuple[str, str, str]]) -> Node:
    """``report``: part, state ("ok", "trouble", "off") and a sentence, for each part of the service."""
    return [
        h.h1[tr("How the parts are doing")],
        [h.p(".trouble")[sentence] for sentence in now.troubles.values()],
        h.table(".sheet.health")[
            [
                h.tr[h.th[part], h.td(class_=state)[_SIGN.get(state, "!")], h.td[sentence]]
                for part, state, sentence in report
            ]
        ],
        h.div(".row")[
            button("go", tr("Back to the table"), style="go", to="/"),
            button("go", tr("Test lights, switches and cards"), style="quiet", to="/wiring"),
        ],
    ]
