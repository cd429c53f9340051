"""How the parts are doing: one line each, ok or what to do."""

from collections.abc import Sequence

from tablelight.session.snapshot import Snapshot
from tablelight.web.components.html import button, text


def health_sections(now: Snapshot, report: Sequence[tuple[str, str, str]]) -> str:
    """``report``: part, state ("ok", "trouble", "off") and a sentence, for each part of the service."""
    rows = "".join(
        f'<tr><th>{text(part)}</th><td class="{state}">{"✓" if state == "ok" else "–" if state == "off" else "!"}</td>'
        f"<td>{text(sentence)}</td></tr>"
        for part, state, sentence in report
    )
    other = "".join(f'<p class="trouble">{text(sentence)}</p>' for sentence in now.troubles.values())
    return (
        f'<h1>How the parts are doing</h1>{other}<table class="sheet health">{rows}</table>'
        f'<div class="row">{button("go", "Back to the table", style="go", to="/")}'
        f"{button('go', 'Test lights, switches and cards', style='quiet', to='/wiring')}</div>"
    )
