"""A covered card counts as readable only where a person could read it."""

import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from vision.cards.deck_plan import SPECTRUM
from vision.training.cards.in_sight import can_be_told, uncovered
from vision.training.cards.painting import HEIGHT, OWN_FONTS, WIDTH
from vision.training.families.design import design_of
from vision.training.families.faces import FamilyDesign
from vision.training.families.families import CardFamily

CARD = np.array([[0.0, 0.0], [126, 0], [126, 176], [0, 176]])


def a_deck_with_numbers_in_the_middle_alone() -> FamilyDesign:
    decks = (design_of(CardFamily("full", "plain"), seed, OWN_FONTS[-1:], usual=True) for seed in range(50))
    return next(deck for deck in decks if len(deck.numbers) == 1 and deck.names[0] == "1")


@pytest.mark.parametrize(("moved", "told"), [(120.0, True), (100.0, True), (66.0, False), (20.0, False)])
def test_a_number_in_the_middle_can_be_told_until_the_next_card_lies_on_it(moved: float, told: bool) -> None:
    seen = uncovered([CARD, CARD + np.array([moved, 0.0])], 0)
    assert seen.mean() == pytest.approx(moved / 126, abs=0.02)
    assert can_be_told(a_deck_with_numbers_in_the_middle_alone(), SPECTRUM, Card(Hue.G, 8), seen) == told


def test_half_a_back_can_be_told_and_a_strip_of_it_cannot() -> None:
    deck, seen = a_deck_with_numbers_in_the_middle_alone(), np.zeros((HEIGHT, WIDTH), bool)
    seen[:, : WIDTH // 3] = True
    assert not can_be_told(deck, SPECTRUM, None, seen)
    seen[:, : 2 * WIDTH // 3] = True
    assert can_be_told(deck, SPECTRUM, None, seen)
