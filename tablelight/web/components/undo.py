"""One step back, and what was taken back forward again, side by side."""

from htpy import Node

from engine.texts.language import tr
from tablelight.web.components.html import button, rendered
from tablelight.web.viewer import Shown


@rendered
def buttons(match: Shown) -> Node:
    """Undo, and beside it redo while there is something to bring back."""
    return [
        button("undo", tr("Undo"), style="quiet undo", disabled=not match.length),
        match.can_redo and button("redo", tr("Redo"), style="quiet redo"),
    ]
