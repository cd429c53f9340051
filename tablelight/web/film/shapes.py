"""Draws the SVG of our own boards: circles, rectangles, polygons, paths and letters, moved and scaled. Nothing else
is in them (a test draws every game)."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from PIL import ImageColor, ImageDraw, ImageFont

from tablelight.web.film.markup_tree import HtmlElement, Path, style_of

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f of SVG: x' = a x + c y + e, y' = b x + d y + f."""
Ink = tuple[int, int, int, int]

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_COMMAND = re.compile(r"([MLHVAZmlhvaz])([^MLHVAZmlhvaz]*)")
_TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^)]+))?\)")
_WAYS = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7}
_ARC_STEP = math.radians(9)


@dataclass(frozen=True, slots=True)
class _Look:
    """What an element is drawn with, as far as those around it said."""

    fill: str = "#000"
    stroke: str = "none"
    width: float = 1.0
    opacity: float = 1.0
    size: float = 16.0
    anchor: str = "start"
    central: bool = False
    paint: str = "#888"


def draw_svg(
    draw: ImageDraw.ImageDraw, svg: HtmlElement, box: tuple[float, float, float, float], path: Path = ()
) -> None:
    """Draw an ``<svg>`` into a box (left, top, width, height in px), as large as it fits, in its middle."""
    left, top, width, height = numbers(svg.attributes.get("viewbox", "0 0 16 16"))
    scale = min(box[2] / width, box[3] / height)
    x = box[0] + (box[2] - scale * width) / 2 - scale * left
    y = box[1] + (box[3] - scale * height) / 2 - scale * top
    _draw(draw, svg, (scale, 0, 0, scale, x, y), _Look(), path)


def _draw(draw: ImageDraw.ImageDraw, part: HtmlElement, at: Matrix, look: _Look, path: Path) -> None:
    here: Path = (*path, (part.tag, part.classes))
    look = _looks(part, look, here)
    at = _moved(part.attributes.get("transform", ""), at)
    if part.tag == "text":
        _letters(draw, part, at, look)
        return
    for points, closed in _outlines(part):
        _outline(draw, [_to(at, point) for point in points], look, math.hypot(at[0], at[1]), closed=closed)
    for one in part.inside:
        if isinstance(one, HtmlElement) and one.tag != "title":
            _draw(draw, one, at, look, here)


def _looks(part: HtmlElement, look: _Look, path: Path) -> _Look:
    says = {**part.attributes, **style_of(path)}
    paint = says.get("--paint", look.paint)

    def resolved(name: str, otherwise: str) -> str:
        return _VARIABLE.sub(
            lambda found: paint if found[1] == "--paint" else found[2] or "#fff", says.get(name, otherwise)
        )

    opacity = look.opacity * _first(says.get("opacity", "1"))
    fill, stroke = resolved("fill", look.fill), resolved("stroke", look.stroke)
    return replace(
        look,
        fill=_with_alpha(fill, says.get("fill-opacity")),
        stroke=_with_alpha(stroke, says.get("stroke-opacity")),
        width=_first(says.get("stroke-width", str(look.width))),
        opacity=opacity,
        size=_first(says.get("font-size", str(look.size))) if "em" not in says.get("font-size", "") else look.size,
        anchor=says.get("text-anchor", look.anchor),
        central=says.get("dominant-baseline", "central" if look.central else "") == "central",
        paint=paint,
    )


def _with_alpha(colour: str, alpha: str | None) -> str:
    if alpha is None or colour in ("none", "transparent") or not colour.startswith("#") or len(colour) not in (4, 7):
        return colour
    whole = colour if len(colour) == 7 else "#" + "".join(2 * sign for sign in colour[1:])
    return f"{whole}{round(255 * _first(alpha)):02x}"


@cache
def ink(colour: str, opacity: float = 1.0) -> Ink | None:
    """A colour as it is written, to draw with; None where nothing is drawn."""
    if colour in ("none", "transparent"):
        return None
    try:
        red, green, blue, *alpha = ImageColor.getrgb("#fff" if colour == "currentcolor" else colour)
    except ValueError:
        return None
    return red, green, blue, round((alpha[0] if alpha else 255) * opacity)


# ---- outlines


def _outlines(part: HtmlElement) -> Iterator[tuple[list[Point], bool]]:
    """The outlines of an element in its own units, and whether each is closed."""
    a = {name: _first(value) for name, value in part.attributes.items() if name in _LENGTHS and value}
    if part.tag == "circle":
        x, y, r = a.get("cx", 0.0), a.get("cy", 0.0), a.get("r", 0.0)
        yield [(x + r * math.cos(_ARC_STEP * n), y + r * math.sin(_ARC_STEP * n)) for n in range(40)], True
    elif part.tag == "rect":
        x, y, w, h = a.get("x", 0.0), a.get("y", 0.0), a.get("width", 0.0), a.get("height", 0.0)
        yield _rounded(x, y, w, h, min(a.get("rx", 0.0), w / 2, h / 2)), True
    elif part.tag == "polygon":
        values = numbers(part.attributes.get("points", ""))
        yield list(zip(values[::2], values[1::2], strict=False)), True
    elif part.tag == "path":
        yield from path_outlines(part.attributes.get("d", ""))


