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
    found = PrintPlaces(taught(), SIZE).of([part], soft, FlatPlane(), EvenLight())
    assert all(place.by_print for place in found)
    assert min(float(np.abs(place.corners - lies.corners).max()) for place in found) < 2.0


def test_cards_that_are_printed_to_the_edge_are_left_to_their_outline():
    soft, part = picture(CardPlace(150, 140, 0.0, 1.0, size_mm=SIZE))
    assert PrintPlaces(taught() * 0.5, SIZE).of([part], soft, FlatPlane(), EvenLight()) == []
    assert PrintPlaces(np.empty((0, ROWS, COLUMNS, 3)), SIZE).of([part], soft, FlatPlane(), EvenLight()) == []


def test_where_nothing_is_left_unread_nothing_is_looked_for():
    soft, _ = picture(CardPlace(150, 140, 0.0, 1.0, size_mm=SIZE))
    assert PrintPlaces(taught(), SIZE).of([], soft, FlatPlane(), EvenLight()) == []


def test_cards_as_white_as_the_mat_are_read_though_the_network_sees_nothing_but_a_mark_of_them():
    """Three of the four were passed over without a word: the network sees no card where paper lies on paper."""
    look = design_of(CardFamily("ribbon", "gradient"), 39, OWN_FONTS, usual=False)
    table, hand = InventedTable(np.random.default_rng([39, 99]), look), np.random.default_rng(39)
    named = [(shown.image, tuple(by_corners(one, hand) for one in shown.cards)) for shown in table.lessons()]
    reader = CardReader(teach_cards([CardLesson(image, cards, "a picture") for image, cards in named]))
    shown = table.draw()
    seen = reader.read(shown.image).cards
    assert len(shown.cards) == 4 == len(seen)
    for card in shown.cards:
        gaps = [np.linalg.norm(card.corners.mean(0) - one.center_px) for one in seen]
        one = seen[int(np.argmin(gaps))]
        assert min(gaps) < 15 and one.candidates[0][0] == card.card, "the likeliest is the one that lies there"
