"""Decks of other designs, drawn here: cards that were never taught follow from their hue and their number."""

from dataclasses import replace

import pytest

from tests.support.card_designs import SURE, coloured_number, full_bleed, read, some_cards, stripe, taught
from vision.cards.reader import CardReader
from vision.cards.taught import TaughtDeck


@pytest.mark.parametrize("design", [full_bleed, stripe])
def test_cards_of_another_design_are_read_from_twelve_taught_ones(design) -> None:
    reader = CardReader(taught(design))
    assert [str(card) for card in some_cards() if read(reader, design(card))[0] != card] == []


def test_white_cards_with_coloured_numbers_are_read_or_asked_about() -> None:
    reader = CardReader(taught(coloured_number))
    answers = {card: read(reader, coloured_number(card)) for card in some_cards()}
    assert sum(said == card for card, (said, _) in answers.items()) >= 0.9 * len(answers)
    assert [str(card) for card, (said, margin) in answers.items() if said != card and margin > SURE] == []


def test_cards_that_look_the_same_are_asked_about_and_cost_nobody_the_deck() -> None:
    deck = taught(stripe)
    one, other = (k for k, each in enumerate(deck.samples) if each.name in ("*pass-right", "*pass-left"))
    printed_alike = list(deck.samples)
    printed_alike[other] = replace(deck.samples[one], card=deck.samples[other].card)
    statistics = CardReader(TaughtDeck(tuple(printed_alike))).statistics
    assert {deck.samples[one].card, deck.samples[other].card} <= statistics.asked
    assert not any(card.number for card in statistics.asked)
