"""What is surely a card but cannot be made out is asked about, and never passed over."""

import numpy as np
import pytest

from tablelight.perception.card_reader import observation_of
from vision.cards.place import CardPlace
from vision.cards.readings import CardInSight, CardReading
from vision.cards.unread import is_card_shaped, unread_parts
from vision.readings import Trouble

CORNER = (-25.0, -25.0)


def cells(*areas: tuple[float, float, float, float]) -> np.ndarray:
    """The cells of a table of 350 x 250 mm in these areas (left, top, right, bottom, mm of the mat)."""
    rows, columns = np.indices((50, 70))
    x, y = (columns + 0.5) * 5 + CORNER[0], (rows + 0.5) * 5 + CORNER[1]
    return np.any([(left < x) & (x < right) & (top < y) & (y < bottom) for left, top, right, bottom in areas], 0)


CARD = CardPlace(100.0, 100.0, 0.0, 1.0)
LYING = (68.5, 56.0, 131.5, 144.0)


def test_a_card_that_was_read_leaves_nothing() -> None:
    assert unread_parts(cells(LYING), CORNER, [CARD]) == []
    turned = CardPlace(100.0, 100.0, np.pi / 2, 1.0)
    assert unread_parts(cells((56.0, 68.5, 144.0, 131.5)), CORNER, [turned]) == []


def test_a_strip_of_a_card_below_one_that_was_read_is_told_where_it_lies() -> None:
    (strip,) = unread_parts(cells(LYING, (131.5, 60.0, 155.0, 140.0)), CORNER, [CARD])
    assert 140 < strip.mean(0)[0] < 150 and 95 < strip.mean(0)[1] < 105


def test_a_few_cells_beside_a_card_are_its_edge() -> None:
    assert unread_parts(cells(LYING, (131.5, 60.0, 139.0, 140.0), (200.0, 60.0, 212.0, 68.0)), CORNER, [CARD]) == []


def test_two_cards_apart_are_told_apart() -> None:
    assert len(unread_parts(cells(LYING, (200.0, 60.0, 260.0, 140.0)), CORNER, [])) == 2


def test_nothing_is_counted_that_is_a_card_and_no_more_but_it_is_said() -> None:
    outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    unknown = CardInSight("ask", None, False, (), (0.5, 0.5), outline, (0.5, 0.5))
    reading = CardReading((unknown,), (Trouble("unread", "Spread the cards."),), True)
    assert observation_of(reading, 3).cards == ()
    assert not reading.sure
    assert reading.to_json()["cards"][0]["candidates"] == []


@pytest.mark.parametrize(
    ("area", "shaped"),
    [
        (LYING, True),
        ((56.0, 68.5, 144.0, 131.5), True),
        ((60.0, 50.0, 130.0, 195.0), False),
        ((80.0, 80.0, 120.0, 120.0), False),
    ],
    ids=["upright", "across", "a telephone", "a coaster"],
)
def test_what_has_a_cards_shape_is_told_from_what_is_larger_or_smaller(
    area: tuple[float, float, float, float], shaped: bool
) -> None:
    (part,) = unread_parts(cells(area), CORNER, [])
    assert is_card_shaped(part, (63.0, 88.0)) == shaped


def test_half_a_disc_has_no_cards_shape() -> None:
    (part,) = unread_parts(cells(LYING), CORNER, [])
    assert not is_card_shaped(part[np.hypot(*(part - (100.0, 56.0)).T) < 44], (63.0, 88.0))


@pytest.mark.parametrize("places", [[], [CARD]])
def test_where_the_network_sees_nothing_nothing_is_left(places: list[CardPlace]) -> None:
    assert unread_parts(np.zeros((0, 0), bool), CORNER, places) == []
