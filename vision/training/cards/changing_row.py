"""A row of cards half over each other as people change it: from picture to picture one card is exchanged for another
that comes to lie nearly there, one is added or taken away, or nothing happens.

What was read before helps a reader, and leads it astray where it takes a new card for the one that lay there: single
pictures do not show that.
"""

from collections.abc import Iterator

import numpy as np

from vision.cards.deck_plan import AnyCard
from vision.training.cards.tables import LAMPS, CardPicture, InventedTable

# Constants: chosen by hand.
_OVER = (0.3, 0.55)  # of a card's width from one to the next
_TURNED, _CROOKED, _ASIDE_MM = 0.08, 0.02, 1.5  # radians of the row, and of each card in it; how far aside one lies
_MOST, _AT_FIRST = 5, 3
_EXCHANGED, _ADDED, _TAKEN = 0.4, 0.25, 0.2  # how often; else nothing happens
_SPECIAL, _BACK = 0.12, 0.05


def changing_row(table: InventedTable, pictures: int, rng: np.random.Generator) -> Iterator[CardPicture]:
    """So many pictures of such a row on a table, under one lamp."""
    kind = LAMPS[rng.integers(len(LAMPS))]
    places = _row(table, rng)
    lying = [(_card(table, rng), place) for place in places[:_AT_FIRST]]
    for _ in range(pictures):
        yield table.overlapping(lying, kind)
        happens = rng.random()
        if happens < _EXCHANGED:
            which = int(rng.integers(len(lying)))
            lying[which] = _card(table, rng), _crooked(places[which], rng)
        elif happens < _EXCHANGED + _ADDED and len(lying) < len(places):
            lying.append((_card(table, rng), places[len(lying)]))
        elif happens > 1 - _TAKEN and len(lying) > 1:
            lying.pop()


def _row(table: InventedTable, rng: np.random.Generator) -> list[np.ndarray]:
    """The places of as many cards as there is room for, x and y (mm) and turn each, the lowest first."""
    x, y, wide, high = table.mat.play
    across = table.look.size_mm[0]
    step, turn = rng.uniform(*_OVER) * across, rng.uniform(-_TURNED, _TURNED)
    count = min(_MOST, 1 + int((wide - across) / step))
    along = step * (np.arange(count) - (count - 1) / 2)
    middles = [(x + wide / 2 + away * np.cos(turn), y + high / 2 + away * np.sin(turn)) for away in along]
    return [_crooked(np.array([*middle, turn]), rng) for middle in middles]


def _crooked(place: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return place + rng.uniform(-1, 1, 3) * (_ASIDE_MM, _ASIDE_MM, _CROOKED)


def _card(table: InventedTable, rng: np.random.Generator) -> AnyCard | None:
    """Any card of the deck; None is one face down."""
    plan, chance = table.plan, rng.random()
    if chance < _SPECIAL and plan.special_cards:
        return plan.special_cards[rng.integers(len(plan.special_cards))]
    if chance < _SPECIAL + _BACK:
        return None
    colour, value = divmod(int(rng.integers(len(plan.colours) * len(plan.values))), len(plan.values))
    return plan.card(colour, value + 1)
