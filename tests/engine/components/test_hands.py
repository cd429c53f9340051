"""Hands that deal cards away face down, and hands that not everybody sees."""

import pytest

from engine.components.cards import Card
from engine.components.hands import (
    HandsDealt,
    judge_laid_away,
    judge_sizes,
    known_elsewhere,
    seen_by,
    unseen_hands,
    without_all,
)


def cards(text):
    return tuple(map(Card.parse, text.split()))


def test_everybody_sees_the_own_hand_and_the_backs_of_the_others():
    hands = (cards("R1 R2"), cards("G1"))
    assert seen_by(0, hands) == (cards("R1 R2"), cards("??"))
    assert seen_by(None, hands) == (cards("?? ??"), cards("??"))
    assert list(unseen_hands(seen_by(1, hands))) == [0]


def test_what_lies_elsewhere_is_every_known_card_but_the_own_hand():
    hands = (cards("R1 ??"), cards("G1 ??"))
    assert list(known_elsewhere(0, hands, cards("B1 ??"))) == list(cards("G1 B1"))
    assert list(known_elsewhere(None, hands)) == list(cards("R1 G1"))


def test_cards_that_cannot_have_been_there_cannot_leave_a_hand():
    assert without_all(cards("R1 ?? ??"), cards("R1 B5")) == cards("??")
    with pytest.raises(ValueError):
        without_all(cards("R1"), cards("R2"))


@pytest.mark.parametrize(
    ("away", "reason"),
    [("R1 R2", "OK"), ("R1 B5", "OK"), ("R1 G9", "SEEN_TWICE"), ("B5 B6 B7", "NOT_IN_HAND"), ("*draw", "NO_SPECIALS")],
)
def test_cards_laid_away_face_down_come_from_the_hand_and_lie_nowhere_else(away, reason):
    everywhere = cards("R1 R2 ?? ?? G9")
    verdict = judge_laid_away(0, cards("R1 R2 ?? ??"), cards(away), lambda: everywhere, "CR-CRIB-01")
    assert verdict.reason == reason


def test_hands_that_were_dealt_are_as_many_and_as_large_as_the_game_wants():
    assert judge_sizes(HandsDealt(), 2, 3, "") is None
    assert judge_sizes(HandsDealt((cards("R1 R2"), cards("?? ??"))), 2, 2, "") is None
    assert judge_sizes(HandsDealt((cards("R1 R2"),)), 2, 2, "").reason == "WRONG_HANDS"
    assert judge_sizes(HandsDealt((cards("R1 R2"), cards("??"))), 2, 2, "").details["player"] == 1
