"""A camera that shows no colour, in its night mode say, is told so; nothing that a colour decides is taken for sure."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from tests.support.card_lessons import known
from tests.support.dice_pictures import labels, lesson_of, picture
from vision.cards.lessons import CardLesson
from vision.cards.reader import CardReader
from vision.cards.teaching import find_cards, teach_cards
from vision.dice.lessons import Lesson
from vision.dice.reader import DiceReader
from vision.dice.teaching import teach
from vision.errors import TeachingError
from vision.geometry.registration import Registrar
from vision.photometry.light_check import check_light
from vision.training.cards.tables import InventedTable


def faded(image: np.ndarray, left: float = 0.0) -> np.ndarray:
    """The picture with so much of its colour left."""
    gray = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return cv2.addWeighted(image, left, gray, 1 - left, 0)


def codes(reading) -> list[str]:
    return [trouble.code for trouble in reading.troubles]


@pytest.fixture(scope="module")
def invented() -> tuple[list[CardLesson], list[np.ndarray]]:
    """The teaching pictures of an invented deck, and pictures of cards drawn from it."""
    table = InventedTable(np.random.default_rng(0))
    return [known(one) for one in table.lessons()], [table.draw().image for _ in range(3)]


@pytest.mark.parametrize("left", [pytest.param(0.0, marks=pytest.mark.slow), 0.1])
def test_dice_without_colour_are_found_and_asked_about_each(taught, rolls, left: float) -> None:
    for reader in (DiceReader(taught), DiceReader(None)):
        for entry in rolls:
            reading = reader.read(faded(picture(entry["image"]), left))
            assert codes(reading) == ["no-colour"] and "night" in reading.troubles[0].message
            assert len(reading.dice) >= len(entry["dice"]) - 1
            assert not [die for die in reading.dice if die.status == "ok"]


def test_answers_about_dice_in_pictures_without_colour_or_light_teach_nothing(taught, rolls) -> None:
    image = picture(rolls[0]["image"])
    dim = cv2.convertScaleAbs(image, alpha=0.15)
    for shown, learns in ((faded(image), False), (dim, False), (image, True)):
        dice = DiceReader(taught).read(shown).dice
        assert dice
        answers = [(die, die.candidates[0][0]) for die in dice]
        assert (taught.refined(answers) is not taught) == learns


@pytest.mark.parametrize("left", [0.4, 0.7])
def test_pale_colours_are_colours(taught, rolls, left: float) -> None:
    for entry in rolls:
        assert "no-colour" not in codes(DiceReader(taught).read(faded(picture(entry["image"]), left)))


@pytest.mark.parametrize("left", [pytest.param(0.0, marks=pytest.mark.slow), 0.1])
def test_cards_without_colour_are_found_and_asked_about_each(invented, left: float) -> None:
    lessons, draws = invented
    reader = CardReader(teach_cards(lessons))
    for image in draws:
        reading = reader.read(faded(image, left))
        assert "no-colour" in codes(reading)
        assert len(reading.cards) >= len(reader.read(image).cards) - 1
        assert not [card for card in reading.cards if card.status == "ok"]


def test_no_dice_are_taught_without_colour() -> None:
    shown = [lesson_of(entry) for entry in labels() if entry["kind"] == "teach"]
    gray = [Lesson(faded(one.image), one.dice, one.name) for one in shown]
    with pytest.raises(TeachingError, match="hardly any colour") as refused:
        teach(gray, {"d6": 16.0, "d12": 20.0})
    assert refused.value.code == "no-colour"


def test_no_cards_are_taught_without_colour() -> None:
    shown = InventedTable(np.random.default_rng(11))._row([Card.parse(name) for name in ("R1", "Y5", "G7")], "led")
    with pytest.raises(TeachingError, match="hardly any colour"):
        find_cards(replace(known(shown), image=faded(shown.image)))


def test_the_light_check_says_so(rolls) -> None:
    image = picture(rolls[0]["image"])

    def said(image: np.ndarray) -> tuple[str, str]:
        check = check_light(image, Registrar())
        return next((line.state, line.sentence) for line in check.lines if line.name == "Colour of the light")

    assert said(image)[0] == "ok"
    state, sentence = said(faded(image))
    assert state == "bad" and "night" in sentence


def test_nobody_is_asked_to_teach_again_under_light_without_colour(taught, rolls) -> None:
    image = picture(rolls[0]["image"])
    assert DiceReader(taught).read(image).light is not None
    assert DiceReader(taught).read(faded(image)).light is None
    lines = check_light(faded(image), Registrar(), taught.light).lines
    assert "As when taught" not in [line.name for line in lines]
