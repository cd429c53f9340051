"""White cards on white paper lie where what is printed on all of them is seen."""

import cv2
import numpy as np
import pytest

from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.lessons import CardLesson
from vision.cards.place import CardPlace
from vision.cards.print_places import PrintPlaces
from vision.cards.reader import CardReader
from vision.cards.teaching import teach_cards
from vision.training.cards.naming import by_corners
from vision.training.cards.tables import InventedTable
from vision.training.families.design import design_of
from vision.training.families.families import CardFamily
from vision.training.families.fonts import OWN_FONTS

SIZE = (63.0, 88.0)
PX = 3  # a mm


class FlatPlane:
    """A camera straight above, PX pixels a mm."""

    def project(self, points):
        return np.asarray(points) * PX


class EvenLight:
    """White paper is white everywhere."""

    def at(self, mm):
        return np.ones((len(mm), 3))


def face():
    """White with a leaning blue oval above the middle, and a sign in the corner."""
    shown = np.full((ROWS * 8, COLUMNS * 8, 3), 255, np.uint8)
    cv2.ellipse(shown, (COLUMNS * 4, ROWS * 3), (90, 130), 20, 0, 360, (200, 60, 20), -1)
    cv2.rectangle(shown, (20, 20), (50, 60), (0, 0, 0), -1)
    return shown


def taught():
    small = cv2.resize(face(), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return (small[None] / 255.0) ** 2.2


def picture(place):
    """The card lying on white paper, and cells of 5 mm of its oval."""
    table = np.full((300 * PX, 300 * PX, 3), 255, np.uint8)
    corners = (place.corners[:3] * PX).astype(np.float32)
    ends = np.float32([[0, 0], [COLUMNS * 8, 0], [COLUMNS * 8, ROWS * 8]])
    cv2.warpAffine(
        face(), cv2.getAffineTransform(ends, corners), table.shape[1::-1], table, borderMode=cv2.BORDER_TRANSPARENT
    )
    rows, columns = np.nonzero(table[::15, ::15, 0] < 240)
    return table, np.stack([columns, rows], -1) * 5.0


@pytest.mark.parametrize("turn", [0, 33, 170, 250])
def test_a_white_card_on_white_paper_is_placed_by_its_print(turn):
    lies = CardPlace(150, 140, np.radians(turn), 1.0, size_mm=SIZE)
    soft, part = picture(lies)
    found = PrintPlaces(taught(), SIZE).of(part, soft, FlatPlane(), EvenLight())
    assert all(place.by_print for place in found)
    assert min(float(np.abs(place.corners - lies.corners).max()) for place in found) < 2.0


def test_cards_that_are_printed_to_the_edge_are_left_to_their_outline():
    soft, part = picture(CardPlace(150, 140, 0.0, 1.0, size_mm=SIZE))
    for taught_ones in (taught() * 0.5, np.empty((0, ROWS, COLUMNS, 3))):
        places = PrintPlaces(taught_ones, SIZE)
        assert places.of(part, soft, FlatPlane(), EvenLight()) == []
        assert not places.end_unseen(np.ones(3))


def test_of_two_cards_that_look_like_one_thing_one_is_placed_by_its_print():
    """On white paper what is printed on both may seem to touch. The other is looked for in what is left then."""
    one, other = (CardPlace(x, 140, np.radians(8), 1.0, size_mm=SIZE) for x in (110, 178))
    (soft, part), (other_soft, other_part) = picture(one), picture(other)
    both = np.concatenate([part, other_part])
    found = PrintPlaces(taught(), SIZE).of(both, np.minimum(soft, other_soft), FlatPlane(), EvenLight())
    assert min(float(np.abs(place.corners - lies.corners).max()) for place in found for lies in (one, other)) < 2.0


def test_white_cards_end_unseen_on_a_white_table_too_bright_for_the_camera_and_not_on_felt():
    places = PrintPlaces(taught(), SIZE)
    assert places.end_unseen(np.ones(3))
    assert places.end_unseen(np.array([0.7, 1.0, 1.0])), "one channel is at its end"
    for felt in ([0.05, 0.2, 0.06], [0.4, 0.1, 0.3], [0.1, 0.1, 0.1]):
        assert not places.end_unseen(np.array(felt))


def deck_on_the_mat(layout, art, seed):
    """An invented deck of unusual size as somebody showed it, its cards outlined by hand, and its table."""
    look = design_of(CardFamily(layout, art), seed, OWN_FONTS, usual=False)
    table, hand = InventedTable(np.random.default_rng([seed, 99]), look), np.random.default_rng(seed)
    named = [(shown.image, tuple(by_corners(one, hand) for one in shown.cards)) for shown in table.lessons()]
    return CardReader(teach_cards([CardLesson(image, cards, "a picture") for image, cards in named])), table


def read_where(card, seen):
    """What is read where a card lies."""
    gaps = [np.linalg.norm(card.corners.mean(0) - one.center_px) for one in seen]
    assert min(gaps) < 15, "it is not passed over"
    return seen[int(np.argmin(gaps))]


def test_cards_as_white_as_the_mat_are_read_though_the_network_sees_nothing_but_a_mark_of_them():
    """Three of the four were passed over without a word: the network sees no card where paper lies on paper."""
    reader, table = deck_on_the_mat("ribbon", "gradient", 39)
    shown = table.draw()
    seen = reader.read(shown.image).cards
    assert len(shown.cards) == 4 == len(seen)
    for card in shown.cards:
        assert read_where(card, seen).candidates[0][0] == card.card, "the likeliest is the one that lies there"


@pytest.fixture(scope="module")
def white_bordered():
    """What reads a deck with white borders, two cards of it on white paper, and a fan."""
    reader, table = deck_on_the_mat("stripe", "pattern", 735)
    return reader, *([table.draw(fanned) for _ in range(3)][-1] for fanned in (False, True))


def test_cards_with_white_borders_are_read_on_white_paper(white_bordered):
    """One of these two was passed over, and in the teaching pictures no two were outlined alike."""
    reader, shown, _ = white_bordered
    seen = reader.read(shown.image).cards
    assert len(shown.cards) == 2 == len(seen)
    assert [read_where(card, seen).card for card in shown.cards] == [card.card for card in shown.cards]


def test_a_card_below_another_with_white_borders_is_read_where_its_print_is_seen(white_bordered):
    """Hardly a side of it is seen: it was asked about, where its sides seemed to lie."""
    reader, _, fan = white_bordered
    top, below = fan.cards[-1], fan.cards[-2]
    seen = reader.read(fan.image).cards
    assert [read_where(card, seen).card for card in (top, below)] == [top.card, below.card]
