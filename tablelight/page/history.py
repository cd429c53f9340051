"""Looking back: every entry of the log, undone ones still visible, and a slider through the game."""

from engine.events import Correct, Entry, Undo
from tablelight.page.html import button, text
from tablelight.page.viewer import Shown

SHOWN = 200


def card(match: Shown) -> str:
    """The log, newest first; tapping an entry shows the table as it was then."""
    counting = {index for index, _ in match.events}
    entries = match.log
    lines = "".join(
        _line(index, entries[index], counts=index in counting)
        for index in reversed(range(max(0, len(entries) - SHOWN), len(entries)))
    )
    lines = lines or "<p>Nothing yet.</p>"
    return (
        f'<div class="sheet-over"><div class="card"><h2>History</h2><ol class="log">{lines}</ol>'
        f"{button('close', 'Close', style='quiet')}</div></div>"
    )


def _line(index: int, entry: Entry, *, counts: bool) -> str:
    if isinstance(entry, Undo):
        words = f"undone, back to {entry.to}"
    elif isinstance(entry, Correct):
        words = f"{entry.index + 1} corrected: {entry.event}"
    else:
        words = str(entry)
    style = "" if counts or isinstance(entry, (Undo, Correct)) else "undone"
    return f"<li>{button('at', f'{index + 1}. {text(words)}', style=f'item {style}', at=index + 1)}</li>"


def slider(at: int, length: int) -> str:
    """Where in the log one looks, and the way back to now."""
    return (
        f'<h1>Step {at} of {length}</h1><div class="row"><input type="range" min="0" max="{length}" value="{at}"'
        f' data-change="at" name="at" aria-label="step">{button("now", "Back to now", style="go")}</div>'
    )
