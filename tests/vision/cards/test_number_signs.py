"""Where a deck's numbers stand is told by the taught cards; which one is seen, by its signs alone."""

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from tests.support.card_designs import BLACK, INKS, WHITE, blank, number, shown, write
from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS
from vision.cards.face_network import FaceNetwork
from vision.cards.number_places import number_places, shapes_differ
from vision.cards.number_shapes import NumberShapes
from vision.cards.number_signs import NumberSigns

WHOLE = np.ones((ROWS, COLUMNS), np.float32)
NOTHING_BY_EDGES, WELL_PRINTED = np.zeros(12), 0.01


def close_up(card: Card, stripe: bool = True, name: bool = False) -> np.ndarray:
    """A white card with its number in the middle, and stripes, or a name, that go with its hue."""
    face = blank(WHITE)
    if stripe:
        face[:, 15:45] = face[:, -45:-15] = INKS[card.hue]
    number(face, str(card.number), BLACK, 2.2)
    if name:
        write(face, card.hue.title[:6], BLACK, 1.1, 8, 53)
    return cv2.resize(shown(face), CLOSE_UP[::-1], interpolation=cv2.INTER_AREA)


def taught(**how: bool) -> list[np.ndarray]:
    return [close_up(Card(Hue(k), k + 1), **how) for k in range(12)]


def places(close_ups: list[np.ndarray]) -> list[np.ndarray]:
    return number_places(shapes_differ(close_ups), FaceNetwork(close_ups).differs)


def signs_of(close_ups: list[np.ndarray]) -> NumberSigns:
    return NumberSigns(close_ups, FaceNetwork(close_ups).differs)


def chances(signs: NumberSigns, seen: np.ndarray, visible: np.ndarray = WHOLE) -> np.ndarray:
    chance = np.exp(-signs.costs(seen, visible, NOTHING_BY_EDGES, WELL_PRINTED))
    return chance / chance.sum()


def test_stripes_in_the_hue_are_no_place_of_a_number() -> None:
    (place,) = places(taught())
    assert place[18:38, 8:32].sum() == place.sum() > 40


def test_a_number_is_known_in_a_hue_it_was_not_taught_in() -> None:
    signs = signs_of(taught())
    for k in (0, 5, 6, 11):
        chance = chances(signs, close_up(Card(Hue((k + 5) % 12), k + 1)))
        assert chance.argmax() == k and chance.max() > 0.97


def test_the_name_of_the_hue_of_the_card_that_taught_a_number_is_none_of_its_signs() -> None:
    assert len(places(taught(name=True))) >= 2, "both differ from card to card"
    signs = signs_of(taught(name=True))
    chance = chances(signs, close_up(Card(Hue.R, 8), name=True))
    assert chance.argmax() == 7 and chance.max() > 0.97, "named as the 1 was"


@pytest.mark.parametrize("case", ["half hidden", "another sign"])
def test_a_sign_that_is_not_seen_well_says_little(case: str) -> None:
    signs = signs_of(taught())
    seen, visible = close_up(Card(Hue.R, 8)), WHOLE.copy()
    if case == "half hidden":
        visible[:28] = 0
    else:
        seen[80:144, 40:120] = np.random.default_rng(3).integers(0, 255, (64, 80, 3))
    assert chances(signs, seen, visible).max() < 0.6


@pytest.mark.parametrize("number_on_it", [1, 4, 7, 12])
def test_upside_down_a_card_is_less_like_all_that_were_taught(number_on_it: int) -> None:
    """The way up that shows no number known takes no chance from the one that does."""
    signs, seen = signs_of(taught()), close_up(Card(Hue.R, number_on_it))
    upright, over = (signs.costs(one, WHOLE, NOTHING_BY_EDGES, WELL_PRINTED).min() for one in (seen, seen[::-1, ::-1]))
    assert upright < over - 2


def test_where_no_sign_is_seen_whole_the_edges_of_the_print_say_more() -> None:
    """A strip of a card in a fan shows no whole number: what is left of it must be enough, or be asked about."""
    signs, hidden, by_edges = signs_of(taught()), np.zeros_like(WHOLE), np.full(12, 8.0)
    by_edges[7] = 0
    seen = close_up(Card(Hue.R, 3))
    chance = np.exp(-signs.costs(seen, hidden, by_edges, WELL_PRINTED))
    assert chance.argmax() == 7 and chance.max() > 0.9 * chance.sum()
    assert signs.costs(seen, WHOLE, by_edges, WELL_PRINTED).argmin() == 2, "the sign itself says more"


