"""A mark for every hue, so that nobody has to tell hues apart.

The six primaries have a shape each; a secondary shows the shapes of the two primaries it is made of, and so says
which families it belongs to (CC-FAM-01). No shape becomes another one when the card lies upside down.
"""

import math

from engine.components.hues import PRIMARIES, Hue
from tablelight.printing.inks import Colour
from tablelight.printing.paper import Paper, Point
from vision.boards.plan import arc

Outline = tuple[Point, ...]


def star(points: int = 5, inner: float = 0.45) -> Outline:
    """A star whose tips lie on the circle of radius 1; ``inner``: the radius of its dents."""
    turns = [math.pi * n / points for n in range(2 * points)]
    return tuple(
        (math.sin(t) * (inner if n % 2 else 1), -math.cos(t) * (inner if n % 2 else 1)) for n, t in enumerate(turns)
    )


def _crescent() -> Outline:
    return arc(1, 20, 300) + arc(0.72, 268, 52, (-0.03, -0.36))


_S = 0.82
_C = 0.34
_SHAPES: dict[Hue, Outline] = {
    Hue.R: ((0, -0.95), (1, 0.8), (-1, 0.8)),
    Hue.O: ((-_S, -_S), (_S, -_S), (_S, _S), (-_S, _S)),
    Hue.Y: star(),
    Hue.G: arc(0.92, 0, 355),
    Hue.B: _crescent(),
    Hue.P: (
        (-_C, -1), (_C, -1), (_C, -_C), (1, -_C), (1, _C), (_C, _C),
        (_C, 1), (-_C, 1), (-_C, _C), (-1, _C), (-1, -_C), (-_C, -_C),
    ),
}  # fmt: skip
"""Around the middle, within one unit."""


def parts(hue: Hue) -> tuple[Hue, ...]:
    """The primaries a hue is made of, in the order of its name."""
    return (hue,) if hue in PRIMARIES else (hue.step(-1), hue.step(1))


def draw_mark(
    paper: Paper, hue: Hue, x: float, y: float, size: float, colour: Colour, *, edge: Colour | None = None
) -> None:
    """The hue's mark around a point: one shape ``size`` mm high, or two side by side, ``size`` mm wide each 5/6."""
    made_of = parts(hue)
    each = size if len(made_of) == 1 else size * 5 / 6
    first = x - (len(made_of) - 1) * each * 0.56
    for n, primary in enumerate(made_of):
        outline = [(first + n * each * 1.12 + px * each / 2, y + py * each / 2) for px, py in _SHAPES[primary]]
        paper.shapes([outline], colour, edge=edge, width=size * 0.05)
