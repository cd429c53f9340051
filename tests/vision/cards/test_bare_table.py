"""What the table looks like where nothing lies, and where something does that the network does not take for a card."""

import numpy as np
import pytest

from vision.cards.bare_table import BareTable, unlike
from vision.cards.segmenter import CELL_MM
from vision.geometry.mat import mats
from vision.photometry.illumination import Illumination

MAT = next(mat for mat in mats() if mat.name == "a3")
GRAY, GREEN = 120, (40, 140, 40)
CORNER = np.zeros(2)


def light() -> Illumination:
    return Illumination(MAT, np.zeros(3), np.zeros((5, 3)), np.ones((12, 3)), np.zeros((12, 3), bool), ())


@pytest.fixture
def flat() -> np.ndarray:
    """The mat from straight above, with something green of a card's size on it."""
    picture = np.full((300, 420, 3), GRAY, np.uint8)
    picture[100:188, 150:213] = GREEN
    return picture


def cells(flat: np.ndarray) -> np.ndarray:
    return np.zeros((int(flat.shape[0] / CELL_MM), int(flat.shape[1] / CELL_MM)), bool)


def test_what_lies_on_the_bare_table_is_seen_though_the_network_sees_no_card_there(flat: np.ndarray) -> None:
    table = BareTable.of(flat, CORNER, light(), cells(flat))
    assert table is not None
    assert table.covered[105:183, 155:208].all()
    assert not table.covered[:85].any() and not table.covered[:, 230:].any()


def test_where_a_lamp_is_mirrored_in_the_table_nothing_lies(flat: np.ndarray) -> None:
    away = np.hypot(*np.ogrid[-140:160, -180:240])
    glare = GRAY + 100 * np.exp(-((away / 60) ** 2))
    table = BareTable.of(np.repeat(glare[..., None], 3, 2).astype(np.uint8), CORNER, light(), cells(flat))
    assert table is not None and not table.covered.any()
    assert table.bare_share(np.array([[180.0, 140.0]])) == 0, "nor is it said to be bare"


def test_what_the_network_sees_as_cards_is_left_to_it(flat: np.ndarray) -> None:
    seen = cells(flat)
    seen[20:38, 30:43] = True
    table = BareTable.of(flat, CORNER, light(), seen)
    assert table is not None and not table.covered.any()


def test_of_a_thing_of_which_the_network_sees_a_strip_all_is_looked_at(flat: np.ndarray) -> None:
    seen = cells(flat)
    seen[26:30, 30:43] = True
    table = BareTable.of(flat, CORNER, light(), seen)
    assert table is not None and table.covered[105:183, 155:208].all()
    assert table.unseen[20:37, 31:42].all() and not table.unseen[:19].any()


def test_beside_cards_that_the_network_sees_what_it_does_not_see_is_looked_at(flat: np.ndarray) -> None:
    flat[100:188, 150:339] = GREEN  # three cards in a row
    seen = cells(flat)
    seen[20:38, 30:55] = True
    table = BareTable.of(flat, CORNER, light(), seen)
    assert table is not None and table.unseen[21:36, 58:67].all() and not table.unseen[:, :54].any()


def test_the_tables_own_colour_is_that_of_most_of_what_is_free(flat: np.ndarray) -> None:
    table = BareTable.of(flat, CORNER, light(), cells(flat))
    assert table is not None and not unlike(np.full(3, 0.19), table.colour)
    assert unlike(np.array([0.02, 0.26, 0.02]), table.colour)


def test_a_place_is_bare_as_far_as_nothing_lies_on_it_or_near_it(flat: np.ndarray) -> None:
    table = BareTable.of(flat, CORNER, light(), cells(flat))
    assert table is not None
    assert table.bare_share(np.array([[180.0, 140.0], [152.0, 102.0]])) == 0
    assert table.bare_share(np.array([[300.0, 140.0], [180.0, 140.0]])) == 0.5
    assert table.bare_share(np.array([[-50.0, 140.0], [5000.0, 140.0]])) == 0, "off the mat nobody knows"


def test_where_cards_lie_everywhere_nothing_is_known_of_the_table(flat: np.ndarray) -> None:
    assert BareTable.of(flat, CORNER, light(), ~cells(flat)) is None


def test_marks_are_what_the_network_sees_no_card_in_the_largest_first_and_what_lies_close_together_is_one(
    flat: np.ndarray,
) -> None:
    flat[40:55, 300:330] = GREEN  # beside it a digit of the same print, and far away a speck
    flat[40:55, 340:350] = GREEN
    flat[250:255, 350:355] = 0
    table = BareTable.of(flat, CORNER, light(), cells(flat))
    assert table is not None
    large, small = table.marks()
    assert np.allclose(large.mean(0), (181.5, 144), atol=3) and np.allclose(small.mean(0), (320, 47.5), atol=6)
    seen = cells(flat)
    seen[:] = True
    seen[:, :20] = False
    beside = BareTable.of(flat, CORNER, light(), seen)
    assert beside is not None and beside.marks() == []
