"""Cards whose border is not seen lie where the print is that all cards of their deck share."""

import numpy as np
import pytest

from tests.vision.cards.print_pictures import LIES, FlatPlane, aside, framed, scattered, table, taught
from vision.cards.print_around import PrintAround
from vision.cards.shared_print import SharedPrint, brought_together

ASIDE = [(3, -2, 3), (-3, 4, -2), (2, 2, 0), (-4, -1, 4), (0, 3, -3), (4, 0, 1), (0, 0, 0)]
"""mm to the right and down, and degrees, by which cards of which only the frame is seen are outlined aside."""


def around(faces):
    return [PrintAround.of(table(face), FlatPlane(), aside(*by)) for face, by in zip(faces, ASIDE, strict=True)]


def apart(places):
    """How far the places lie from each other at most, mm at a corner."""
    corners = np.array([place.corners for place in places])
    return float(np.linalg.norm(corners - np.median(corners, 0), axis=-1).max())


FRAMED = [framed(sign) for sign in "1234567"]


def test_cards_outlined_each_another_way_are_brought_onto_each_other_by_their_frame():
    cards = around(FRAMED)
    assert apart([one.place for one in cards]) > 4
    assert apart(brought_together(cards)) < 1.5


def test_a_special_card_with_the_frame_is_brought_there_and_one_of_another_design_stays():
    *cards, last = around(FRAMED)
    with_frame, without = (
        PrintAround.of(table(face), FlatPlane(), aside(3, 3, 0)) for face in (framed("~"), scattered(5))
    )
    *places, like, unlike = brought_together([*cards, last], [with_frame, without])
    assert apart([*places, like]) < 1.5
    assert unlike is without.place


def test_cards_that_share_no_print_stay_where_their_outlines_are():
    cards = around([scattered(seed) for seed in range(7)])
    assert brought_together(cards) == [one.place for one in cards]


def test_cards_that_lie_as_they_should_are_not_moved_at_all():
    cards = [PrintAround.of(table(face), FlatPlane(), LIES) for face in FRAMED]
    assert all(place is LIES for place in brought_together(cards))


def test_one_card_alone_shares_nothing():
    (one,) = [PrintAround.of(table(FRAMED[0]), FlatPlane(), LIES)]
    assert brought_together([one]) == [LIES]
    assert brought_together([]) == []
    assert SharedPrint(taught(FRAMED[:1])).place_of(table(FRAMED[0]), FlatPlane(), aside(3, 3, 0)) is None


@pytest.mark.parametrize("over", [0, 180])
@pytest.mark.parametrize("by", ASIDE[:-1])
def test_a_card_found_aside_lies_where_the_shared_print_does_whichever_way_up(by, over):
    place = aside(by[0], by[1], by[2] + over)
    found = SharedPrint(taught(FRAMED)).place_of(table(framed("9")), FlatPlane(), place)
    corners = np.roll(found.corners, over // 90, 0)
    assert np.linalg.norm(corners - LIES.corners, axis=1).max() < 1.5


def test_a_card_that_was_found_where_it_lies_is_not_looked_for_elsewhere():
    assert SharedPrint(taught(FRAMED)).place_of(table(framed("9")), FlatPlane(), LIES) is None


def test_what_does_not_show_the_shared_print_is_not_moved():
    shared = SharedPrint(taught(FRAMED))
    for seed in range(5):
        assert shared.place_of(table(scattered(seed)), FlatPlane(), aside(3, 3, 0)) is None


def test_a_deck_in_which_every_card_has_another_picture_has_no_shared_print():
    shared = SharedPrint(taught([scattered(seed) for seed in range(7)]))
    assert shared.place_of(table(scattered(3)), FlatPlane(), aside(3, 3, 0)) is None


def test_nothing_is_moved_further_than_a_card_may_be_found_aside():
    """Further than that it is another card."""
    shared = SharedPrint(taught(FRAMED))
    assert shared.place_of(table(framed("9")), FlatPlane(), aside(9, 0, 0)) is None
