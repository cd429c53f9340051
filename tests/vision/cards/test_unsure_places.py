"""Where cards are looked for by their print: where one is in doubt, or may have been passed over."""

from types import SimpleNamespace

import numpy as np

from vision.cards.place import CardPlace
from vision.cards.unsure_places import unsure_places


def card(x, y=100.0, turn=0.0):
    return CardPlace(x, y, np.radians(turn), 0.0)


def cards(sure=(), asked=(), left=(), found=(), odd=()):
    """What was made out, those that surely lie there above those that are in doubt; and what was not."""
    return SimpleNamespace(
        places=[*sure, *asked],
        placed_and_unsure=lambda: ([*sure], [*asked]),
        likely_left=[np.array(part, float) for part in left],
        found=dict.fromkeys(found),
        odd=odd,
    )


def middles(pile):
    return [(round(one.place.x), round(one.place.y)) for one in unsure_places(pile)]


def test_a_card_that_is_asked_about_is_looked_for_where_it_was_made_out():
    assert middles(cards(asked=[card(100)])) == [(100, 100)]


def test_where_all_cards_are_sure_and_nothing_is_left_none_is_looked_for():
    assert middles(cards(sure=[card(100), card(190)], found=[card(300)])) == []
    assert middles(cards()) == []


def test_between_two_cards_of_a_fan_others_may_lie_below_the_upper_one():
    upper, lower = card(100), card(190, turn=20)
    between = unsure_places(cards(sure=[upper, lower], odd=[1]))
    assert [round(one.place.x) for one in between] == [130, 160]
    assert [round(np.degrees(one.place.turn)) for one in between] == [7, 13], "turned on the way"
    assert all(one.above == [upper] for one in between)


def test_nothing_lies_between_cards_that_lie_apart_or_across():
    assert middles(cards(sure=[card(100), card(300)], odd=[0])) == []
    assert middles(cards(sure=[card(100), card(170, turn=90)], odd=[0])) == []


def test_what_is_left_may_be_the_left_or_the_right_of_a_card_turned_as_the_nearest():
    pile = cards(sure=[card(100, turn=90), card(400)], left=[[(160, 100), (164, 100)]])
    assert middles(pile) == [(162, 81), (162, 119)]
    assert middles(cards(left=[[(160, 100)]])) == [], "of no card nobody knows how it is turned"


def test_a_place_is_looked_at_once_and_not_where_a_sure_card_lies_or_hides_it():
    found = [card(101), card(200), card(203, 102), card(300)]
    assert middles(cards(sure=[card(100)], found=found, odd=[0])) == [(200, 100), (300, 100)]
    assert middles(cards(sure=[card(100)], found=[card(108)], odd=[0])) == [], "it is hidden"


def test_no_more_places_are_looked_at_than_there_is_time_for():
    assert len(middles(cards(asked=[card(100 * k) for k in range(1, 40)]))) == 8
