"""The round Spectrum board as SVG: twelve paths of nine spaces with the stars inside, its lamps, and marks on it.

Lengths are hundredths of the board's radius; the middle is 0, 0; path R points up, the others follow clockwise.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from math import cos, degrees, radians, sin

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, Spot
from tablelight.web.components import svg
from tablelight.web.components.html import PAINT, circle, classes, g, hue_class, markup, path, polygon, rendered, text_
from tablelight.web.components.place_names import landing, space, spaces
from tablelight.web.components.svg import Point
from tablelight.web.components.tokens import touchable

HUB = 12.5
"""Radius of the middle, where no space is."""
_STAR, _RIM = 27.5, 98.5


def _edges() -> tuple[float, ...]:
    """Inner edges of rings 9, 8 ... 1, and the rim: spaces grow a little outwards."""
    widths = [8.2 + 0.19 * n for n in range(8)]
    scale = (_RIM - _STAR) / sum(widths)
    edges = [HUB, _STAR]
    for width in widths:
        edges.append(edges[-1] + width * scale)
    return tuple(edges)


EDGES = _edges()
PAWN = 4.2
"""Radius of a pawn."""
CORNERS = {"stock": (-86.0, 86.0), "hand": (86.0, 86.0)}
"""The corners beside the round: the stock of whose turn it is, and pawns in the hand."""


def polar(radius: float, angle: float) -> Point:
    return radius * sin(radians(angle)), -radius * cos(radians(angle))


def band(ring: int) -> tuple[float, float]:
    """The inner and outer radius of a ring, 1 at the rim to 9, the stars."""
    return EDGES[9 - ring], EDGES[10 - ring]


def split(spot: Spot) -> tuple[Hue, int]:
    """The path and ring of a space."""
    return Hue[spot.rstrip("0123456789")], int(spot[-1])


def middle(spot: Spot) -> Point:
    """The middle of a space; OFF lies in the corner of the stock."""
    if spot == "OFF":
        return CORNERS["stock"]
    hue, ring = split(spot)
    inner, outer = band(ring)
    return polar((inner + outer) / 2, hue * 30)


# ---- the ground


def ground(
    opened: Collection[Hue] | None, taken: Collection[Hue], names: Mapping[Hue, str], *, tap: bool, quiet: bool = False
) -> Markup:
    """The bare board. ``opened``: paths that are open now, None while none is named. ``taken``: paths whose star is
    gone. ``names``: what stands at the rim of each path. ``tap``: spaces can be tapped. ``quiet``: the lamps step back,
    as something else is being shown on top."""
    styles = tuple("" if opened is None else "open" if hue in opened else "shut" for hue in Hue)
    signs = tuple((hue in taken, names.get(hue, hue.name)) for hue in Hue)
    return _ground(styles, signs, spaces() if tap else (), quiet=quiet)


# Whatever is the same on every board, or one of a few, is drawn once: a board is drawn anew for every tap.


@lru_cache(maxsize=64)
@rendered
def _ground(
    styles: tuple[str, ...], signs: tuple[tuple[bool, str], ...], called: tuple[str, ...], *, quiet: bool
) -> Node:
    """The ground by what differs, path by path: the style of its spaces, whether its star is gone, and its name.
    ``called``: the names of all spaces where they can be tapped, else none."""
    return [
        circle(".table", r="100"),
        [
            _cell(hue, ring, styles[hue], called[9 * hue + ring - 1] if called else "")
            for hue in Hue
            for ring in range(1, 10)
        ],
        g(class_=classes("lamps", "quiet" if quiet else ""))[_lamps()],
        g(".signs", aria_hidden="true")[
            [(_star(hue, gone=signs[hue][0]), _rim_name(hue, signs[hue][1])) for hue in Hue], _numbers()
        ],
    ]


@lru_cache(maxsize=2048)
@rendered
def _cell(hue: Hue, ring: int, style: str, name: str) -> Node:
    spot = f"{hue.name}{ring}"
    look = {"class": classes("cell", style, hue_class(hue)), **touchable(spot if name else "", name)}
    return path(look, fill=PAINT[hue], d=_sector(hue, ring))[h.title[spot]]


@cache
def _lamps() -> Markup:
    return markup([lamp(f"{hue.name}{ring}") for hue in Hue for ring in range(1, 10)])


@cache
def _sector(hue: Hue, ring: int) -> str:
    """The outline of a space, as the attribute ``d`` of a path."""
    inner, outer = band(ring)
    a, b = hue * 30 - 15, hue * 30 + 15
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = polar(inner, a), polar(outer, a), polar(outer, b), polar(inner, b)
    return (
        f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}A{outer:.2f} {outer:.2f} 0 0 1 {x3:.2f} {y3:.2f}"
        f"L{x4:.2f} {y4:.2f}A{inner:.2f} {inner:.2f} 0 0 0 {x1:.2f} {y1:.2f}Z"
    )


@cache
@rendered
def lamp(spot: Spot) -> Node:
    """The light under a space, dark until the device reports one: an arc along the ring."""
    hue, ring = split(spot)
    inner, outer = band(ring)
    radius = (inner + outer) / 2
    half = min(8.0, degrees(8.5 / radius)) if ring < 9 else 5.0
    (x1, y1), (x2, y2) = polar(radius, hue * 30 - half), polar(radius, hue * 30 + half)
    width = outer - inner - (2.6 if ring < 9 else 7.0)
    arc = f"M{x1:.2f} {y1:.2f}A{radius:.2f} {radius:.2f} 0 0 1 {x2:.2f} {y2:.2f}"
    return path(".led.lamp", data_spot=spot, stroke_width=f"{width:.2f}px", d=arc)


def star_points(at: Point, radius: float, turn: float = 0.0) -> str:
    """A five-pointed star as the points of a polygon."""
    corners = (polar(radius if n % 2 == 0 else radius * 0.45, turn + 36 * n) for n in range(10))
    return " ".join(f"{at[0] + x:.2f},{at[1] + y:.2f}" for x, y in corners)


@cache
@rendered
def _star(hue: Hue, *, gone: bool) -> Node:
    points = star_points(middle(f"{hue.name}9"), 4.6, hue * 30)
    return polygon({"class": classes("star", "gone" if gone else ""), "points": points})


@lru_cache(maxsize=512)
@rendered
def _rim_name(hue: Hue, name: str) -> Node:
    """The letters of a path in its rim space, and a little arrow where pawns come in: hue is never colour alone."""
    inner, outer = band(1)
    letters = _sign("path", polar((inner + outer) / 2, hue * 30 - 10.6), name)
    if not hue.is_primary:
        return letters
    at = hue * 30 + 10.5
    arrow = (polar(outer - 1.6, at - 1.5), polar(outer - 1.6, at + 1.5), polar(inner + 2.6, at))
    return [letters, svg.polygon("entry", arrow)]


@cache
def _numbers() -> Markup:
    """The rings, counted along two of the paths."""
    return markup([_number(hue, ring) for hue in (Hue.R, Hue.G) for ring in range(2, 9)])


def _number(hue: Hue, ring: int) -> Element:
    inner, outer = band(ring)
    return _sign("ring", polar((inner + outer) / 2, hue * 30 - 12.2), ring)


def _sign(style: str, at: Point, said: str | int) -> Element:
    return text_({"class": style}, x=f"{at[0]:.2f}", y=f"{at[1]:.2f}")[said]


# ---- marks: the light language drawn on top, told apart by shape as well as by hue


@rendered
def marks(picture: Picture, *, tap: bool) -> Node:
    """The marks of every light that asks or allows something; where a tap helps, a larger place to tap."""
    return [_mark(spot, light, tap=tap) for spot, light in picture.items()]


def _mark(spot: Spot, light: Light, *, tap: bool) -> Node:
    at = middle(spot)
    match light.meaning:
        case Meaning.WAITING:
            return [ring(at, PAWN + 1.5, "waiting", light.hue), tap and _hit(spot, at)]
        case Meaning.CHOSEN:
            return ring(at, PAWN + 1.3, "chosen")
        case Meaning.WRONG:
            return cross(at)
        case Meaning.LEGAL:
            kind = _KINDS.get(light.hue, "other")
            return [_landing(at, light.hue), tap and _hit(spot, at, landing(space(spot), kind))]
    return None


_KINDS = {None: "step", Hue.OY: "jump", Hue.R: "capture", Hue.Y: "star"}
"""What the hue of a light says of a landing."""


def _hit(spot: Spot, at: Point, name: str = "") -> Node:
    """A larger place to tap. ``name``: of the place, where nothing below it says one."""
    return circle({"class": "hit", **touchable(spot, name)}, cx=f"{at[0]:.2f}", cy=f"{at[1]:.2f}", r="6")


@rendered
def ring(at: Point, radius: float, style: str, hue: Hue | None = None) -> Node:
    """A mark around a pawn, in its hue where one is named."""
    return circle(svg.round_at(classes("mark", style, hue_class(hue) if hue is not None else ""), at, radius))


@rendered
def cross(at: Point, size: float = 3.2) -> Node:
    """Wrong here."""
    x, y = at
    strokes = f"M{x - size:.2f} {y - size:.2f}l{2 * size} {2 * size}m0-{2 * size}l-{2 * size} {2 * size}"
    return path(".mark.wrong", d=strokes)


def _landing(at: Point, hue: Hue | None) -> Node:
    """Where a chosen pawn may go: a dot for a step, a diamond for a jump, a target for a capture, a star for a star."""
    (x, y), place = at, {"cx": f"{at[0]:.2f}", "cy": f"{at[1]:.2f}"}
    if hue is None:
        return circle(".mark.go", place, data_go="step", r="2.9")
    if hue is Hue.OY:
        return path(".mark.go.jump", data_go="jump", d=f"M{x:.2f} {y - 3.9:.2f}l3.9 3.9-3.9 3.9-3.9-3.9Z")
    if hue is Hue.R:
        sight = "M0-6.8v3M0 6.8v-3M-6.8 0h3M6.8 0h-3"
        return g(".mark.go.capture", data_go="capture", transform=svg.moved_to(at))[circle(r="5.2"), path(d=sight)]
    if hue is Hue.Y:
        return polygon(".mark.go.star-go", data_go="star", points=star_points(at, 4.6))
    return circle({"class": classes("mark", "go", hue_class(hue)), **place}, data_go="other", r="2.6")


@rendered
def way(spots: Iterable[Spot]) -> Node:
    """A way across the board as a thin line."""
    return Element("polyline")(".way", points=svg.corners([middle(spot) for spot in spots]))


@rendered
def board(inside: Node, label: str, *, tap: bool) -> Node:
    """The whole board with what lies on it. ``label``: what it is, for those who do not see it."""
    return svg.picture("round", (-101, -101, 202, 202), inside, label, tap=tap)
