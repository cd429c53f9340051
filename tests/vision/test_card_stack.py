"""Which card lies on which is told by their edges; of a covered card, sides count as far as they are in sight."""

import cv2
import numpy as np
import pytest

from vision.cards.find import Flat, Place, refine
from vision.cards.stack import lie_above, two_sides_in_sight


class Above:
    """A camera straight above: one pixel a millimetre."""

    area = (0.0, 0.0, 400.0, 300.0)

    def project(self, points: np.ndarray) -> np.ndarray:
        return np.asarray(points, float)


def lay(*cards: tuple[Place, tuple[int, int, int]]) -> list[Place]:
    """What is seen of cards laid one after the other, in the same order."""
    wide = np.full((2400, 3200, 3), (60, 110, 60), np.uint8)
    for place, colour in cards:
        cv2.fillConvexPoly(wide, np.rint((place.corners + 0.5) * 8 * 16 - 8).astype(np.int32), colour, cv2.LINE_8, 4)
    picture = cv2.resize(wide, (400, 300), interpolation=cv2.INTER_AREA)  # exactly as large as cards are
    flat = Flat(picture, Above())
    return [refine(flat, [place])[0] for place, _ in cards]


LEFT, RIGHT = Place(170.0, 140.0, 0.1, 1.0), Place(200.0, 146.0, 0.2, 1.0)
WHITE, RED = (240, 240, 240), (40, 40, 200)


@pytest.mark.parametrize("order", [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_the_upper_card_is_the_one_whose_side_runs_through_the_other(order: tuple[Place, Place]) -> None:
    lower, upper = lay((order[0], WHITE), (order[1], RED))
    assert lie_above([lower, upper]).tolist() == [[False, False], [True, False]]


def test_cards_that_lie_apart_do_not_lie_on_each_other() -> None:
    assert not lie_above(lay((LEFT, WHITE), (Place(300.0, 140.0, 0.0, 1.0), RED))).any()


def test_sides_below_another_card_are_not_missed_once_that_card_is_known() -> None:
    across = Place(170.0, 105.0, np.pi / 2, 1.0)  # over one end, and half of the sides beside it
    lower, upper = lay((LEFT, WHITE), (across, RED))
    assert two_sides_in_sight(lower, []) == lower.two_sides < 0.85
    assert two_sides_in_sight(lower, [upper]) > 0.98


def test_a_side_of_which_hardly_anything_is_in_sight_counts_for_nothing() -> None:
    lower, _ = lay((LEFT, WHITE), (RIGHT, RED))
    everywhere = Place(LEFT.x, LEFT.y, LEFT.turn, 1.0)
    assert two_sides_in_sight(lower, [everywhere]) == 0.0
