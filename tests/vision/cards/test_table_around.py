"""Cards that were found by a frame or a stripe printed on them reach further: until the table begins."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine.components.cards import Card
from vision.cards.lesson_places import LessonPicture
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.place import CardPlace
from vision.cards.table_around import TableAround, up_to_the_table
from vision.cards.table_plane import CARD_MM
from vision.geometry.registration import Registrar
from vision.photometry.camera_response import straightened
from vision.training.cards.tables import InventedTable

SEVERAL = ("R1", "Y5", "G7")


@pytest.fixture(scope="module")
def around() -> TableAround:
    found = picture(3)[0].table
    assert found is not None
    return found


@cache
def picture(seed: int) -> tuple[LessonPicture, list[CardPlace]]:
    """Cards of an invented deck on their mat, and where they lie."""
    table = InventedTable(np.random.default_rng(seed))
    shown = table._row([Card.parse(name) for name in SEVERAL], "led")
    registration, _ = Registrar().find(shown.image)
    assert registration is not None
    image, light = straightened(shown.image, registration)
    named = tuple(NamedCard(one.card, tuple(one.corners.mean(0))) for one in shown.cards)
    lesson = LessonPicture(CardLesson(image, named), registration, light)
    places = []
    for one in shown.cards:
        corners = lesson.on_plane(one.corners)
        (x, y), up = corners.mean(0), corners[1] - corners[0]
        places.append(CardPlace(x, y, float(np.arctan2(up[1], up[0])), 1.0, size_mm=table.look.size_mm))
    return lesson, places


def smaller(place: CardPlace, wide: float, high: float, right: float = 0.0) -> CardPlace:
    """A place so much smaller (mm), ``right`` of where the card lies."""
    x, y = place.x + right * np.cos(place.turn), place.y + right * np.sin(place.turn)
    return replace(place, x=x, y=y, size_mm=(place.size_mm[0] - wide, place.size_mm[1] - high))


@pytest.mark.parametrize(("wide", "high", "right"), [(8.0, 8.0, 0.0), (14.0, 0.0, 7.0), (14.0, 0.0, -7.0)])
def test_a_card_that_was_found_by_its_frame_or_without_a_stripe_is_as_large_as_it_is(
    wide: float, high: float, right: float
) -> None:
    lesson, places = picture(3)
    found = [smaller(place, wide, high, right) for place in places]
    size = up_to_the_table([lesson.table], [found], found[0].size_mm)
    assert np.abs(np.subtract(size, places[0].size_mm)).max() < 1.6


def test_cards_that_were_found_as_large_as_they_are_stay_so(around: TableAround) -> None:
    _, places = picture(3)
    assert up_to_the_table([around], [places], places[0].size_mm) == places[0].size_mm


@pytest.mark.parametrize("right", [2.5, -2.5])
def test_a_side_of_the_next_card_is_not_that_of_this_one(around: TableAround, right: float) -> None:
    """Five millimetres of table between two cards were taken for part of one of them."""
    _, places = picture(3)
    wider = [smaller(place, -5.0, 0.0, right) for place in places]
    beside = around.unlike.copy()
    columns = np.arange(beside.shape[1])[None]
    for place in wider:  # the other card
        end = place.x + np.sign(right) * (place.size_mm[0] / 2 + 0.5)
        away = np.sign(right) * (columns + around.corner[0] - end)
        beside |= (away > 0) & (away < 9)
    size = up_to_the_table([replace(around, unlike=beside)], [wider], wider[0].size_mm)
    assert np.abs(np.subtract(size, places[0].size_mm)).max() < 2


def test_table_within_an_outline_makes_cards_smaller_where_no_border_has_its_colour(around: TableAround) -> None:
    """Cards of 56 x 87 mm on brown felt were taken for 63 x 88; a white border on gray felt may look like the felt."""
    _, places = picture(3)
    found = [smaller(place, -10.0, 0.0) for place in places]
    true, as_found = places[0].size_mm, found[0].size_mm
    assert np.abs(np.subtract(up_to_the_table([replace(around, coloured=True)], [found], as_found), true)).max() < 2
    assert up_to_the_table([replace(around, coloured=False)], [found], as_found) == as_found


def test_cards_that_disagree_and_too_few_of_them_say_nothing(around: TableAround) -> None:
    _, places = picture(3)
    each = [smaller(place, by, by) for place, by in zip(places, (4.0, 9.0, 16.0), strict=True)]
    assert up_to_the_table([around], [each], (50.0, 70.0)) == (50.0, 70.0)
    assert up_to_the_table([around], [[smaller(places[0], 8, 8)]], (50.0, 70.0)) == (50.0, 70.0)
    assert up_to_the_table([], [], CARD_MM) == CARD_MM


def test_of_white_borders_on_white_paper_nothing_is_said(around: TableAround) -> None:
    _, places = picture(3)
    nothing = replace(around, unlike=np.zeros_like(around.unlike))
    assert np.isnan(nothing.beyond(places)).all()


def test_beyond_the_part_for_cards_nothing_is_said(around: TableAround) -> None:
    _, (place, *_) = picture(3)
    aside = replace(place, x=-500.0)
    assert np.isnan(around.beyond([aside])).all()
