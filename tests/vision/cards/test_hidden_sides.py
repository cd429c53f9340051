"""White cards on white cards: where one lies of which no whole side is seen is found by the ends of its sides."""

import numpy as np
import pytest

from tests.support.card_scenes import WHITE, picture_of
from vision.cards.hidden_sides import propose_between, propose_hidden
from vision.cards.place import CardPlace
from vision.cards.segmenter import CELL_MM
from vision.cards.visible_cells import inside

FAN = [CardPlace(150.0 + 24 * k, 140.0 + 4 * k, -0.1 + 0.07 * k, 1.0) for k in range(3)]
"""The first lies lowest."""


def cells_of(cards: list[CardPlace], but: list[CardPlace]) -> np.ndarray:
    """Middles of the cells in which these cards are seen beside others, N x 2 mm."""
    line = np.arange(CELL_MM / 2, 300, CELL_MM)
    table = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    return table[inside(table, cards, 0).any(0) & ~inside(table, but, -4).any(0)]


def off(place: CardPlace, true: CardPlace) -> float:
    """How far its corners are from where they should be, mm; either way up."""
    return min(float(np.abs(np.roll(place.corners, by, 0) - true.corners).max()) for by in (0, 2))


def test_a_card_between_two_others_of_its_colour_is_found_below_the_upper_one() -> None:
    flat = picture_of(*((card, WHITE) for card in FAN))
    found = propose_hidden(flat, [cells_of(FAN[:2], FAN[2:])], FAN[2:])
    assert min(off(place, FAN[1]) for place in found) < 2.0
    assert min(off(place, FAN[0]) for place in found) < 2.0


@pytest.mark.parametrize("turn", [0.0, 1.2, 2.9])
def test_it_is_found_however_the_fan_is_turned(turn: float) -> None:
    c, s = np.cos(turn), np.sin(turn)
    lower, upper = (
        CardPlace(190 + c * (p.x - 170) - s * (p.y - 140), 150 + s * (p.x - 170) + c * (p.y - 140), p.turn + turn, 1.0)
        for p in FAN[:2]
    )
    flat = picture_of((lower, WHITE), (upper, WHITE))
    found = propose_hidden(flat, [cells_of([lower], [upper])], [upper])
    assert min(off(place, lower) for place in found) < 2.0


def test_a_card_that_is_turned_otherwise_than_the_one_on_it_is_found_by_the_edges_around_it() -> None:
    lower, upper = CardPlace(160.0, 140.0, 0.7, 1.0), CardPlace(195.0, 150.0, 0.1, 1.0)
    flat = picture_of((lower, WHITE), (upper, WHITE))
    found = propose_hidden(flat, [cells_of([lower], [upper])], [upper])
    assert min(off(place, lower) for place in found) < 2.0


def test_where_nothing_has_the_outline_of_a_card_nothing_is_proposed() -> None:
    flat = picture_of((FAN[2], WHITE))
    assert propose_hidden(flat, [cells_of(FAN[:1], FAN[2:])], FAN[2:]) == []


def test_a_rest_too_narrow_to_be_read_is_not_looked_at() -> None:
    flat = picture_of(*((card, WHITE) for card in FAN))
    assert propose_hidden(flat, [cells_of(FAN[:2], FAN[2:])[:12]], FAN[2:]) == []


def test_a_card_with_none_beside_it_is_found_by_its_edges_alone() -> None:
    flat = picture_of((FAN[0], WHITE))
    assert min(off(place, FAN[0]) for place in propose_hidden(flat, [cells_of(FAN[:1], [])], [])) < 2.0


def test_a_card_passed_over_in_a_fan_is_found_between_the_two_that_were_made_out() -> None:
    flat = picture_of(*((card, WHITE) for card in FAN))
    found = propose_between(flat, [1], [FAN[2], FAN[0]])
    assert min(off(place, FAN[1]) for place in found) < 2.5
