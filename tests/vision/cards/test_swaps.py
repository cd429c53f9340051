"""Cards that swap two hues are printed alike but for these: they are told by what shows them, however narrow."""

import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from tests.support.card_designs import (
    BLACK,
    INKS,
    SURE,
    WHITE,
    blank,
    full_bleed,
    number,
    read,
    sample,
    special,
    upright,
)
from vision.cards.duplicates import find_duplicates
from vision.cards.reader import CardReader
from vision.cards.taught import Sample, TaughtDeck, whole_deck


def swap(card: Card) -> np.ndarray:
    """A black card with a narrow bar in each of its hues, and the same sign on all of them."""
    one, other = (Hue[name] for name in card.special[5:].split("<>"))
    face = blank(BLACK)
    face[40:48], face[-48:-40] = INKS[one], INKS[other]
    number(face, "<>", WHITE, 2.0)
    return face


def is_swap(card: Card) -> bool:
    return card.special.startswith("swap:")


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    def face(card: Card) -> np.ndarray:
        return swap(card) if is_swap(card) else special(card.special) if card.special else full_bleed(card)

    return [*(sample(card, face(card)) for card in whole_deck()), sample(None, blank((0.1, 0.1, 0.3)))]


def test_swaps_are_told_by_two_narrow_bars(samples: list[Sample]) -> None:
    reader = CardReader(TaughtDeck(tuple(samples)))
    swaps = [one.card for one in samples if one.card is not None and is_swap(one.card)]
    answers = [read(reader, swap(card)) for card in swaps]
    assert [card for card, _ in answers] == swaps
    assert min(margin for _, margin in answers) > SURE


def test_swaps_of_other_hues_are_not_the_same_card_but_one_that_is_named_twice_is(samples: list[Sample]) -> None:
    swaps = [one for one in samples if one.card is not None and is_swap(one.card)]
    assert find_duplicates(swaps) == []
    twice = sample(swaps[1].card, swap(swaps[0].card))
    assert find_duplicates([swaps[0], twice, *swaps[2:]]) == [(0, 1)]


def test_no_special_card_is_surely_read_that_has_the_words_of_another_on_it(samples: list[Sample]) -> None:
    """As where one was taught a little aside, and another is cut out so, whose colours and edges agree with it then."""
    reader = CardReader(TaughtDeck(tuple(samples)))
    draw, mix = Card.parse("*draw"), Card.parse("*swap-cards")
    shown = upright(reader, special("draw"))
    assert reader.classifier._is_another_by_face(mix, shown)
    assert not reader.classifier._is_another_by_face(draw, shown)
    assert not reader.classifier._is_another_by_face(None, shown)
    assert not reader.classifier._is_another_by_face(Card.parse("R5"), shown)
