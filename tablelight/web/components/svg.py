"""The few SVG elements that boards are made of; ``style`` is a class of boards.css, points are x, y in its units."""

from collections.abc import Sequence
from functools import lru_cache

import htpy as h
from htpy import Attribute, Node
from markupsafe import Markup

from tablelight.web.components import html
from tablelight.web.components.html import g, path, rendered, text_

Point = tuple[float, float]
_KEPT = 4096
"""Elements kept as they were drawn: a board is drawn anew for every tap, mostly of the same few hundred. By hand."""


@lru_cache(_KEPT)
@rendered
def words(style: str, at: Point, said: object, *, size: float = 0.0, fill: str = "") -> Node:
    """A short text in the middle of ``at``; size in units of the picture, 0: as its style says."""
    place = {"class": style, "x": f"{at[0]:.2f}", "y": f"{at[1]:.2f}"}
    return text_(place, font_size=f"{size:.2f}" if size else None, fill=fill or None)[str(said)]


@lru_cache(_KEPT)
@rendered
def polygon(style: str, points: tuple[Point, ...], /, **more: Attribute) -> Node:
    """A polygon through these points; ``more``: its other attributes, ``data_spot`` for ``data-spot``."""
    return html.polygon({"class": style, "points": corners(points)}, **more)


@lru_cache(_KEPT)
@rendered
def disc(style: str, at: Point, radius: float, /, **more: Attribute) -> Node:
    """A circle; ``more``: its other attributes, ``data_spot`` for ``data-spot``."""
    return html.circle(round_at(style, at, radius), **more)


def round_at(style: str, at: Point, radius: float) -> dict[str, str]:
    """The attributes of a circle of this class."""
    return {"class": style, "cx": f"{at[0]:.2f}", "cy": f"{at[1]:.2f}", "r": f"{radius:.2f}"}


def corners(points: Sequence[Point]) -> str:
    """The attribute ``points`` of a polygon or a line."""
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def moved_to(at: Point) -> str:
    """The attribute ``transform`` of what is drawn around 0, 0."""
    return f"translate({at[0]:.2f} {at[1]:.2f})"


@rendered
def target(at: Point, radius: float) -> Node:
    """Crosshairs: a piece that would be captured."""
    out, ticks = radius * 1.3, radius * 0.56
    strokes = f"M0-{out:.1f}v{ticks:.1f}M0 {out:.1f}v-{ticks:.1f}M-{out:.1f} 0h{ticks:.1f}M{out:.1f} 0h-{ticks:.1f}"
    return g(".mark.go.capture", data_go="capture", transform=moved_to(at))[
        html.circle(r=f"{radius:.1f}"), path(d=strokes)
    ]


@rendered
def picture(name: str, box: tuple[float, float, float, float], inside: Node, label: str, *, tap: bool = False) -> Node:
    """A whole board; ``box``: left, top, width, height. ``tap``: its places can be tapped, so it is no mere picture."""
    view = " ".join(f"{value:g}" for value in box)
    return h.svg(".board.table-top", viewBox=view, role="group" if tap else "img", data_board=name, aria_label=label)[
        inside
    ]


@lru_cache(_KEPT)
@rendered
def item_face(box: str, drawn: Markup, item: str, act: str, name: str) -> Node:
    """A piece, tile or card as a small picture (``box``: its viewBox), tappable with ``act`` if there is one.

    ``name``: what people call it.
    """
    small = h.svg(viewBox=box)[drawn]
    if not act:
        return h.span(".tileface")[small]
    return h.button(".tileface", data_act=act, data_item=item, aria_label=name)[small]
