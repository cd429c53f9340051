"""A card of which hardly a side is seen lies where what is printed on it is seen."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

from tests.vision.cards.print_pictures import LIES, FlatPlane, aside, blank, framed, scattered, table, taught
from vision.cards import print_alignment
from vision.cards.print_alignment import PrintAlignment

FACES = [framed(sign) for sign in "1234567"]
PRINTS = PrintAlignment(taught(FACES))
STRIP = replace(LIES, x=LIES.x + 30)
"""A card that leaves the left half of the one at LIES in sight."""


def found_near(shown, place, above=(), alike=0.45):
    """Where a print lies that is at least so much alike."""
    with patch.object(print_alignment, "_PRINTED", alike):
        return PRINTS.place_of(shown, FlatPlane(), place, above)


def off(found, over=0):
    """How far a corner lies from where it should at most, mm; ``over``: quarters that it was looked for turned."""
    return np.linalg.norm(np.roll(found.corners, over, 0) - LIES.corners, axis=1).max()


@pytest.mark.parametrize("by", [(6, -5, 4), (-6, 6, -4), (5, 8, 0), (-7, 0, 5), (0, 0, 0)])
@pytest.mark.parametrize("over", [0, 2])
def test_a_card_lies_where_its_print_does_though_it_was_looked_for_far_aside(by, over):
    found = found_near(table(FACES[3]), aside(by[0], by[1], by[2] + 90 * over), alike=0.9)
    assert off(found, over) < 1.0
    assert found.by_print, "of its outline nothing need be seen"


@pytest.mark.parametrize("by", [(6, -5, 4), (-6, 6, -4), (0, 0, 0)])
def test_half_a_card_below_another_lies_where_the_rest_of_its_print_does(by):
    found = found_near(table(FACES[3], STRIP), aside(*by), [STRIP], alike=0.7)
    assert off(found) < 2.0


def test_another_print_is_not_taken_for_one_that_was_taught():
    for seed in range(4):
        assert found_near(table(scattered(seed)), LIES) is None


def test_where_nothing_is_printed_no_card_is_likely():
    assert found_near(table(blank()), LIES, alike=0.1) is None


def test_a_line_that_fits_the_end_of_a_print_is_too_little_to_tell_a_card():
    """The side of another card, as of six swaps that were read where none lay."""
    beside = replace(LIES, x=LIES.x + 61)
    assert found_near(table(blank(), beside), LIES) is None


def test_the_side_of_the_card_that_lies_on_it_is_none_of_its_print():
    assert found_near(table(FACES[3], LIES), LIES, [LIES]) is None


def test_of_a_card_that_others_hide_nothing_is_told():
    above = [LIES, *(aside(*by, 0) for by in ((50, 0), (-50, 0), (0, 80), (0, -80)))]
    assert found_near(table(FACES[3], *above), LIES, above) is None
