"""The round Spectrum board as SVG: twelve paths of nine spaces with the stars inside, its lamps, and marks on it.

Lengths are hundredths of the board's radius; the middle is 0, 0; path R points up, the others follow clockwise.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from math import cos, degrees, radians, sin

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture, Spot
from tablelight.web.components.html import PAINT
from tablelight.web.components.tokens import touchable

Point = tuple[float, float]

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
) -> str:
    """The bare board. ``opened``: paths that are open now, None while none is named. ``taken``: paths whose star is
    gone. ``names``: what stands at the rim of each path. ``tap``: spaces can be tapped. ``quiet``: the lamps step back,
    as something else is being shown on top."""
    cells, lamps, signs = [], [], []
    for hue in Hue:
        style = "" if opened is None else "open" if hue in opened else "shut"
        for ring in range(1, 10):
            spot = f"{hue.name}{ring}"
            cells.append(
                f'<path class="cell {style}" fill="{PAINT[hue]}" d="{_sector(hue, ring)}"'
                f"{touchable(spot if tap else '')}><title>{spot}</title></path>"
            )
            lamps.append(lamp(spot))
        signs.append(_star(hue, gone=hue in taken))
        signs.append(_rim_name(hue, names.get(hue, hue.name)))
    numbers = "".join(_number(hue, ring) for hue in (Hue.R, Hue.G) for ring in range(2, 9))
    lit = f'<g class="lamps{" quiet" if quiet else ""}">{"".join(lamps)}</g>'
    return f'<circle class="table" r="100"/>{"".join(cells)}{lit}<g class="signs">{"".join(signs)}{numbers}</g>'


@cache
def _sector(hue: Hue, ring: int) -> str:
    inner, outer = band(ring)
    a, b = hue * 30 - 15, hue * 30 + 15
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = polar(inner, a), polar(outer, a), polar(outer, b), polar(inner, b)
    return (
        f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}A{outer:.2f} {outer:.2f} 0 0 1 {x3:.2f} {y3:.2f}"
        f"L{x4:.2f} {y4:.2f}A{inner:.2f} {inner:.2f} 0 0 0 {x1:.2f} {y1:.2f}Z"
    )


@cache
def lamp(spot: Spot) -> str:
    """The light under a space, dark until the device reports one: an arc along the ring."""
    hue, ring = split(spot)
    inner, outer = band(ring)
    radius = (inner + outer) / 2
    half = min(8.0, degrees(8.5 / radius)) if ring < 9 else 5.0
    (x1, y1), (x2, y2) = polar(radius, hue * 30 - half), polar(radius, hue * 30 + half)
    width = outer - inner - (2.6 if ring < 9 else 7.0)
    return (
        f'<path class="led lamp" data-spot="{spot}" style="stroke-width:{width:.2f}px"'
        f' d="M{x1:.2f} {y1:.2f}A{radius:.2f} {radius:.2f} 0 0 1 {x2:.2f} {y2:.2f}"/>'
    )


def star_points(at: Point, radius: float, turn: float = 0.0) -> str:
    """A five-pointed star as the points of a polygon."""
    corners = (polar(radius if n % 2 == 0 else radius * 0.45, turn + 36 * n) for n in range(10))
    return " ".join(f"{at[0] + x:.2f},{at[1] + y:.2f}" for x, y in corners)


@cache
def _star(hue: Hue, *, gone: bool) -> str:
    style = "star gone" if gone else "star"
    return f'<polygon class="{style}" points="{star_points(middle(f"{hue.name}9"), 4.6, hue * 30)}"/>'


@cache
def _rim_name(hue: Hue, name: str) -> str:
    """The letters of a path in its rim space, and a little arrow where pawns come in: hue is never colour alone."""
    inner, outer = band(1)
    x, y = polar((inner + outer) / 2, hue * 30 - 10.6)
    sign = f'<text class="path" x="{x:.2f}" y="{y:.2f}">{name}</text>'
    if hue.is_primary:
        at = hue * 30 + 10.5
        corners = (polar(outer - 1.6, at - 1.5), polar(outer - 1.6, at + 1.5), polar(inner + 2.6, at))
        points = " ".join(f"{px:.2f},{py:.2f}" for px, py in corners)
        sign += f'<polygon class="entry" points="{points}"/>'
    return sign


@cache
def _number(hue: Hue, ring: int) -> str:
    inner, outer = band(ring)
    radius = (inner + outer) / 2
    x, y = polar(radius, hue * 30 - 12.2)
    return f'<text class="ring" x="{x:.2f}" y="{y:.2f}">{ring}</text>'


# ---- marks: the light language drawn on top, told apart by shape as well as by hue


def marks(picture: Picture, *, tap: bool) -> str:
    """The marks of every light that asks or allows something; where a tap helps, a larger place to tap."""
    return "".join(_mark(spot, light, tap=tap) for spot, light in picture.items())


def _mark(spot: Spot, light: Light, *, tap: bool) -> str:
    at = middle(spot)
    hit = f'<circle class="hit" cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="6"{touchable(spot)}/>' if tap else ""
    match light.meaning:
        case Meaning.WAITING:
            return ring(at, PAWN + 1.5, "waiting", light.hue) + hit
        case Meaning.CHOSEN:
            return ring(at, PAWN + 1.3, "chosen")
        case Meaning.WRONG:
            return cross(at)
        case Meaning.LEGAL:
            return _landing(at, light.hue) + hit
    return ""


def ring(at: Point, radius: float, style: str, hue: Hue | None = None) -> str:
    paint = f' style="stroke:{PAINT[hue]}"' if hue is not None else ""
    return f'<circle class="mark {style}" cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:.2f}"{paint}/>'


def cross(at: Point, size: float = 3.2) -> str:
    """Wrong here."""
    x, y = at
    strokes = f"M{x - size:.2f} {y - size:.2f}l{2 * size} {2 * size}m0-{2 * size}l-{2 * size} {2 * size}"
    return f'<path class="mark wrong" d="{strokes}"/>'


def _landing(at: Point, hue: Hue | None) -> str:
    """Where a chosen pawn may go: a dot for a step, a diamond for a jump, a target for a capture, a star for a star."""
    x, y = at
    if hue is None:
        return f'<circle class="mark go" data-go="step" cx="{x:.2f}" cy="{y:.2f}" r="2.9"/>'
    if hue is Hue.OY:
        return f'<path class="mark go jump" data-go="jump" d="M{x:.2f} {y - 3.9:.2f}l3.9 3.9-3.9 3.9-3.9-3.9Z"/>'
    if hue is Hue.R:
        return (
            f'<g class="mark go capture" data-go="capture" transform="translate({x:.2f} {y:.2f})">'
            '<circle r="5.2"/><path d="M0-6.8v3M0 6.8v-3M-6.8 0h3M6.8 0h-3"/></g>'
        )
    if hue is Hue.Y:
        return f'<polygon class="mark go star-go" data-go="star" points="{star_points(at, 4.6)}"/>'
    return f'<circle class="mark go" data-go="other" cx="{x:.2f}" cy="{y:.2f}" r="2.6" style="fill:{PAINT[hue]}"/>'


def way(spots: Iterable[Spot]) -> str:
    """A way across the board as a thin line."""
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in map(middle, spots))
    return f'<polyline class="way" points="{points}"/>'


def board(inside: str, label: str) -> str:
    return (
        f'<svg class="board table-top" viewBox="-101 -101 202 202" role="img" aria-label="{label}"'
        f' data-board="round">{inside}</svg>'
    )
