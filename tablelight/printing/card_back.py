"""The back of every card: the wheel twice, so that it looks the same either way up and tells nothing."""

import math

from engine.components.hues import Hue
from tablelight.printing.card_grid import BLEED, POKER
from tablelight.printing.inks import SLATE, WHITE, mixed, printed
from tablelight.printing.marks import arc
from tablelight.printing.paper import Paper

WIDTH, HEIGHT = POKER
_LINES = mixed(SLATE, WHITE, 0.22)


def draw_back(paper: Paper) -> None:
    """A card's back, its top left at the origin."""
    paper.stamp("back", (-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED), _draw)


def _draw(paper: Paper) -> None:
    paper.box(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, SLATE)
    with paper.at(WIDTH / 2, HEIGHT / 2):
        for turn in range(0, 180, 15):
            way = math.sin(math.radians(turn)), math.cos(math.radians(turn))
            paper.line((-60 * way[0], -60 * way[1]), (60 * way[0], 60 * way[1]), 0.25, _LINES)
    for y, turn in ((HEIGHT / 4 + 1, 0), (HEIGHT * 3 / 4 - 1, 180)):
        with paper.at(WIDTH / 2, y, turn=turn):
            _wheel(paper)


def _wheel(paper: Paper) -> None:
    paper.disc(0, 0, 19, SLATE)
    for hue in Hue:
        first, last = hue * 30 - 13.5, hue * 30 + 13.5
        paper.shapes([arc(18, first, last) + arc(9.5, last, first)], printed(hue))
