"""The board as a picture: a circle a spot, lit like the device's LEDs. Lights arrive over a web socket."""

import math
from collections.abc import Mapping

from engine.components.hues import Hue
from tablelight.web.components.html import PAINT, text

Place = tuple[float, float]

_HUES = frozenset(Hue.__members__)


def board_svg(places: Mapping[str, Place], radius_mm: float = 9.0) -> str:
    """The empty board. ``places``: spot -> x, y in mm. Lights are filled in by the page's script, by ``data-spot``."""
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    margin = 3.2 * radius_mm
    left, top = min(xs) - margin, min(ys) - margin
    width, height = max(xs) + margin - left, max(ys) + margin - top
    spots = "".join(_spot(spot, place, radius_mm) for spot, place in places.items())
    spots += "".join(
        _name(spot[:-1], place, radius_mm) for spot, place in places.items() if spot[:-1] in _HUES and spot[-1] == "1"
    )
    return (
        f'<svg class="board" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" role="img"'
        f' aria-label="the board with its lights">{spots}</svg>'
    )


def _name(name: str, place: Place, radius: float) -> str:
    """The letters of a path, outside its rim: hue is never told by colour alone."""
    x, y = place
    out = 1 + 2 * radius / max(math.hypot(x, y), 1.0)
    return f'<text class="led-name" x="{x * out:.1f}" y="{y * out:.1f}">{text(name)}</text>'


def _spot(spot: str, place: Place, radius: float) -> str:
    x, y = place
    rim = PAINT.get(Hue.__members__.get(spot.rstrip("0123456789"), ""), "#777")
    return (
        f'<circle class="led" data-spot="{text(spot)}" data-act="spot" data-at="{text(spot)}"'
        f' cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" style="--rim:{rim}"><title>{text(spot)}</title></circle>'
    )
