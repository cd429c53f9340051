"""The plan of a printed board: what is where, in millimetres."""

import numpy as np

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


def test_its_markers_are_no_mats_and_stand_on_paper():
    plan = spectrum_plan()
    assert not set(plan.sheet.markers) & {marker for mat in mats() for marker in mat.markers}
    labels = plan.labels(1.0)
    for x, y, size in plan.sheet.markers.values():
        assert (labels[int(y) : int(y + size), int(x) : int(x + size)] == MARKER).mean() > 0.95
        assert labels[int(y + size / 2), int(x) - 3] == PAPER, "a marker is found by the paper around it"