def pictured(k: int, chance: np.random.Generator) -> np.ndarray:
    """A card with soft blots all over."""
    blots = cv2.resize(chance.integers(90, 200, (9, 6, 3), np.uint8), CLOSE_UP[::-1], interpolation=cv2.INTER_CUBIC)
    sign = close_up(Card(Hue(k), k + 1), stripe=False)
    return np.where(sign < 100, sign, blots)


def test_numbers_are_found_on_cards_that_each_have_a_picture_of_their_own() -> None:
    chance = np.random.default_rng(1)
    (place,) = signs_of([pictured(k, chance) for k in range(12)]).places
    assert place[18:38, 8:32].sum() > 0.8 * place.sum() > 30


def test_it_is_known_whether_each_card_has_a_picture_of_its_own() -> None:
    """Where each has one it may be taken for the number, so that the whole face must agree."""
    chance = np.random.default_rng(1)
    assert signs_of([pictured(k, chance) for k in range(12)]).grounds_differ
    assert not signs_of([pictured(k, np.random.default_rng(1)) for k in range(12)]).grounds_differ
    assert not signs_of(taught()).grounds_differ


@pytest.mark.parametrize("own", [True, False])
def test_where_each_card_has_a_picture_of_its_own_edges_do_not_tell_the_number(own: bool) -> None:
    """One of the grounds that were taught looks like this one, whatever number was on it."""
    chance = np.random.default_rng(1)
    signs = signs_of([pictured(k, chance if own else np.random.default_rng(1)) for k in range(12)])
    seen, by_edges = pictured(2, np.random.default_rng(5)), np.full(12, 8.0)
    by_edges[7] = 0
    costs, by_signs = (signs.costs(seen, WHOLE, edges, WELL_PRINTED) for edges in (by_edges, NOTHING_BY_EDGES))
    assert np.allclose(costs, by_signs) == own


def framed(card: Card, aside: int = 0) -> np.ndarray:
    """A small number in the corner of a dark frame around a ground that is lighter or darker by hue."""
    face = blank(INKS[card.hue])
    face[52:-52, 36:-36] = WHITE if int(card.hue) % 2 else (0.15, 0.15, 0.15)
    write(face, str(card.number), BLACK, 1.2, 2, 8)
    small = cv2.resize(shown(face), (CLOSE_UP[1] // 2, CLOSE_UP[0] // 2), interpolation=cv2.INTER_AREA)
    seen = cv2.resize(cv2.GaussianBlur(small, (0, 0), 0.6), CLOSE_UP[::-1], interpolation=cv2.INTER_LINEAR)
    return np.roll(seen, (aside, aside), (0, 1))


def test_a_small_number_beside_the_corner_of_a_frame_is_told_by_how_its_lines_run() -> None:
    signs = signs_of([framed(Card(Hue(k), k + 1)) for k in range(12)])
    for k in range(12):
        chance = chances(signs, framed(Card(Hue((k + 5) % 12), k + 1), aside=2))
        assert chance.argmax() == k and chance.max() > 0.5


def test_where_no_number_stands_lines_say_nothing() -> None:
    blank_cards = [close_up(Card(Hue(k), 1), stripe=False) for k in range(3)]
    assert not NumberShapes(blank_cards, [], []).costs(blank_cards[0], WHOLE).any()


def test_an_edge_that_lies_aside_on_some_cards_is_no_sign_but_what_has_another_shape_on_each_is() -> None:
    def with_edges(k: int) -> np.ndarray:
        face = close_up(Card(Hue(k), k + 1)).copy()
        face[170:220, 20 + k % 3 : 70] = BLACK  # pixels: the same print, a little aside
        cv2.ellipse(face, (120, 195), (20, 8), 15 * k, 0, 360, (0, 0, 0), -1)
        return face

    signs = signs_of([with_edges(k) for k in range(12)])
    edge, turned = np.zeros((2, ROWS, COLUMNS), bool)
    edge[43:54, 5:8] = True
    turned[44:54, 25:36] = True
    assert not signs.differ_nearly_as_much(edge)
    assert signs.differ_nearly_as_much(turned)
