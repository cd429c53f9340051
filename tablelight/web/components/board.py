"""The board as a picture: a circle a spot, lit like the device's LEDs. Lights arrive over a web socket."""

import math
from collections.abc import Mapping

import htpy as h
from htpy import Node
from markupsafe import Markup

from engine.components.hues import Hue
from engine.texts.language import tr
from tablelight.session.snapshot import Snapshot
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components.html import circle, classes, hue_class, markup, rendered, text_
from tablelight.web.components.why import why
from tablelight.web.games import desk_of, panels_of

Place = tuple[float, float]


@rendered
def board_tools(now: Snapshot) -> Node:
    """What stands over a board that only shows lights: what they say, and where it is small, to have it larger."""
    if now.referee is None:
        return None
    page = now.referee.game.name
    small = desk_of(page) is not None or panels_of(page).play is not None
    return [h.div(".ask-lights")[why("lights", about=tr("the lights"))], small and grow()]


@kept_in_each_language(4)
def grow() -> Markup:
    """A picture is small until it is tapped; the page's script does the rest."""
    return markup(h.button(".grow", type="button", data_grow="", aria_label=tr("larger or smaller")))


_HUES = frozenset(Hue.__members__)


@rendered
def board_svg(places: Mapping[str, Place], radius_mm: float = 9.0) -> Node:
    """The empty board. ``places``: spot -> x, y in mm. Lights are filled in by the page's script, by ``data-spot``."""
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    margin = 3.2 * radius_mm
    left, top = min(xs) - margin, min(ys) - margin
    width, height = max(xs) + margin - left, max(ys) + margin - top
    rims = {spot[:-1]: place for spot, place in places.items() if spot[:-1] in _HUES and spot[-1] == "1"}
    view = f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"
    return h.svg(".board", viewBox=view, role="img", aria_label=tr("the board with its lights"))[
        [_spot(spot, place, radius_mm) for spot, place in places.items()],
        [_name(name, place, radius_mm) for name, place in rims.items()],
    ]


def _name(name: str, place: Place, radius: float) -> Node:
    """The letters of a path, outside its rim: hue is never told by colour alone."""
    x, y = place
    out = 1 + 2 * radius / max(math.hypot(x, y), 1.0)
    return text_(".led-name", x=f"{x * out:.1f}", y=f"{y * out:.1f}")[name]


def _spot(spot: str, place: Place, radius: float) -> Node:
    x, y = place
    hue = Hue.__members__.get(spot.rstrip("0123456789"))
    look = {"class": classes("led", hue_class(hue) if hue is not None else "")}
    tap = {"data-spot": spot, "data-act": "spot", "data-at": spot}
    return circle(look, tap, cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.1f}")[h.title[spot]]
