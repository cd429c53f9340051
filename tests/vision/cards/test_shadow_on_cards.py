"""Somebody leans over the table while cards lie on the mat: they are read in the shadow, too, or it is said why not."""

import cv2
import numpy as np
import pytest

from vision.cards.lessons import CardLesson
from vision.cards.reader import CardReader
from vision.cards.readings import CardReading
from vision.cards.teaching import teach_cards
from vision.geometry.registration import Registrar
from vision.photometry.srgb import LINEAR, encoded
from vision.training.cards.naming import tapped
from vision.training.cards.tables import CardPicture, InventedTable

TAUGHT = 3002
LEFT_OVER = np.array([0.3, 0.27, 0.24])
"""Of the light, where the lamp does not shine."""


@pytest.fixture(scope="module")
def table() -> InventedTable:
    return InventedTable(np.random.default_rng(TAUGHT))


@pytest.fixture(scope="module")
def reader(table: InventedTable) -> CardReader:
    return CardReader(teach_cards([CardLesson(one.image, tuple(map(tapped, one.cards))) for one in table.lessons()]))


def shaded(image: np.ndarray, part: float) -> np.ndarray:
    """The picture with a shadow over so much of the mat, from its left end."""
    registration, _ = Registrar().find(image)
    across = registration.mat.width * part
    corners = np.array([[-300, -300, 0], [across, -300, 0], [across, 600, 0], [-300, 600, 0]], float)
    shadow = np.zeros(image.shape[:2], np.float32)
    cv2.fillConvexPoly(shadow, np.rint(registration.view.project(corners)).astype(np.int32), 1)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 6)[..., None]
    return np.rint(encoded(LINEAR[image] * (1 - shadow * (1 - LEFT_OVER))) * 255).astype(np.uint8)


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
