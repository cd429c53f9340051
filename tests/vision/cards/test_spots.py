"""On a mat with fields cards are looked for where they are asked for."""

import numpy as np

from vision.cards.place import CardPlace
from vision.cards.spots import NO_SPOTS, lie_at, likelier_at, places_at, places_in_doubt

SPOTS = np.array([[50.0, 100.0], [115.0, 100.0]])
SIZE = (63.0, 88.0)


def at(x, y, turn_deg=0.0):
    return CardPlace(x, y, np.radians(turn_deg), 0.5, size_mm=SIZE)


def test_a_card_on_its_field_is_likelier_than_one_between_two():
    on, between = likelier_at(at(51, 99), SPOTS), likelier_at(at(82, 100), SPOTS)
    assert on > 10 * between and between == 1


def test_the_nearer_to_its_field_a_card_lies_the_likelier_it_is():
    assert likelier_at(at(50, 100), SPOTS) > likelier_at(at(55, 100), SPOTS) > likelier_at(at(59, 100), SPOTS)


def test_a_card_may_lie_head_down_on_its_field_but_not_across_it():
    assert likelier_at(at(50, 100, 179), SPOTS) > 10
    assert likelier_at(at(50, 100, 90), SPOTS) == 1


def test_a_card_beside_all_fields_lies_at_none():
    on, beside = at(52, 97), at(82, 100)
    assert lie_at([on, beside], SPOTS) == [on]
    assert lie_at([on, beside], NO_SPOTS) == []


def test_without_fields_a_card_may_lie_anywhere():
    assert likelier_at(at(50, 100), NO_SPOTS) == 1
    assert places_at(NO_SPOTS, [np.array([[50.0, 100.0]])], SIZE) == []


def test_what_is_left_on_a_field_may_be_a_card_whose_outline_nobody_sees():
    left = np.stack(np.meshgrid(np.arange(40.0, 60), np.arange(90.0, 110)), -1).reshape(-1, 2)
    places = places_at(SPOTS, [left], SIZE)
    assert places and all(np.hypot(place.x - 50, place.y - 100) < 6 for place in places)
    assert all(place.two_sides == 1 for place in places)


def cells(left, right, top, bottom):
    """The middles of the cells of 5 mm in which the network sees cards there."""
    steps = (np.arange(first + 2.5, last, 5.0) for first, last in ((left, right), (top, bottom)))
    return np.stack(np.meshgrid(*steps), -1).reshape(-1, 2)


def test_two_cards_side_by_side_of_which_no_edge_is_seen_are_looked_for_on_both_their_fields():
    both, between = cells(30, 135, 75, 125), cells(57, 107, 65, 135)
    assert {round(place.x / 65 - 0.77) for place in places_at(SPOTS, [both], SIZE)} == {0, 1}
    assert places_at(SPOTS, [between], SIZE) == [], "it is no longer than one card, and lies on no field"


def test_a_field_on_which_a_card_was_read_is_not_looked_at_again():
    asked = [at(105, 110)]
    assert places_in_doubt(SPOTS, [at(113, 101)], asked) == []
    there = places_in_doubt(SPOTS, [at(51, 99)], asked)
    assert there and all(np.hypot(place.x - 115, place.y - 100) < 6 for place in there)
