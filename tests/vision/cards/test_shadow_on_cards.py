"""Somebody leans over the table while cards lie on the mat: they are read in the shadow, too, or it is said why not."""

import numpy as np
import pytest

from tests.support.card_lessons import reader_of
from tests.support.mat_pictures import in_shadow
from vision.cards.reader import CardReader
from vision.cards.readings import CardReading
from vision.geometry.registration import Registrar
from vision.training.cards.tables import CardPicture, InventedTable

TAUGHT = 3002
LEFT_OVER = np.array([0.3, 0.27, 0.24])
"""Of the light, where the lamp does not shine."""


@pytest.fixture(scope="module")
def table() -> InventedTable:
    return InventedTable(np.random.default_rng(TAUGHT))


@pytest.fixture(scope="module")
def reader(table: InventedTable) -> CardReader:
    return reader_of(table)


def shaded(image: np.ndarray, part: float) -> np.ndarray:
    """The picture with a shadow over so much of the mat, from its left end."""
    registration, _ = Registrar().find(image)
    return in_shadow(image, registration, -300, registration.mat.width * part, LEFT_OVER, 6)


def right(reading: CardReading, picture: CardPicture) -> list[bool]:
    """Of each single card that is read surely, whether it is what lies there."""
    middles = np.array([one.corners.mean(0) for one in picture.cards])
    near = [(card, int(np.linalg.norm(middles - card.center_px, axis=1).argmin())) for card in reading.cards]
    return [card.card == picture.cards[k].card for card, k in near if card.status == "ok"]


@pytest.fixture(scope="module")
def pictures(table: InventedTable) -> list[CardPicture]:
    return [one for one in (table.draw() for _ in range(12)) if not one.fan][:6]


def test_cards_in_a_shadow_are_read_and_none_is_taken_for_another(reader: CardReader, pictures) -> None:
    seen = [(one, reader.read(shaded(one.image, part))) for one in pictures for part in (0.3, 0.5, 0.7)]
    told = [is_right for one, reading in seen for is_right in right(reading, one)]
    assert all(told)
    assert len(told) >= 0.7 * sum(len(one.cards) for one, _ in seen)
    asked = [reading for _, reading in seen if any(card.status == "ask" for card in reading.cards)]
    why = [{trouble.code for trouble in reading.troubles} for reading in asked]
    assert sum("shadow" in codes for codes in why) >= len(asked) / 2
    assert not any("other-deck" in codes for codes in why)


def test_without_a_shadow_none_is_spoken_of(reader: CardReader, pictures) -> None:
    troubles = [trouble.code for one in pictures for trouble in reader.read(one.image).troubles]
    assert "shadow" not in troubles
