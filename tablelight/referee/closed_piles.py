"""Closed piles that one look does not make out: where the next one sees them again, they are not laid once more.

Backs look all alike, and on a field that tells by its place each new one counts as what the next player does. Hands do
not lay a pile to the millimetre where another one lay; one that nobody touched does not move.
"""

from collections.abc import Sequence
from math import dist

from engine.inference.observation import SeenCard
from tablelight.referee.card_fields import CardField, named

STILL_MM, CARD_STILL_MM = 4.0, 1.0
"""A pile, or one card, that nobody touched is seen again within so much of where it lay. Of 36 looks at six drawn piles
of three uneven backs, seen while building, the furthest two of one pile lay 3.5 mm apart: now one back is seen, now
another; of 36 looks at six single cards, 0.4 mm."""


def seen_last(
    fields: Sequence[CardField], piles: Sequence[SeenCard], cards: Sequence[SeenCard]
) -> tuple[SeenCard, ...]:
    """The closed piles that tell something, as each was seen last: those of ``cards``, and of the earlier ``piles``
    those whose field is empty now."""
    now = [card for card in cards if _tells(fields, card)]
    taken = {card.place for card in now}
    return (*(pile for pile in piles if pile.place not in taken), *now)


def lay_there(fields: Sequence[CardField], piles: Sequence[SeenCard], card: SeenCard) -> bool:
    """Whether a card that came lies just where the last pile of its field lay."""
    field = named(fields, card.place)
    near = CARD_STILL_MM if field is not None and field.holds == 1 else STILL_MM
    return any(
        pile.place == card.place and pile.at is not None and card.at is not None and dist(pile.at, card.at) < near
        for pile in piles
    )


def _tells(fields: Sequence[CardField], card: SeenCard) -> bool:
    field = named(fields, card.place)
    return field is not None and field.lies == "closed" and field.by_place
