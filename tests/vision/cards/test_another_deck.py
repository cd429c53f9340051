"""Where another deck lies than the one that was taught, this is said: people have several."""

import numpy as np
import pytest

from tests.support.card_lessons import reader_of
from vision.cards.reader import CardReader
from vision.training.cards.tables import InventedTable

TAUGHT, OTHER = 3001, 3501


@pytest.fixture(scope="module")
def table() -> InventedTable:
    return InventedTable(np.random.default_rng(TAUGHT))


@pytest.fixture(scope="module")
def reader(table: InventedTable) -> CardReader:
    return reader_of(table)


def said(reader: CardReader, table: InventedTable) -> list[bool]:
    """Of three pictures of several cards each, whether it is said that they may be of another deck."""
    pictures = (table.draw() for _ in range(20))
    several = [one.image for one in pictures if len(one.cards) > 1 and not one.fan][:3]
    assert len(several) == 3
    return ["other-deck" in [trouble.code for trouble in reader.read(image).troubles] for image in several]


def test_cards_of_the_taught_deck_are_not_said_to_be_of_another(reader: CardReader, table: InventedTable) -> None:
    assert said(reader, table) == [False] * 3


def test_cards_of_another_deck_are_said_to_be_so(reader: CardReader) -> None:
    assert sum(said(reader, InventedTable(np.random.default_rng(OTHER)))) >= 2
