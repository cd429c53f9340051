"""What cards that are surely read tell of the deck's inks, without anybody being asked.

By how much their inks look off what was foretold is known as well as on cards of which people said what they are
(``ink_errors``); so under another lamp, or before another camera, each card that is told helps to tell the next ones.
"""

from collections.abc import Iterable

from vision.cards.deck_plan import AnyCard
from vision.cards.ink_errors import MOST, InkError
from vision.cards.readings import CardInSight

_SURE = 0.995
"""Of a card's chance. Of 0.995 and 0.9995 the former leaves fewer questions on 45 chosen decks whose colours were
disturbed as by another camera; neither leaves more silent errors than looking at each picture by itself."""


class SureInks:
    """How inks looked on the cards read last, each card's newest look alone: one that lies there says no more."""

    def __init__(self) -> None:
        self._of: dict[AnyCard, InkError] = {}

    @property
    def known(self) -> list[InkError]:
        """By how much inks looked off, the newest last, ``MOST`` at most."""
        return [*self._of.values()]

    def see(self, cards: Iterable[CardInSight]) -> bool:
        """Whether the cards of a picture tell anything."""
        told = [(card.card, _error(card)) for card in cards]
        new = {card: error for card, error in told if card is not None and error is not None}
        kept = {card: error for card, error in self._of.items() if card not in new} | new
        self._of = dict([*kept.items()][-MOST:])
        return bool(new)


def _error(card: CardInSight) -> InkError | None:
    """By how much the ink of a card looks off that is surely read; None of any other."""
    if card.status != "ok" or card.card is None or card.candidates[0][1] < _SURE:
        return None
    return card.error_if(card.card)
