"""The Spectrum board to print: twelve paths of nine spaces, a window over every light, stars (SB-BRD-01)."""

import math

from engine.components.hues import Hue
from engine.games.spectrum.board import HUE, NAME, RING, SPACES
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.inks import GOLD, SLATE, WHITE, ink_on, mixed, printed
from tablelight.printing.marks import Outline, arc, draw_mark, star
from tablelight.printing.paper import Paper
from tablelight.printing.poster import Drawing, poster
from tablelight.printing.stencil import board_size

WINDOW = 4.0
"""Radius of the bare paper over a light, mm."""

_NAMES = 13.0  # mm around the spaces, for the paths' names
_STARS = 9  # the ring of the stars
_SEAM = 0.5  # half the line between two spaces
_ADVICE = (
    "Glue it on the drilled board; the drilling stencil has the same middle.",
    "The white rounds lie over the lights: thin paper lets the light through, or cut them out.",
)


def spectrum_board_sheets(size: str = "a4") -> bytes:
    """The board over as many sheets as it needs. ``size``: a key of PAPERS."""
    return poster(spectrum_board(BoardMap.load("spectrum")), size)


def spectrum_board(board: BoardMap) -> Drawing:
    """Spaces where that map has their lights."""
    step = _radius(board, "R1") - _radius(board, "R2")
    width, height = board_size(board, step / 2 + _NAMES + 0.5)

    def draw(paper: Paper) -> None:
        with paper.at(width / 2, height / 2):
            rim = _radius(board, "R1") + step / 2
            paper.disc(0, 0, rim + _NAMES, SLATE)
            for n in range(SPACES):
                _space(paper, board, n, step)
            for hue in Hue:
                _name(paper, hue, _degrees(board, f"{hue.name}1"), rim)
            paper.disc(0, 0, _radius(board, f"R{_STARS}") - step / 2 - 1.5, mixed(SLATE, WHITE, 0.12))

    return Drawing("Spectrum board", width, height, draw, _ADVICE)


def _space(paper: Paper, board: BoardMap, n: int, step: float) -> None:
    """One space around its light: a piece of a ring, as wide as its path."""
    hue, ring, spot = Hue(HUE[n]), RING[n], NAME[n]
    x, y = board.by_spot[spot].at_mm
    middle, at = _radius(board, spot), _degrees(board, spot)
    colour = printed(hue)
    # Upper rings a little lighter by turns: a space can be counted without its name.
    paper.shapes([_cell(middle, step, at)], colour if ring % 2 else mixed(colour, WHITE, 0.16))
    starred = ring == _STARS or (ring == 1 and hue.is_primary)
    if starred:
        points = [(x + px * 8.4, y + py * 8.4) for px, py in _upright(star(5, 0.6), at)]
        paper.shapes([points], GOLD if ring == _STARS else colour, edge=WHITE, width=0.8)
    paper.disc(x, y, WINDOW, WHITE)
    with paper.at(0, 0, turn=at), paper.at(0, -middle):
        beside, size = (-7.1, 2.8) if starred else (-6.2, 3.2)
        paper.text(beside, step / 2 - 2, spot, size, ink_on(colour), bold=True, align="right")


def _cell(middle: float, step: float, at: float) -> Outline:
    outer, inner = middle + step / 2 - _SEAM, middle - step / 2 + _SEAM
    return _edge(outer, at, 1) + _edge(inner, at, -1)


def _edge(radius: float, at: float, way: int) -> Outline:
    half = 15 - math.degrees(_SEAM / radius)
    return arc(radius, at - way * half, at + way * half)


def _upright(outline: Outline, degrees: float) -> Outline:
    """Turned so that its top points away from the board's middle."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * c - y * s, x * s + y * c) for x, y in outline)


def _name(paper: Paper, hue: Hue, at: float, rim: float) -> None:
    with paper.at(0, 0, turn=at), paper.at(0, -rim - 4.5):
        words = f"{hue.title}  {hue.name}"
        paper.text(6, 0, words, 5.4, WHITE, bold=True, align="middle")
        draw_mark(paper, hue, -22, -1.9, 5.4, WHITE)


def _radius(board: BoardMap, spot: str) -> float:
    return math.hypot(*board.by_spot[spot].at_mm)


def _degrees(board: BoardMap, spot: str) -> float:
    """Clockwise from twelve o'clock."""
    x, y = board.by_spot[spot].at_mm
    return math.degrees(math.atan2(x, -y))
