"""The light check: the live picture, what is measured in it, and what to do; looked at before a game."""

from tablelight.perception.camera_worker import Eyes
from tablelight.web.components.html import button, text, whole_in_sight
from vision.photometry.light_check import LightCheck

_SIGN = {"ok": "✓", "care": "!", "bad": "✗"}
_WHOLE = {
    "ok": "All is well: I can read here.",
    "care": "It will do. What could be better is marked below.",
    "bad": "I cannot read well here yet. What to do stands below.",
}


def light_sections(eyes: Eyes | None) -> dict[str, str]:
    """The page's parts by name: ``lightpicture`` stays as it is, ``lightmarks`` and ``light`` follow the camera."""
    back = f'<div class="row">{button("go", "Back to the table", style="go", to="/")}'
    if eyes is None:
        body = f"<h1>There is no camera to check.</h1>{back}</div>"
        return {"lightpicture": "", "lightmarks": "", "light": body}
    back += f"{button('go', 'Teach the dice', style='quiet', to='/teach')}</div>"
    size = whole_in_sight(*eyes.size)
    picture = f'<img src="/live.jpg" data-live="/live.jpg" alt="what the camera sees" {size}>'
    check = eyes.check_light()
    if check is None:
        return {"lightpicture": picture, "lightmarks": "", "light": f"<h1>There is no picture yet.</h1>{back}"}
    return {"lightpicture": picture, "lightmarks": _marks(check, size), "light": _lines(check) + back}


def _marks(check: LightCheck, size: str) -> str:
    """Outlines over the picture, in parts of its size."""
    shapes = "".join(
        f'<polygon class="{mark.state}" points="{" ".join(f"{100 * x:.2f},{100 * y:.2f}" for x, y in mark.corners)}"/>'
        for mark in check.marks
    )
    return f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" {size}>{shapes}</svg>'


def _lines(check: LightCheck) -> str:
    # What is to be done comes first.
    order = sorted(check.lines, key=lambda line: ("bad", "care", "ok").index(line.state))
    rows = "".join(
        f'<tr class="{line.state}"><th>{text(line.name)}</th><td class="sign">{_SIGN[line.state]}</td>'
        f"<td>{text(line.sentence)}</td></tr>"
        for line in order
    )
    return f'<h1 aria-live="polite">{_WHOLE[check.state]}</h1><table class="sheet lightcheck">{rows}</table>'
