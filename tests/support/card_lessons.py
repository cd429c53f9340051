"""Lessons of invented decks whose cards' places are known."""

from vision.cards.lessons import CardLesson
from vision.cards.reader import CardReader
from vision.cards.teaching import teach_cards
from vision.training.cards.naming import tapped
from vision.training.cards.tables import CardPicture, InventedTable


def known(shown: CardPicture) -> CardLesson:
    """A lesson with each card's place and top left corner known."""
    return CardLesson(shown.image, tuple(map(tapped, shown.cards)))


def reader_of(table: InventedTable) -> CardReader:
    """A reader of the table's deck, taught with its own lessons."""
    return CardReader(teach_cards([known(one) for one in table.lessons()]))
