"""Pieces that were touched where they stand, found in two drawn pictures."""

import numpy as np
import pytest

from tests.support.board_pictures import PAWN, board_picture, spectrum_plan
from vision.boards.pieces import PieceSet
from vision.boards.reader import BoardReader
from vision.boards.silhouettes import PieceSize
from vision.boards.stirred import stirred
from vision.simulation.piece_bodies import PieceShape

STANDING = {"R9": 0, "R6": 1, "O7": 2, "O4": 0, "Y1": 1, "B6": 1, "P5": 3, "G8": 0}
COIN = PieceShape("disc", 10.0, 3.0)


def picture(standing=STANDING, **how):
    """As a camera sees it, whose every picture has another grain."""
    grain = np.random.default_rng(len(how) + standing["O4"]).normal(0, 1.5, (720, 960, 3))
    return np.clip(board_picture(standing, **how) + grain, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def found():
    """What is found between the same pieces left alone and pictures taken in another way."""
    before, outlines = {shape: picture(shape=shape) for shape in (PAWN, COIN)}, {}
    for shape, image in before.items():
        size = PieceSize(shape.radius, shape.height, 0.95)
        spaces = BoardReader(spectrum_plan(), PieceSet(size)).read(image).spaces
        outlines[shape] = {space.spot: space.outline_px for space in spaces if space.outline_px}

    def found(standing=STANDING, shape=PAWN, **how):
        assert outlines[shape].keys() == STANDING.keys()
        return stirred(before[shape], picture(standing, shape=shape, **how), outlines[shape], flat=shape is COIN)

    return found


@pytest.mark.parametrize("shape", [PAWN, COIN])
def test_another_piece_in_its_place_is_found_and_the_others_are_not(found, shape):
    assert found({**STANDING, "O4": 1}, shape) == {"O4"}


def test_a_coin_that_another_joined_is_found_because_it_shifted(found):
    assert found(shape=COIN, apart={"O4": (0.6, 0.5)}) == {"O4"}


def test_a_pawn_that_a_newcomer_hides_partly_was_not_touched(found):
    assert not found({**STANDING, "O5": 3, "RO2": 3, "P4": 3})


def test_nothing_is_made_of_another_light_or_of_a_board_that_was_shifted(found):
    assert not found(lamp="warm")
    assert not found(shape=COIN, off=(2.0, 0.0))
