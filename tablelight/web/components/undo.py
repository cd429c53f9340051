"""One step back, and what was taken back forward again, side by side."""

from tablelight.web.components.html import button
from tablelight.web.viewer import Shown


def buttons(match: Shown) -> str:
    """Undo, and beside it redo while there is something to bring back."""
    redo = button("redo", "Redo", style="quiet redo") if match.can_redo else ""
    return button("undo", "Undo", style="quiet undo", disabled=not match.length) + redo
