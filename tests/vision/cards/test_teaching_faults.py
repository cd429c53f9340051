"""A picture with a fault teaches no card: what was learned from it would be read wrongly for good."""

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from tests.support.card_lessons import known
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.teaching import find_cards, teach_cards
from vision.errors import TeachingError
from vision.training.cards.tables import CardPicture, InventedTable


@pytest.fixture(scope="module")
def shown() -> CardPicture:
    return InventedTable(np.random.default_rng(11))._row([Card.parse(name) for name in ("R1", "Y5", "G7")], "led")


def lesson(shown: CardPicture, image: np.ndarray) -> CardLesson:
    cards = sorted(shown.cards, key=lambda card: float(card.corners[:, 0].mean()))
    return CardLesson(image, tuple(NamedCard(one.card, tuple(one.corners.mean(0))) for one in cards), "The picture")


def refusal(shown: CardPicture, image: np.ndarray) -> TeachingError:
    with pytest.raises(TeachingError) as refused:
        find_cards(lesson(shown, image))
    return refused.value


def with_a_hand(shown: CardPicture) -> np.ndarray:
    """An arm from below, whose fingers lie on the card in the middle."""
    image = shown.image.copy()
    x, y = (int(part) for part in shown.cards[1].corners.mean(0))
    for across in (-45, -15, 15, 45):
        cv2.line(image, (x + across, y + abs(across) // 2), (x + across, image.shape[0]), (110, 140, 190), 26)
    return image


def test_a_picture_with_none_of_these_faults_is_taken(shown: CardPicture) -> None:
    assert len(find_cards(lesson(shown, shown.image)).outlines) == 3


def test_a_picture_in_which_the_paper_is_too_bright_is_refused_with_what_to_do(shown: CardPicture) -> None:
    """Taught so, orange, yellow and yellow-green were read as one another, and not asked about."""
    refused = refusal(shown, np.clip(shown.image * 2.2, 0, 255).astype(np.uint8))
    assert refused.code == "too-bright" and "turn it down" in str(refused)


def test_a_picture_that_is_too_dark_is_refused(shown: CardPicture) -> None:
    refused = refusal(shown, (shown.image * 0.13).astype(np.uint8))
    assert refused.code == "dark" and "more light" in str(refused)


def test_a_blurred_picture_is_refused(shown: CardPicture) -> None:
    refused = refusal(shown, cv2.GaussianBlur(shown.image, (0, 0), 3.5))
    assert refused.code == "blurred" and "focus" in str(refused)


def test_a_hand_on_the_mats_margin_is_refused_for_it_may_lie_on_the_cards_too(shown: CardPicture) -> None:
    refused = refusal(shown, with_a_hand(shown))
    assert refused.code == "hand" and "a hand" in str(refused)


def test_a_card_that_is_not_there_and_cards_too_many_are_said_in_plain_numbers(shown: CardPicture) -> None:
    bare = InventedTable(np.random.default_rng(11))._picture([], "led", False, calm=True)
    back = (NamedCard(None),)
    with pytest.raises(TeachingError, match="should show 1 card, but none can be found"):
        find_cards(CardLesson(bare.image, back))
    with pytest.raises(TeachingError, match="shows 3 cards, but 1 should lie there; take others away"):
        find_cards(CardLesson(shown.image, back))


def test_with_half_the_mat_hidden_no_card_is_taught(shown: CardPicture) -> None:
    image = shown.image.copy()
    image[: image.shape[0] // 3] = 90
    assert refusal(shown, image).code in ("two-markers", "half-mat")


def test_what_is_refused_on_the_page_is_refused_by_the_command_as_well() -> None:
    lessons = [known(one) for one in InventedTable(np.random.default_rng(3)).lessons()]
    bright = np.clip(lessons[0].image * 2.2, 0, 255).astype(np.uint8)
    with pytest.raises(TeachingError, match="Too bright"):
        teach_cards([CardLesson(bright, lessons[0].cards), *lessons[1:]])


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (4, 5, 9))])
def test_good_pictures_of_invented_decks_have_no_fault(seed: int) -> None:
    for one in InventedTable(np.random.default_rng(seed)).lessons():
        assert len(find_cards(known(one)).outlines) == len(one.cards)
