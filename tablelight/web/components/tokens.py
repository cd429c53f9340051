"""Pieces as SVG: every player has a colour, a shape and a letter, so that no two are told apart by colour alone."""

from functools import cache, lru_cache

import htpy as h
from htpy import Node

from engine.components.hues import Hue
from engine.components.lights import SEAT_HUES
from engine.core.events import Seat
from tablelight.web.components.html import PAINT, classes, g, ink, path, rendered, text_

_SHAPES = (
    ("round", "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z", 0.0),
    ("square", "M-.88-.88H.88V.88H-.88Z", 0.0),
    ("triangle", "M0-1.2L1.14.82H-1.14Z", 0.2),
    ("diamond", "M0-1.26L1.26 0L0 1.26L-1.26 0Z", 0.0),
    ("wedge", "M0 1.2L1.14-.82H-1.14Z", -0.2),
    ("cross", "M-.52-1.08H.52V-.52H1.08V.52H.52V1.08H-.52V.52H-1.08V-.52H-.52Z", 0.0),
)
"""Name, outline around the middle at radius 1, and how far down its letter stands."""


@cache
def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each player: the first of the name that nobody before has, else the player's number."""
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        own = [letter for letter in name.upper() if letter.isalnum() and letter not in taken]
        taken.append(own[0] if own else str(number))
    return tuple(taken)


@lru_cache(maxsize=2048)  # a board is drawn anew for every tap, and mostly with the same pieces
@rendered
def token(
    seat: Seat,
    letter: str,
    at: tuple[float, float],
    radius: float,
    *,
    hues: tuple[Hue, ...] = SEAT_HUES,
    style: str = "",
    tap: str = "",
    title: str = "",
    name: str = "",
) -> Node:
    """A piece of a seat in the middle of ``at``. ``tap``: the place it says when it is tapped; "" for none. ``name``:
    what that place is called then."""
    # Letters are written ten times as large and scaled down: browsers place tiny letters badly.
    hue = hues[seat % len(hues)]
    _, outline, down = _SHAPES[seat % len(_SHAPES)]
    look = {"class": classes("token", style), "data-seat": str(seat), **touchable(tap, name)}
    return g(look, transform=f"translate({at[0]:.2f} {at[1]:.2f}) scale({radius / 10:g})")[
        title and h.title[title],
        g(transform="scale(10)")[path(".shade", d=outline), path(".body", d=outline, fill=PAINT[hue])],
        text_(y=f"{10 * down + 4.2:g}", fill=ink(hue))[letter],
    ]


@lru_cache(maxsize=256)
@rendered
def token_icon(seat: Seat, letter: str, hues: tuple[Hue, ...] = SEAT_HUES) -> Node:
    """A piece as a small picture of its own, to stand beside a name."""
    piece = token(seat, letter, (0, 0), 1, hues=hues)
    return h.svg(".icon", viewBox="-1.5 -1.5 3 3", aria_hidden="true")[piece]


def touchable(place: str, name: str = "") -> dict[str, str]:
    """The attributes that make an element of a board tappable as ``place``; none for "". With a ``name`` it is what the
    keyboard comes to, and a screen reader says, at that place; the page's script takes the one that lies on top."""
    if not place:
        return {}
    tap = {"data-act": "touch", "data-at": place}
    return {**tap, "role": "button", "aria-label": name} if name else tap
