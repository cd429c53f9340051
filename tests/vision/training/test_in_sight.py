"""A covered card counts as readable only where a person could read it."""

import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from vision.cards.deck_plan import READY_MADE, SPECTRUM, AnyCard, DeckPlan
from vision.training.cards.in_sight import can_be_told, uncovered
from vision.training.cards.painting import HEIGHT, OWN_FONTS, WIDTH
from vision.training.families.design import design_of
from vision.training.families.faces import FamilyDesign
from vision.training.families.families import CardFamily
from vision.training.families.other_decks import other_deck

PLAYING = READY_MADE["playing-cards"]
(JOKER,) = PLAYING.special_cards
CARD = np.array([[0.0, 0.0], [126, 0], [126, 176], [0, 176]])


def a_deck_with_numbers_in_the_middle_alone() -> FamilyDesign:
    decks = (design_of(CardFamily("full", "plain"), seed, OWN_FONTS[-1:], usual=True) for seed in range(50))
    return next(deck for deck in decks if len(deck.numbers) == 1 and deck.names[0] == "1")


@pytest.mark.parametrize(("moved", "told"), [(120.0, True), (100.0, True), (66.0, False), (20.0, False)])
def test_a_number_in_the_middle_can_be_told_until_the_next_card_lies_on_it(moved: float, told: bool) -> None:
    seen = uncovered([CARD, CARD + np.array([moved, 0.0])], 0)
    assert seen.mean() == pytest.approx(moved / 126, abs=0.02)
    assert can_be_told(a_deck_with_numbers_in_the_middle_alone(), SPECTRUM, Card(Hue.G, 8), seen) == told


@pytest.mark.parametrize(("plan", "card"), [(SPECTRUM, None), (PLAYING, PLAYING.card(0, 7)), (PLAYING, JOKER)])
def test_most_of_a_card_without_colour_and_number_must_be_seen(plan: DeckPlan, card: AnyCard | None) -> None:
    """Backs, cards with a picture of their own, and a special that no other can be taken for."""
    deck = a_deck_with_numbers_in_the_middle_alone() if plan is SPECTRUM else other_deck(plan, 1)
    seen = np.zeros((HEIGHT, WIDTH), bool)
    seen[:, : WIDTH // 3] = True
    assert not can_be_told(deck, plan, card, seen)
    seen[:, : 2 * WIDTH // 3] = True
    assert can_be_told(deck, plan, card, seen)
