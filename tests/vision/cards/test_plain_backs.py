"""Cards that lie face down and show no print, or squares to their very edge, are cards all the same."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.support.card_scenes import Blind
from vision.cards.lessons import CardLesson
from vision.cards.reader import CardReader
from vision.cards.teaching import teach_cards
from vision.training.cards.naming import tapped
from vision.training.cards.tables import CardPicture, InventedTable

PLAIN, SQUARES = 628, 605
"""Tables whose decks are backed so. Nothing is printed on the one back; of the other's squares every second one is as
gray as the mat."""
AT = np.array([[-70.0, 0.0, 0.05], [4.0, 6.0, -0.03], [75.0, -5.0, 0.0]])
"""Where cards lie, mm from the middle of the play area, and their turns."""


@cache
def table_and_reader(seed: int) -> tuple[InventedTable, CardReader]:
    table = InventedTable(np.random.default_rng(seed), paper="a3")
    return table, CardReader(teach_cards([CardLesson(s.image, tuple(map(tapped, s.cards))) for s in table.lessons()]))


def closed(table: InventedTable, lamp: str, at: np.ndarray) -> CardPicture:
    x, y, wide, high = table.mat.play
    middle = np.array([x + wide / 2, y + high / 2, 0.0])
    return table._picture([(None, middle + one) for one in at], lamp, False, calm=True)


@pytest.mark.parametrize(("seed", "lamp"), [(PLAIN, "daylight"), (SQUARES, "led")])
def test_cards_face_down_without_print_or_with_squares_to_their_edge_are_read(seed: int, lamp: str) -> None:
    table, reader = table_and_reader(seed)
    for at in AT:
        shown = closed(table, lamp, at[None])
        (card,) = reader.read(shown.image).cards
        assert card.status == "ok" and card.back
        assert np.hypot(*(shown.cards[0].corners.mean(0) - card.center_px)) < 0.05 * shown.cards[0].height_px


def test_an_empty_mat_shows_no_card_though_the_deck_has_plain_backs() -> None:
    table, reader = table_and_reader(PLAIN)
    for lamp in ("daylight", "tube"):
        assert reader.read(closed(table, lamp, AT[:0]).image).cards == ()


@pytest.mark.parametrize(("wide", "high"), [(1.5, 1.0), (1.3, 1.3), (2.0, 1.5)])
def test_a_larger_sheet_of_the_colour_of_plain_backs_is_asked_about(wide: float, high: float) -> None:
    table, reader = table_and_reader(PLAIN)
    shown = closed(table, "daylight", AT[1:2])
    corners = shown.cards[0].corners
    middle = np.rint(corners.mean(0)).astype(int)
    colour = shown.image[middle[1] - 5 : middle[1] + 6, middle[0] - 5 : middle[0] + 6].mean((0, 1))
    across, down = wide * (corners[1] - corners[0]), high * (corners[3] - corners[0])
    ends = corners[0] + np.array([np.zeros(2), across, across + down, down])
    cv2.fillConvexPoly(shown.image, np.rint(ends).astype(int), colour.tolist(), cv2.LINE_AA)
    cards = reader.read(shown.image).cards
    assert cards and all(card.status == "ask" for card in cards)


def test_backs_of_one_colour_on_each_other_are_read() -> None:
    table, reader = table_and_reader(PLAIN)
    pile = AT[1] + np.array([[0, 0, 0], [1.5, -1, 0.02], [-1, 2, -0.03]])
    (card,) = reader.read(closed(table, "daylight", pile).image).cards
    assert card.status == "ok" and card.back


@pytest.mark.parametrize(("wide", "high", "said"), [(1.02, 1.02, 1), (1.1, 1.65, 0), (0.6, 0.45, 0)])
def test_what_has_a_cards_shape_and_is_none_of_the_deck_is_asked_about_though_the_network_sees_nothing(
    wide: float, high: float, said: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A strange card; but no telephone, and no box of matches. In this picture's grain it looks like no card of the
    deck; in that of others it may, and is asked about as one."""
    table, taught = table_and_reader(SQUARES)
    reader = CardReader(taught.statistics.deck)
    monkeypatch.setattr(reader, "_segmenter", Blind())
    monkeypatch.setattr(table, "rng", np.random.default_rng(10))
    shown = closed(table, "daylight", AT[1:2])
    corners = shown.cards[0].corners
    cv2.fillConvexPoly(shown.image, np.rint(corners).astype(int), table_colour(shown), cv2.LINE_AA)
    across, down = wide * (corners[1] - corners[0]), high * (corners[3] - corners[0])
    thing = corners.mean(0) + np.array([-across - down, across - down, across + down, down - across]) / 2
    cv2.fillConvexPoly(shown.image, np.rint(thing).astype(int), (30, 120, 30), cv2.LINE_AA)
    for part in (0.2, 0.4, 0.6, 0.8):
        ends = [thing[0] + part * (thing[1] - thing[0]), thing[3] + part * (thing[2] - thing[3])]
        cv2.line(shown.image, *np.rint(ends).astype(int).tolist(), (220, 60, 200), 3, cv2.LINE_AA)
    reading = reader.read(shown.image)
    assert [(card.status, card.candidates) for card in reading.cards] == [("ask", ())] * said
    assert ("unread" in [trouble.code for trouble in reading.troubles]) == bool(said)


def table_colour(shown: CardPicture) -> list[float]:
    """The mat's, beside the card."""
    corners = shown.cards[0].corners
    x, y = np.rint(corners[0] - 0.3 * (corners[2] - corners[0])).astype(int)
    return shown.image[y - 4 : y + 5, x - 4 : x + 5].mean((0, 1)).tolist()
