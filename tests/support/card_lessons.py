"""Lessons of invented decks whose cards' places are known."""

from vision.cards.lessons import CardLesson
from vision.training.cards.naming import tapped
from vision.training.cards.tables import CardPicture


def known(shown: CardPicture) -> CardLesson:
    """A lesson with each card's place and top left corner known."""
    return CardLesson(shown.image, tuple(map(tapped, shown.cards)))
