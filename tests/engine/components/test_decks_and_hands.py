"""Hands and piles with unknown cards, and the facts that make them known."""

import pytest

from engine.components.card_notation import parse_fact
from engine.components.cards import UNKNOWN, Card, cards_text, hidden, numbered, parse_cards
from engine.components.deck import Deck, Turned, judge_deck, judge_numbered, judge_turned
from engine.components.hands import HandShown, judge_from_hand, judge_shown, not_there, take, without
from engine.components.hues import Hue
from engine.components.lights import Meaning, number_arm
from engine.core.errors import NotUnderstood


def cards(text):
    return tuple(map(Card.parse, text.split()))


def test_a_card_leaves_a_hand_as_itself_or_as_an_unknown_one():
    assert without(cards("R1 ?? R2"), cards("R2")[0]) == cards("R1 ??")
    assert without(cards("R1 ?? R2"), cards("B2")[0]) == cards("R1 R2")


def test_unknown_cards_may_be_any_but_not_more_than_there_are():
    assert take(cards("R1 ?? ??"), cards("R1 B2 B3")) == ()
    assert take(cards("R1 ??"), cards("B2 B3")) is None
    assert take(cards("??"), cards("?? R1")) is None
    assert not_there(cards("R1 ??"), cards("B2 B3")) == cards("B3")


def test_a_card_seen_twice_is_asked_back_but_specials_exist_twice():
    """CC-DECK-01, CC-DECK-02, F.0.5"""
    hand = cards("?? ??")
    assert judge_from_hand(hand, cards("R1")[0], cards("R1")).reason == "CARD_LIES_ELSEWHERE"
    assert judge_from_hand(hand, cards("*draw")[0], cards("*draw")) is None
    assert judge_from_hand(hand, cards("*draw")[0], cards("*draw *draw")).reason == "CARD_LIES_ELSEWHERE"
    assert judge_from_hand(cards("R2"), cards("R1")[0], ()).reason == "NOT_IN_HAND"
    assert judge_from_hand(hand, UNKNOWN, ()).reason == "NAME_THE_CARD"


def test_a_shuffled_pile_has_the_wanted_cards_and_unknown_ones_may_be_any():
    wanted = cards("R1 R2 ??")
    assert judge_deck(cards("R2 ?? B5"), wanted) is None
    assert judge_deck(cards("?? ?? ??"), wanted) is None
    assert judge_deck(cards("R1 B5 B6"), wanted).reason == "DECK_CARDS"
    assert judge_deck(cards("R1 R2"), wanted).reason == "DECK_COUNT"


def test_turned_and_shown_cards_are_compared_with_what_is_known():
    assert judge_turned(cards("R1"), cards("R1"), cards("R1")) is None
    assert judge_turned(cards("R2"), cards("R1"), ()).reason == "OTHER_CARD_THERE"
    assert judge_turned(cards("R2 R2"), cards("?? ??"), ()).reason == "CARD_LIES_ELSEWHERE"
    assert judge_shown(cards("R1 ??"), cards("B1 B2"), ()).reason == "CARD_MUST_BE_THERE"
    assert judge_shown(cards("R1 ??"), cards("R1 B2"), ()) is None
    assert judge_numbered(cards("R1 *draw")).details["card"] == "*draw"


@pytest.mark.parametrize(
    "fact",
    [
        Deck(hidden(numbered())),
        Deck(cards("R1 ?? *draw")),
        Turned(cards("R5 GB7")),
        HandShown(2, cards("R5")),
        HandShown(1),
    ],
)
def test_facts_read_back_from_their_words(fact):
    verb, _, rest = fact.words().partition(" ")
    assert parse_fact(verb, rest, "hand") == fact


def test_names_with_spaces_are_read_between_commas():
    assert parse_fact("turn", "blue green 7, red 5", "camera").cards == cards("GB7 R5")
    with pytest.raises(NotUnderstood, match="whose hand"):
        parse_fact("show", "R5", "hand")


def test_numbers_above_nine_are_a_full_arm_with_breathing_ends():
    """F.0.3"""
    lights = number_arm(Hue.B, 11)
    breathing = [spot for spot, light in lights.items() if light.meaning is Meaning.WAITING]
    assert len(lights) == 9 and sorted(breathing) == ["B8", "B9"]
    assert len(number_arm(Hue.B, 4)) == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("GB7 R1 ??", "GB7 R1 ??"),
        ("GB7, R1 ??", "GB7 R1 ??"),
        ("blue-green 7, R1", "GB7 R1"),
        ("9x??", "9x??"),
        ("R1 3x??", "R1 ?? ?? ??"),
        ("3x??, R1", "?? ?? ?? R1"),
        ("*swap cards, R1", "*swap-cards R1"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_cards_are_read_as_codes_between_spaces_or_names_between_commas(text, told):
    assert cards_text(parse_cards(text)) == told


@pytest.mark.parametrize("text", ["R13", "blue green 7", "R1, green", "x??", "*dance"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(NotUnderstood):
        parse_cards(text)
