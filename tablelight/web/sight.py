"""Hues told apart by a pattern of shapes besides their letters, for those who see colours otherwise; chosen for this
browser in the menu, and kept in a cookie as the scheme is.

Every primary has a shape of its own, as on the cards, and an intermediate the shapes of the two primaries beside it.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

import htpy as h
from htpy import Element
from markupsafe import Markup

from engine.components.hues import Hue
from tablelight.web.components.cards import SHAPES
from tablelight.web.components.html import PAINT, g, hue_class, ink, markup, path, rect

COOKIE: Final = "tablelight-sight"
"""The page's script writes it, so that the next page is drawn so at once."""
PATTERNS: Final = "patterns"
"""What can be chosen besides nothing."""
_TILE: Final = 16
_ON_BOARDS: Final = 0.3
"""How large the shapes are in units of a board: two to three in a space. Chosen by eye."""


def sight_in(cookies: Mapping[str, str]) -> str:
    """What was chosen in this browser: ``PATTERNS``, or empty."""
    return PATTERNS if cookies.get(COOKIE) == PATTERNS else ""


def _shapes(hue: Hue) -> tuple[Hue, Hue]:
    """The primaries whose shapes a hue is made of."""
    return (hue, hue) if hue.is_primary else (hue.step(-1), hue.step(1))


def _tile(hue: Hue) -> list[Element]:
    """Two shapes side by side in a box of 32 by 16, the second one half a step lower; small, with room around."""
    places = ((3, 0), (19, 8))
    return [
        path(d=SHAPES[shape], fill=ink(hue), transform=f"translate({x} {y}) scale(.62)")
        for shape, (x, y) in zip(_shapes(hue), places, strict=True)
    ]


def pattern_sheet() -> str:
    """The style sheet that gives every hue's class its pattern, as ``--motif`` and for shapes of a board."""
    rules = []
    for hue in Hue:
        tile = h.svg(xmlns="http://www.w3.org/2000/svg", viewBox="0 0 32 20", width="32", height="20")[
            g(opacity=".7")[_tile(hue)]
        ]
        name = f"[data-sight] .{hue_class(hue)}"
        rules.append(f'{name}{{--motif:url("data:image/svg+xml,{quote(str(tile))}")}}')
        rules.append(f"{name}:is(path,polygon,rect):not(.mark){{fill:url(#motif-{hue.name})}}")
    return "\n".join(rules) + "\n"


def pattern_defs() -> Markup:
    """The same patterns for the shapes of boards, to stand once in a page."""
    patterns = [
        Element("pattern")(
            id=f"motif-{hue.name}",
            width="32",
            height="20",
            patternUnits="userSpaceOnUse",
            patternTransform=f"scale({_ON_BOARDS})",
        )[rect(width="32", height="20", fill=PAINT[hue]), g(opacity=".8")[_tile(hue)]]
        for hue in Hue
    ]
    return markup(h.svg(".unseen", width="0", height="0", aria_hidden="true")[Element("defs")[patterns]])
