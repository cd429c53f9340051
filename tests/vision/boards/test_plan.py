"""The plan of a printed board: what is where, in millimetres."""

import numpy as np
import pytest

from tablelight.setup.board_plans import plan_of
from tests.support.board_pictures import spectrum_plan
from vision.boards.plan import LANDING_MM, MARKER, PAPER
from vision.geometry.mat import mats


def test_every_landing_is_paper_and_lies_on_its_own_cell():
    plan = spectrum_plan()
    labels = plan.labels(1.0)
    for space in plan.spaces:
        x, y = space.at
        assert labels[int(y), int(x)] == PAPER
        away = np.array(space.at) - np.array(plan.sheet.size) / 2
        beside = np.array(space.at) + np.array([-away[1], away[0]]) / np.hypot(*away) * (LANDING_MM + 3)
        assert plan.inks[labels[int(beside[1]), int(beside[0])]] == space.srgb


def test_landings_of_neighbours_do_not_touch():
    middles = spectrum_plan().middles
    off = ((middles[:, None] - middles) ** 2).sum(-1) ** 0.5
    assert off[off > 0].min() > 2 * LANDING_MM


def test_no_sheet_has_markers_of_another():
    sheets = [*mats(), *(plan_of(name).sheet for name in ("spectrum", "sixchex", "spectrangle", "ring"))]
    markers = [marker for sheet in sheets for marker in sheet.markers]
    assert len(markers) == len(set(markers))


@pytest.mark.parametrize("board", ["spectrum", "sixchex", "spectrangle", "ring"])
def test_markers_stand_on_paper(board):
    plan = plan_of(board)
    labels = plan.labels(1.0)
    for x, y, size in plan.sheet.markers.values():
        assert (labels[int(y) : int(y + size), int(x) : int(x + size)] == MARKER).mean() > 0.95
        assert labels[int(y + size / 2), int(x) - 3] == PAPER, "a marker is found by the paper around it"


def test_every_place_of_a_board_of_cards_has_an_ink_of_its_own():
    plan = plan_of("sixchex")
    labels = plan.labels(1.0)
    beside = [labels[int(y), int(x + LANDING_MM + 5)] for x, y in (space.at for space in plan.spaces)]
    assert len(plan.spaces) == 72 and sorted(beside) == list(range(72))
