"""Cards whose border is not seen lie where the print is that all cards of their deck share."""

import numpy as np

from tests.vision.cards.print_pictures import LIES, FlatPlane, aside, framed, scattered, table
from vision.cards.print_around import PrintAround
from vision.cards.shared_print import brought_together

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
