"""A mat says what it is the mat of by a small code, read where it is known to be."""

import cv2
import numpy as np
import pytest

from vision.geometry.mat import mats
from vision.geometry.mat_code import MOST, PLAIN, black_cells, code_in
from vision.geometry.registration import Registrar
from vision.training.cards.tables import InventedTable


def seen(seed: int, code: int) -> tuple[np.ndarray, InventedTable]:
    table = InventedTable(np.random.default_rng(seed), paper="a3", code=code)
    return table.draw().image, table


def read(image: np.ndarray) -> int | None:
    registration, _ = Registrar().find(image)
    assert registration is not None
    return code_in(image, registration)


@pytest.mark.parametrize(("seed", "code"), [(101, 6), (103, PLAIN)])
def test_the_code_of_a_mat_is_read_and_a_plain_mat_has_none(seed: int, code: int) -> None:
    image, _ = seen(seed, code)
    assert read(image) == code


def test_a_code_on_which_something_lies_is_not_guessed() -> None:
    image, table = seen(104, 2)
    x, y, size = table.mat.code
    half = np.array([[x, y], [x + size / 2, y], [x + size / 2, y + size], [x, y + size]])
    cv2.fillConvexPoly(image, table._project(half).round().astype(np.int32), (60, 80, 110))
    assert read(image) is None


def test_no_two_codes_are_near_each_other() -> None:
    """A cell that is misread, or two, make no code into another one."""
    cells = [black_cells(code) for code in range(1, MOST + 1)]
    assert min((one != other).sum() for n, one in enumerate(cells) for other in cells[:n]) >= 3
    with pytest.raises(ValueError, match="codes go from 1"):
        black_cells(MOST + 1)


def test_codes_lie_on_bare_paper() -> None:
    for mat in mats():
        if mat.code is None:
            continue
        x, y, size = mat.code
        others = [(patch.x, patch.y, patch.size) for patch in mat.patches] + list(mat.markers.values())
        assert all(a + s <= x or x + size <= a or b + s <= y or y + size <= b for a, b, s in others)
