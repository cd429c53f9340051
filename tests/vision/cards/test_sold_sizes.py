"""A size that cards are sold in is likelier than one as it happens to be measured."""

from vision.cards.sold_sizes import as_sold, sold_about


def test_a_size_that_no_cards_are_sold_in_gives_way_to_one_that_is_seen_as_well():
    seen = {(66.8, 87.5): 0.81, (63.0, 88.0): 0.87}
    assert as_sold((66.8, 87.5), lambda size: seen.get(size, 0.7)) == (63.0, 88.0)


def test_a_size_that_is_seen_better_than_those_that_are_sold_stays():
    seen = {(75.0, 110.0): 0.95, (70.0, 110.0): 0.8}
    assert as_sold((75.0, 110.0), lambda size: seen.get(size, 0.3)) == (75.0, 110.0)


def test_a_sold_size_not_quite_measured_stays_as_it_was_measured():
    assert as_sold((54.0, 84.0), lambda size: 0.5) == (54.0, 84.0)


def test_a_size_roughly_measured_is_the_sold_one_near_it_if_there_is_one():
    assert sold_about((62.0, 86.9), within_mm=1.5) == (63.0, 88.0)
    assert sold_about((61.0, 103.0), within_mm=1.5) is None
