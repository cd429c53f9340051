"""Lessons of invented decks whose cards' places are known."""

from vision.cards.lessons import CardLesson, NamedCard
from vision.training.cards.tables import CardPicture


def known(shown: CardPicture) -> CardLesson:
    """A lesson with each card's place and top left corner known."""
    named = (NamedCard(one.card, tuple(one.corners.mean(0)), tuple(one.corners[0])) for one in shown.cards)
    return CardLesson(shown.image, tuple(named))
