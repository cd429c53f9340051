"""Cards laid in each other's places are asked about before they are taught; those that lie right are not."""

from dataclasses import replace

import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from tablelight.cli.cards import card_lessons
from tests.support.dice_pictures import SHARED
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.mislabelled import name_doubts, refuse_mixed_up
from vision.cards.taught import Sample
from vision.cards.teaching import find_cards
from vision.errors import TeachingError
from vision.training.cards.tables import CardPicture, InventedTable

CARDS = SHARED / "cards"
DRAWN = [pytest.param(1000, marks=pytest.mark.slow), 1002]  # hues plain, and in halves


def samples(picture: CardPicture, *names: str) -> list[Sample]:
    """The cards of a picture as they look, called as said, or as they are."""
    called = [Card.parse(name) for name in names] or [one.card for one in picture.cards]
    named = (
        NamedCard(card, tuple(one.corners.mean(0)), tuple(one.corners[0]))
        for card, one in zip(called, picture.cards, strict=True)
    )
    return find_cards(CardLesson(picture.image, tuple(named))).samples()


def of_seed(seed: int) -> list[Sample]:
    """The numbered cards and the swaps of a deck."""
    return [one for shown in InventedTable(np.random.default_rng(seed)).lessons()[:5] for one in samples(shown)]


@pytest.fixture(scope="module", params=DRAWN)
def right(request) -> list[Sample]:
    return of_seed(request.param)


def called_each_other(deck: list[Sample], one: int, other: int) -> list[Sample]:
    out = list(deck)
    out[one], out[other] = replace(deck[one], card=deck[other].card), replace(deck[other], card=deck[one].card)
    return out


def test_a_deck_that_lies_right_is_not_asked_about(right) -> None:
    assert name_doubts(right) == []


def test_cards_far_apart_on_the_wheel_that_changed_places_are_asked_about(right) -> None:
    (doubt,) = name_doubts(called_each_other(right, 1, 6))
    assert doubt.cards == (1, 6)
    assert doubt.said == "Did two cards change places, green 7 and red-orange 2? They look as if they had."


def test_neighbours_that_changed_places_are_asked_about(right) -> None:
    found = [name_doubts(called_each_other(right, k, (k + 1) % 12)) for k in range(12)]
    assert sum(bool(one) for one in found) >= 11
    assert all({*one[0].cards} == {k, (k + 1) % 12} for k, one in enumerate(found) if one)


def test_swaps_that_changed_places_are_asked_about(right) -> None:
    (doubt,) = name_doubts(called_each_other(right, 12, 14))
    assert {right[k].card.special for k in doubt.cards} == {"swap:R<>G", "swap:O<>B"}


def test_a_row_laid_from_right_to_left_is_asked_about(right) -> None:
    turned = called_each_other(called_each_other(right[:4], 0, 3), 1, 2)
    assert (0, 3) in [doubt.cards for doubt in name_doubts(turned)]


def test_a_card_of_quite_another_hue_is_asked_about_alone(right) -> None:
    (doubt,) = name_doubts([replace(right[6], card=Card(Hue.Y, 5))])
    assert doubt.said == "Is it the card it is called, yellow 5? It looks more like green."


def test_cards_that_really_lie_in_each_others_places_are_asked_about() -> None:
    """Painted so, not called so: where a card lies changes how it looks."""
    table = InventedTable(np.random.default_rng(1000))
    swapped = [Card.parse(name) for name in ("Y5", "YG6", "GB8", "G7")]
    (doubt,) = name_doubts(samples(table._row(swapped, "led"), "Y5", "YG6", "G7", "GB8"))
    assert doubt.cards == (2, 3)


@pytest.mark.parametrize("laid, said", [("OY5", "have the same hue"), ("Y4", "show the same number")])
def test_a_card_beside_its_own_of_a_hue_or_number_that_was_shown_is_asked_about(laid, said) -> None:
    table = InventedTable(np.random.default_rng(1000))
    first = samples(table._row([Card.parse(name) for name in ("R1", "RO2", "O3", "OY4")], "led"))
    picture = table._row([Card.parse(name) for name in (laid, "YG6", "G7", "GB8")], "led")
    (doubt,) = name_doubts([*first, *samples(picture, "Y5", "YG6", "G7", "GB8")])
    assert doubt.cards == (3, 4) and said in doubt.said


def test_a_lesson_that_is_mixed_up_is_refused_with_every_question(right) -> None:
    refuse_mixed_up(right)
    with pytest.raises(TeachingError, match="change places, green 7 and red-orange 2") as refused:
        refuse_mixed_up(called_each_other(called_each_other(right, 1, 6), 12, 14))
    assert refused.value.code == "mixed-up" and "the swap of orange and blue and the swap of red and green?" in str(
        refused.value
    )


@pytest.mark.parametrize("deck", ["cardsP", "cardsQ"])
def test_the_rendered_decks_are_not_asked_about(deck) -> None:
    if not CARDS.exists():
        pytest.skip("the card pictures of ../shared/vision/cards are not here")
    lessons = card_lessons([CARDS / f"{deck}-teach-0{k}.jpg" for k in range(7)], CARDS / "labels.json")
    assert name_doubts([sample for lesson in lessons for sample in find_cards(lesson).samples()]) == []
