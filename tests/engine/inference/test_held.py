"""Which explanations a picture bears out."""

from engine.core.price import PRICE
from engine.inference.held import likeliest
from engine.inference.observation import SOMEBODY

TWO_WAYS = [{"T1": "RYG3"}, {"T1": "YGR3"}]


def test_one_explanation_counts_alone_where_it_is_worth_the_price():
    assert likeliest(TWO_WAYS, {"T1": {"RYG3": 0.995, "YGR3": 0.005}}) == [0]


def test_explanations_that_are_nearly_as_likely_are_all_asked_about():
    assert likeliest(TWO_WAYS, {"T1": {"RYG3": 0.97, "YGR3": 0.03}}) == [0, 1]


def test_what_is_legal_is_not_taken_where_the_picture_shows_something_else():
    seen = {"T1": {"BBB6": 1 - 1 / (2 * PRICE), "RYG3": 1 / (2 * PRICE)}}
    assert likeliest(TWO_WAYS, seen) == []


def test_doubts_about_several_spots_add_up():
    seen = {"R1": {0: 0.95, None: 0.05}, "R2": {None: 0.95, 0: 0.05}}
    assert likeliest([{"R1": 0}, {"R2": 0}], seen) == [0]
    assert likeliest([{"R1": 0}, {"R2": 0}], {"R1": seen["R1"]}) == [0, 1]


def test_a_piece_of_which_nothing_is_known_speaks_for_nobody():
    assert likeliest([{"R1": 0}, {"R1": 1}], {"R1": {SOMEBODY: 0.9, None: 0.1}}) == [0, 1]
