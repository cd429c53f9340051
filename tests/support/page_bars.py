"""What every page has to reach, measured in a real browser: nothing sticks out, no text is cut off, whatever can be
tapped is large enough for a thumb, and every text can be read on what it lies on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

WIDTHS = (320, 390, 768, 1440, 1920, 3840)
SCHEMES = ("light", "dark")
LEAST_TAP = 44
"""CSS pixels, WCAG 2.5.5. Spaces of a drawn board (inside an SVG) are as large as the board lets them be, and can be
zoomed and typed instead; links inside a sentence are as high as its line: both are let off, as WCAG does."""
LARGE_TYPE = "200%"
"""WCAG 1.4.4: letters may be set to twice their size."""
LEAST_CONTRAST, LEAST_CONTRAST_LARGE = 4.5, 3.0
"""WCAG 1.4.3; large is from 24 px, or from 18.66 px in bold."""

_MEASURED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def faults_of(page: Any) -> list[str]:
    """What a page as it stands does not reach, in a line each; empty when it reaches all."""
    found: list[str] = page.evaluate(_MEASURED, [LEAST_TAP, LEAST_CONTRAST, LEAST_CONTRAST_LARGE])
    return found


def axe_faults_of(page: Any) -> list[str]:
    """What axe-core finds wrong, in a line for each rule."""
    from axe_playwright_python.sync_playwright import Axe

    response = Axe().run(page).response
    return [f"{one['id']}: {_first(one['nodes'])}" for one in response["violations"]]


def _first(nodes: Sequence[dict[str, Any]]) -> str:
    return f"{len(nodes)} times, as in {nodes[0]['html'][:160]}" if nodes else ""


def across(page: Any, widths: Sequence[int] = WIDTHS, schemes: Sequence[str] = SCHEMES) -> dict[str, list[str]]:
    """The faults of a page at each width and in both schemes, as under ``390 light``; where there are none, nothing."""
    found: dict[str, list[str]] = {}
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width in widths:
            page.set_viewport_size({"width": width, "height": 844 if width < 700 else width * 9 // 16})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            if faults := faults_of(page):
                found[f"{width} {scheme}"] = faults
    return found


def in_large_type(page: Any) -> dict[str, list[str]]:
    """The faults of a page in letters of twice the size, as under ``390 at 200 %``; where there are none, nothing."""
    style = page.add_style_tag(content=f"html {{ font-size: {LARGE_TYPE} !important }}")
    try:
        return {f"{width} at {LARGE_TYPE}": faults for width, faults in _large(page).items() if faults}
    finally:
        style.evaluate("style => style.remove()")


def _large(page: Any) -> dict[str, list[str]]:
    return {where.partition(" ")[0]: faults for where, faults in across(page, (390, 1440), SCHEMES[:1]).items()}


def across_and_axe(page: Any, widths: Sequence[int], phone: Any) -> dict[str, list[str]]:
    """The same, with its faults in large type, and what axe-core finds at the size of a phone under ``axe``."""
    found = across(page, widths) | in_large_type(page)
    page.set_viewport_size(phone)
    if axe := axe_faults_of(page):
        found["axe"] = axe
    return found
