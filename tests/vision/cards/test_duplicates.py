"""Cards that differ in a small word alone are two cards; one that is named twice is one."""

import numpy as np

from engine.components.cards import Card
from tests.support.card_designs import INKS, WHITE, blank, number, sample
from vision.cards.duplicates import find_duplicates

WORDS = {"*draw": "DRAW", "*reverse-draw": "TAKE", "*deck-swap": "DECK", "*pass-right": "RIGHT", "*pass-left": "LEFT"}


def worded(word: str) -> np.ndarray:
    face = blank((0.5, 0.5, 0.5))
    face[:40] = INKS[0]
    number(face, word, WHITE, 1.4)
    return face


def test_cards_that_differ_in_one_small_word_are_not_the_same() -> None:
    assert find_duplicates([sample(Card.parse(name), worded(word)) for name, word in WORDS.items()]) == []


def test_cards_with_the_same_small_word_are_the_same() -> None:
    names = [*WORDS, "*swap-cards"]
    words = [*WORDS.values(), "TAKE"]
    cards = [sample(Card.parse(name), worded(word)) for name, word in zip(names, words, strict=True)]
    assert find_duplicates(cards) == [(1, 5)]
