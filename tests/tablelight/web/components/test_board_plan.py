"""The plan of a board to tap on: every tap means the nearest place."""

import math
import re

import pytest

from firmware_bridge.board_maps import BoardMap, shipped
from tablelight.web.components.board_plan import plan_svg


def cells_of(board):
    found = re.findall(r'data-at="([^"]+)".*?points="([^"]+)"', plan_svg(board))
    return {spot: [tuple(map(float, point.split(","))) for point in points.split()] for spot, points in found}


def holds(cell, at):
    """Whether a point lies in a convex cell."""
    turns = set()
    for n, (x, y) in enumerate(cell):
        x0, y0 = cell[n - 1]
        cross = (x - x0) * (at[1] - y0) - (y - y0) * (at[0] - x0)
        if abs(cross) > 1:
            turns.add(cross > 0)
    return len(turns) == 1


@pytest.mark.parametrize("name", shipped())
def test_a_tap_anywhere_means_the_nearest_place(name):
    board = BoardMap.load(name)
    cells = cells_of(board)
    assert list(cells) == list(board.by_spot)
    for place in board.places:
        assert holds(cells[place.spot], place.at_mm)
        # A finger that misses by a third of the way to the next place still means this one.
        near = min(
            (other.at_mm for other in board.places if other is not place), key=lambda p: math.dist(p, place.at_mm)
        )
        missed = tuple(a + (b - a) / 3 for a, b in zip(place.at_mm, near, strict=True))
        assert holds(cells[place.spot], missed)
