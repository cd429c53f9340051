"""Looking back: every entry of the log, undone ones still visible, and a slider through the game."""

from engine.core.events import Event
from tablelight.web.components.html import button
from tablelight.web.components.log_lines import entry_html
from tablelight.web.viewer import Shown

SHOWN = 200


def card(match: Shown) -> str:
    """The log, newest first; tapping an entry shows the table as it was then."""
    counting = {index for index, _ in match.events}
    lines = "".join(
        _line(index, match, counts=index in counting)
        for index in reversed(range(max(0, match.length - SHOWN), match.length))
    )
    lines = lines or "<p>Nothing yet.</p>"
    return (
        f'<div class="sheet-over"><div class="card"><h2>History</h2><ol class="log">{lines}</ol>'
        f"{button('close', 'Close', style='quiet')}</div></div>"
    )


def _line(index: int, match: Shown, *, counts: bool) -> str:
    entry = match.entry(index)
    style = "" if counts or not isinstance(entry, Event) else "undone"
    return f"<li>{button('at', f'{index + 1}. {entry_html(match, index)}', style=f'item {style}', at=index + 1)}</li>"


def slider(at: int, length: int) -> str:
    """Where in the log one looks, and the way back to now."""
    return (
        f'<h1>Step {at} of {length}</h1><div class="row"><input type="range" min="0" max="{length}" value="{at}"'
        f' data-change="at" name="at" aria-label="step">{button("now", "Back to now", style="go")}</div>'
    )
