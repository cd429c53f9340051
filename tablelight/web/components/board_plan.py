"""A board seen from above, to be tapped: bare places, or with what a test has found out about each."""

import math
from collections.abc import Mapping
from functools import lru_cache

import htpy as h
from htpy import Node

from engine.components.hues import Hue
from engine.texts.language import tr
from firmware_bridge.board_maps import BoardMap
from tablelight.web.components.html import circle, classes, g, hue_class, polygon, rendered, text_

Point = tuple[float, float]
MARKS = {"ok": "✓", "wrong": "!", "now": "●", "closed": "■"}


@rendered
def plan_svg(board: BoardMap, marks: Mapping[str, str] | None = None, *, hues: bool = False) -> Node:
    """The board's places as buttons. ``marks``: what is known of some of them (ok, wrong, now, closed)."""
    radius = _radius(board)
    xs, ys = [place.at_mm[0] for place in board.places], [place.at_mm[1] for place in board.places]
    left, top = min(xs) - 1.6 * radius, min(ys) - 1.6 * radius
    width, height = max(xs) + 1.6 * radius - left, max(ys) + 1.6 * radius - top
    marks = marks or {}
    cells = _cells(tuple(place.at_mm for place in board.places), (left, top, left + width, top + height))
    body = [
        _spot(place.spot, place.at_mm, radius, marks.get(place.spot, ""), n, cells[n], hues=hues)
        for n, place in enumerate(board.places)
    ]
    view = f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"
    return h.div(".boardbox")[
        h.svg(".board.plan", viewBox=view, role="group", aria_label=tr("the board from above"))[body]
    ]


def _radius(board: BoardMap) -> float:
    """As large as the nearest neighbours allow: fingers are wide."""
    points = [place.at_mm for place in board.places]
    nearest = min((math.dist(a, b) for n, a in enumerate(points) for b in points[:n]), default=40.0)
    return max(4.0, 0.47 * nearest)


@lru_cache(maxsize=8)
def _cells(points: tuple[Point, ...], box: tuple[float, float, float, float]) -> tuple[str, ...]:
    """Around each place everything that is nearer to it than to any other: a tap between two means the nearer one."""
    left, top, right, bottom = box
    whole = [(left, top), (right, top), (right, bottom), (left, bottom)]
    out = []
    for place in points:
        cell = whole
        for other in points:
            if other != place:
                cell = _nearer(cell, place, other)
        out.append(" ".join(f"{x:.1f},{y:.1f}" for x, y in cell))
    return tuple(out)


def _nearer(cell: list[Point], place: Point, other: Point) -> list[Point]:
    """The part of a convex cell that is nearer to ``place`` than to ``other``."""
    normal = (other[0] - place[0], other[1] - place[1])
    half = (math.hypot(*other) ** 2 - math.hypot(*place) ** 2) / 2
    beyond = [x * normal[0] + y * normal[1] - half for x, y in cell]
    out: list[Point] = []
    for n, (x, y) in enumerate(cell):
        x0, y0 = cell[n - 1]
        before, now = beyond[n - 1], beyond[n]
        if (before > 0) != (now > 0):
            share = before / (before - now)
            out.append((x0 + share * (x - x0), y0 + share * (y - y0)))
        if now <= 0:
            out.append((x, y))
    return out


def _spot(spot: str, at: tuple[float, float], radius: float, mark: str, number: int, cell: str, *, hues: bool) -> Node:
    (x, y), name = at, spot.rstrip("0123456789")
    hue = Hue[name] if name in Hue.__members__ else Hue(number % 12)
    word = f"{spot} {MARKS[mark]}" if mark in MARKS else spot
    size = min(0.95 * radius, 2.6 * radius / max(len(word), 2))
    look = {"class": classes("place", mark, f"painted {hue_class(hue)}" if hues else "")}
    return g(look, data_act="wire-tap", data_at=spot, role="button", aria_label=word)[
        polygon(".cell", points=cell),
        circle(cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.1f}"),
        text_(x=f"{x:.1f}", y=f"{y:.1f}", font_size=f"{size:.1f}")[spot],
    ]