_LENGTHS = frozenset({"cx", "cy", "r", "x", "y", "width", "height", "rx"})


def _rounded(x: float, y: float, w: float, h: float, r: float) -> list[Point]:
    corners = ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180))
    turns = range(0, 91, 18) if r else (0,)
    return [
        (cx + r * math.cos(math.radians(begin + turn)), cy + r * math.sin(math.radians(begin + turn)))
        for cx, cy, begin in corners
        for turn in turns
    ]


@cache
def path_outlines(d: str) -> tuple[tuple[list[Point], bool], ...]:
    """The outlines of a path's data."""
    out: list[tuple[list[Point], bool]] = []
    points: list[Point] = []
    at = (0.0, 0.0)
    for command, words in _COMMAND.findall(d):
        kind, values = command.upper(), numbers(words)
        if kind == "Z":
            if points:
                out.append((points, True))
                at, points = points[0], []
            continue
        for n in range(0, len(values), _WAYS[kind]):
            given = values[n : n + _WAYS[kind]]
            to = _next(kind, given, at, relative=command.islower())
            if kind == "M" and n == 0:
                if len(points) > 1:
                    out.append((points, False))
                points = []
            elif not points:
                points = [at]
            points = [*points, *_arc(at, to, given)] if kind == "A" else [*points, to]
            at = to
    if len(points) > 1:
        out.append((points, False))
    return tuple(out)


def _next(kind: str, given: Sequence[float], at: Point, *, relative: bool) -> Point:
    x, y = at if relative else (0.0, 0.0)
    if kind == "H":
        return x + given[0], at[1]
    if kind == "V":
        return at[0], y + given[0]
    return x + given[-2], y + given[-1]


def _arc(begin: Point, end: Point, given: Sequence[float]) -> list[Point]:
    """An arc of a circle from one point to another (SVG 1.1, F.6.5; all of ours are circles)."""
    r, large, sweep = given[0], bool(given[3]), bool(given[4])
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    chord = math.hypot(dx, dy)
    if not chord:
        return [end]
    r = max(r, chord / 2)
    away = math.sqrt(max(0.0, r * r - chord * chord / 4)) * (1 if large == sweep else -1)
    cx = (begin[0] + end[0]) / 2 + away * dy / chord
    cy = (begin[1] + end[1]) / 2 - away * dx / chord
    first, last = math.atan2(begin[1] - cy, begin[0] - cx), math.atan2(end[1] - cy, end[0] - cx)
    turn = (last - first) % (2 * math.pi) if sweep else -((first - last) % (2 * math.pi))
    count = max(1, math.ceil(abs(turn) / _ARC_STEP))
    angles = (first + turn * n / count for n in range(1, count))
    return [*((cx + r * math.cos(angle), cy + r * math.sin(angle)) for angle in angles), end]


# ---- drawing


def _outline(draw: ImageDraw.ImageDraw, points: list[Point], look: _Look, scale: float, *, closed: bool) -> None:
    fill, stroke = ink(look.fill, look.opacity), ink(look.stroke, look.opacity)
    if fill and len(points) > 2:
        draw.polygon(points, fill=fill)
    if stroke and look.width:
        line = [*points, points[0], points[1]] if closed and len(points) > 1 else points
        draw.line(line, fill=stroke, width=max(1, round(look.width * scale)), joint="curve")


def _letters(draw: ImageDraw.ImageDraw, part: HtmlElement, at: Matrix, look: _Look) -> None:
    colour, words = ink(look.fill, look.opacity), part.text.strip()
    size = look.size * math.hypot(at[0], at[1])
    if not colour or not words or size < 3:
        return
    a = part.attributes
    x, y = _to(at, (_first(a.get("x") or "0"), _first(a.get("y") or "0")))
    across = {"middle": "m", "end": "r"}.get(look.anchor, "l")
    draw.text((x, y), words, fill=colour, font=font(round(size)), anchor=across + ("m" if look.central else "s"))


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Letters so high (px): those of most Linux computers, which know most alphabets, or those that come with the
    library that prints."""
    try:
        return ImageFont.truetype("DejaVuSans-Bold.ttf", max(6, size))
    except OSError:
        return ImageFont.truetype(str(files("reportlab") / "fonts" / "VeraBd.ttf"), max(6, size))


def _moved(transform: str, at: Matrix) -> Matrix:
    for name, words in _TRANSFORM.findall(transform):
        values = numbers(words)
        if name == "translate":
            at = _times(at, (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0.0))
        elif name == "scale":
            at = _times(at, (values[0], 0, 0, values[-1], 0, 0))
        else:
            c, s = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
            at = _times(at, (c, s, -s, c, 0, 0))
    return at


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def _to(at: Matrix, point: Point) -> Point:
    return at[0] * point[0] + at[2] * point[1] + at[4], at[1] * point[0] + at[3] * point[1] + at[5]


def numbers(words: str) -> list[float]:
    """All numbers of a text."""
    return [float(word) for word in _NUMBER.findall(words)]


def _first(words: str) -> float:
    return next(iter(numbers(words)), 0.0)
