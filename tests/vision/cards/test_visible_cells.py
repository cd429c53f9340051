"""Of a covered card, sides and cells count as far as they are in sight."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.support.card_scenes import LEFT, RED, RIGHT, WHITE, lay, picture_of
from vision.cards.border import without_border
from vision.cards.detector import propose
from vision.cards.face_grid import COLUMNS, ROWS, cells
from vision.cards.place import SIDE_POINTS, CardPlace, poses
from vision.cards.pose import outlined, refine
from vision.cards.table_plane import CARD_MM
from vision.cards.visible_cells import hidden_cells, sides_in_sight
from vision.geometry.mat import mats


def test_sides_below_another_card_are_not_missed_once_that_card_is_known() -> None:
    across = CardPlace(170.0, 105.0, np.pi / 2, 1.0)  # over one end, and half of the sides beside it
    lower, upper = lay((LEFT, WHITE), (across, RED))
    (alone,), (known,) = sides_in_sight([lower], []), sides_in_sight([lower], [upper])
    assert alone.two == lower.two_sides < 0.85 and alone.least == min(lower.sides) < 0.1
    assert known.two > 0.98 and known.least > 0.98


def test_a_side_of_which_hardly_anything_is_in_sight_counts_for_nothing() -> None:
    lower, _ = lay((LEFT, WHITE), (RIGHT, RED))
    everywhere = CardPlace(LEFT.x, LEFT.y, LEFT.turn, 1.0)
    assert sides_in_sight([lower], [everywhere]) == [(0.0, 0.0)]


def test_a_place_across_two_cards_misses_a_side_that_would_be_in_sight() -> None:
    """It has its upper sides on theirs; its lowest side would run through both."""
    lower, upper = lay((LEFT, WHITE), (RIGHT, RED))
    across = CardPlace(LEFT.x + 12, LEFT.y - 12, LEFT.turn + np.pi / 2, 1.0)
    flat = picture_of((LEFT, WHITE), (RIGHT, RED))
    (wrong,) = outlined(flat, poses([across]))
    (true, false) = (sides.least for sides in sides_in_sight([lower, wrong], [upper]))
    assert true > 0.9 and false < 0.3


def test_the_cells_below_another_card_are_hidden_however_both_lie() -> None:
    lower, upper = CardPlace(170.0, 140.0, 2.5, 1.0), CardPlace(195.0, 170.0, -0.7, 1.0)
    outline, places = upper.corners.astype(np.float32), cells(ROWS, COLUMNS) * CARD_MM
    within = np.array([cv2.pointPolygonTest(outline, point, True) for point in lower.to_table(places).reshape(-1, 2)])
    hidden = hidden_cells(lower, upper).ravel()
    assert 0.1 < hidden.mean() < 0.9
    assert hidden[within > 0].all() and not hidden[within < -2].any()


def test_a_card_of_which_one_corner_is_seen_is_found() -> None:
    lower = CardPlace(200.0, 150.0, 0.0, 1.0)
    below, beside = (
        CardPlace(190.0, 231.0, 0.15, 1.0),
        CardPlace(242.0, 128.0, 0.1, 1.0),
    )  # over its lower and its right end
    flat = picture_of((lower, WHITE), (beside, RED), (below, RED))
    assert any(abs(p.x - 200) < 3 and abs(p.y - 150) < 3 for p in refine(flat, propose(flat, corners=True)))


@pytest.mark.parametrize(
    ("off_mm", "turn", "seen"), [(0.0, 0.0, False), (0.0, np.pi / 2, False), (6.0, 0.0, True), (0.0, 0.3, True)]
)
def test_the_corner_of_the_play_area_is_not_a_cards(off_mm: float, turn: float, seen: bool) -> None:
    mat = next(mat for mat in mats() if mat.name == "a4")
    width, height = (63, 88) if turn < 1 else (88, 63)
    left, top, _, _ = mat.play
    corner = np.zeros((4, len(SIDE_POINTS) // 4), bool)
    corner[[0, 3] if turn < 1 else [2, 3]] = True  # the sides along the area's top and left
    place = CardPlace(left + width / 2 + off_mm, top + height / 2 + off_mm, turn, 0.8, (1.0, 0.0, 0.0, 1.0))
    (place,) = without_border([replace(place, seen=tuple(map(bool, corner.ravel())))], mat)
    assert (place.two_sides > 0.9) == seen
    assert seen or place.two_sides == 0
