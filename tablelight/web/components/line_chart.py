"""A small chart of lines over time: told apart by colour, dash and name, with a sentence for who cannot see it."""

from collections.abc import Sequence

import htpy as h
from htpy import Node

from tablelight.web.components.html import PAINT, classes, path
from tablelight.web.components.tokens import SEAT_HUES

WIDE, HIGH, ROOM = 1000, 240, 8
"""The chart's own units, it is stretched to its place; and what stays free above and below, for thick lines."""
MOST = 160
"""Places of a line that are drawn; a longer one is thinned out. Chosen by hand: more than a phone shows apart."""


def line_chart(names: Sequence[str], rows: Sequence[Sequence[float]], said: str, *, dots: bool = False) -> Node:
    """The lines of ``names`` over ``rows``, which hold a value for each name, oldest first; nothing where they never
    differ. ``said``: what the chart shows, in a sentence. ``dots``: a mark at every value."""
    low, high = min(map(min, rows), default=0), max(map(max, rows), default=0)
    if low == high:
        return None
    rows = _thinned(rows)
    lines = [_line([row[n] for row in rows], n, low, high, dots=dots) for n in range(len(names))]
    last = rows[-1]
    order = sorted(range(len(names)), key=lambda n: -last[n])
    return h.figure(".lines")[
        h.div(".lines-plot")[
            h.svg(viewBox=f"0 0 {WIDE} {HIGH}", preserveAspectRatio="none", role="img", aria_label=said)[
                low < 0 < high and path(".lines-zero", d=f"M0 {_y(0, low, high):.1f}H{WIDE}"), lines
            ],
            h.span(".lines-high", aria_hidden="true")[f"{high:g}"],
            h.span(".lines-low", aria_hidden="true")[f"{low:g}"],
        ],
        len(names) > 1 and h.figcaption(aria_hidden="true")[[_key(names[n], n, last[n]) for n in order]],
    ]


def paint(place: int) -> str:
    """The colour of a line."""
    return PAINT[SEAT_HUES[place % len(SEAT_HUES)]]


def _thinned(rows: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    every = -(-len(rows) // MOST)
    kept = list(rows[::every])
    return kept if (len(rows) - 1) % every == 0 else [*kept, rows[-1]]


def _y(value: float, low: float, high: float) -> float:
    return HIGH - ROOM - (value - low) / (high - low) * (HIGH - 2 * ROOM)


def _line(values: Sequence[float], place: int, low: float, high: float, *, dots: bool) -> Node:
    step = WIDE / max(1, len(values) - 1)
    points = [(n * step, _y(value, low, high)) for n, value in enumerate(values)]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    marks = dots and path(".lines-dots", d="".join(f"M{x:.1f} {y:.1f}h0" for x, y in points), stroke=paint(place))
    return [path({"class": classes("lines-line", f"lines-{place % 4}")}, d=d, stroke=paint(place)), marks]


def _key(name: str, place: int, value: float) -> Node:
    sample = path({"class": classes("lines-line", f"lines-{place % 4}")}, d="M0 5H28", stroke=paint(place))
    return h.span[h.svg(viewBox="0 0 28 10")[sample], f"{name} {value:g}"]
