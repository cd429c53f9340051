"""Backs of squares and stripes: by how much a print repeats, and where it goes on."""

import cv2
import numpy as np
import pytest

from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.place import CardPlace
from vision.cards.repeating import goes_on, repetitions

SQUARE_MM = 7
PX_PER_MM = 4
MAT, INK, PAPER = 110, (90, 30, 120), (230, 230, 230)


def squares(side: int, height: int, width: int) -> np.ndarray:
    """Squares of two colours with so many px a side, uint8 BGR."""
    y, x = np.mgrid[:height, :width] // side
    return np.where(((x + y) % 2 == 0)[..., None], INK, PAPER).astype(np.uint8)


def table(*cards: tuple[int, int]) -> np.ndarray:
    """A gray table seen from above on which backs of squares lie, their top left here (mm)."""
    image = np.full((200 * PX_PER_MM, 200 * PX_PER_MM, 3), MAT, np.uint8)
    back = squares(SQUARE_MM * PX_PER_MM, 88 * PX_PER_MM, 63 * PX_PER_MM)
    for left, top in cards:
        image[top * PX_PER_MM :, left * PX_PER_MM :][: len(back), : back.shape[1]] = back
    return image


def at(left: float, top: float) -> CardPlace:
    return CardPlace(left + 31.5, top + 44, 0.0, 0.9)


class _Straight:
    """Seen from above, so many px to a mm."""

    area = (0.0, 0.0, 200.0, 200.0)

    def project(self, points: np.ndarray) -> np.ndarray:
        return np.asarray(points, float) * PX_PER_MM


@pytest.fixture(scope="module")
def by() -> np.ndarray:
    face = squares(SQUARE_MM * PX_PER_MM, 88 * PX_PER_MM, 63 * PX_PER_MM)
    return repetitions((cv2.resize(face, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA) / 255.0) ** 2.2)


def test_squares_repeat_every_second_one_and_aslant(by: np.ndarray) -> None:
    mm = np.abs(by * [63, 88])
    assert len(by)
    for step in ((14, 0), (0, 14), (7, 7)):
        assert np.abs(mm - step).max(1).min() < 1.6, "as exact as cells"


def test_one_colour_and_a_picture_do_not_repeat() -> None:
    picture = np.random.default_rng(3).random((ROWS, COLUMNS, 3))
    assert len(repetitions(np.full_like(picture, 0.4))) == 0
    assert len(repetitions(picture)) == 0


def test_a_card_ends_where_its_squares_end(by: np.ndarray) -> None:
    assert not goes_on(table((70, 60)), _Straight(), at(70, 60), by)


@pytest.mark.parametrize(("left", "top"), [(84, 60), (56, 60), (70, 74), (77, 53)])
def test_a_place_aside_by_whole_squares_is_none_as_they_go_on_beside_it(by: np.ndarray, left: int, top: int) -> None:
    assert goes_on(table((70, 60)), _Straight(), at(left, top), by)


def test_what_a_card_above_hides_is_not_looked_at(by: np.ndarray) -> None:
    assert not goes_on(table((70, 60)), _Straight(), at(84, 60), by, [at(21, 60)])


def test_a_pile_that_is_not_even_does_not_go_on(by: np.ndarray) -> None:
    assert not goes_on(table((68, 58), (72, 61), (70, 60)), _Straight(), at(70, 60), by)


def test_what_lies_beyond_the_picture_says_nothing(by: np.ndarray) -> None:
    image, place = table((70, 60)), at(84, 60)
    to_its_left_side = image[:, 84 * PX_PER_MM :]

    class Cut(_Straight):
        def project(self, points: np.ndarray) -> np.ndarray:
            return super().project(points) - (84 * PX_PER_MM, 0)

    assert goes_on(image, _Straight(), place, by)
    assert not goes_on(to_its_left_side, Cut(), place, by)
