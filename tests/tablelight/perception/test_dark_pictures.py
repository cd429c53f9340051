"""A board's own lights are out in the picture that is read, or it is not read."""

import contextlib

import numpy as np
import pytest

from engine.components.lights import Light, Meaning
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.page_board import PageBoard
from tablelight.perception.board_reader import BoardObserver
from tablelight.perception.dark_pictures import SEEN_S, DarkPictures, LiveDarkPictures
from tablelight.session.lights import TableLights
from tests.support.board_pictures import board_picture
from vision.camera.frames import Frame

SPECTRUM = BoardMap.load("spectrum")
LIT = np.full((9, 16, 3), 200, np.uint8)


@pytest.fixture
def board():
    return PageBoard(SPECTRUM)


def lights_of(board, **picture):
    lights = TableLights(board, SPECTRUM, 0.5, colour_blind=False)
    lights.show({spot: Light(meaning) for spot, meaning in picture.items()})
    return lights


def test_the_picture_is_taken_while_nothing_shines(board):
    def take():
        return (LIT // 2 if not any(map(any, board.shown())) else LIT,)

    lights = lights_of(board, R3=Meaning.LEGAL)
    assert (DarkPictures(lights, take).pictures(LIT)[0] == LIT // 2).all()
    assert any(board.shown_by_spot()["R3"])  # and it shines again


def test_where_nothing_shines_nothing_blinks(board):
    assert DarkPictures(lights_of(board)).pictures(LIT) == (LIT,)
    assert DarkPictures(None).pictures(LIT) == (LIT,)


def test_where_the_lights_do_not_go_out_nothing_is_read(board):
    board.lights_out = lambda: contextlib.nullcontext(False)
    observer = BoardObserver("spectrum", DarkPictures(lights_of(board, R3=Meaning.LEGAL), lambda: (LIT,)))
    picture = board_picture({"G9": 0})
    assert [seen for n in range(6) for seen in observer.see(Frame(picture, n / 5, n), 0)] == []


class Frames:
    """A camera that gives a frame every 30 ms of a clock of its own."""

    def __init__(self):
        self.now = 0.0

    def next(self, after, timeout):
        self.now += 0.03
        return Frame(np.full((9, 16, 3), round(100 * self.now), np.uint8), self.now, after + 1)


def test_a_picture_that_was_begun_before_the_lights_went_out_is_passed_over(board):
    camera = Frames()
    dark = LiveDarkPictures(lights_of(board, R3=Meaning.LEGAL), camera, lambda: camera.now)
    assert [picture[0, 0, 0] for picture in dark.pictures(LIT)] == [
        round(100 * (SEEN_S + 0.02)),
        round(100 * (SEEN_S + 0.05)),
    ]
    assert dark.until == camera.now + SEEN_S  # and so is one that was begun before they shone again


def test_a_light_under_an_empty_space_is_no_piece_to_an_observer_who_looks_in_the_dark(board):
    lit, dark = (board_picture({"G9": 0}, glows=glows) for glows in (("R3", "B5"), ()))
    lights = lights_of(board, R3=Meaning.LEGAL, B5=Meaning.LEGAL)

    def sighting(observer):
        return next(seen for n in range(9) for seen in observer.see(Frame(lit, n / 5, n), 0))

    seen = sighting(BoardObserver("spectrum", DarkPictures(lights, lambda: (dark,))))
    assert set(seen.whose) == {"G9"} and not seen.unclear
    fooled = sighting(BoardObserver("spectrum"))
    assert set(fooled.whose) | set(fooled.unclear) > {"G9"}  # what it is good for


def test_lights_that_breathe_are_no_hand(board):
    bright, dim = (board_picture({"G9": 0}, glows=("R3", "B5", "Y7"), strength=strength) for strength in (1.0, 0.2))
    dark = board_picture({"G9": 0})
    lights = lights_of(board, R3=Meaning.WAITING, B5=Meaning.WAITING, Y7=Meaning.WAITING)
    observer, read = BoardObserver("spectrum", DarkPictures(lights, lambda: (dark,))), []
    for n in range(12):
        read += observer.see(Frame(bright if n % 2 else dim, n / 5, n), 0)
    assert len(read) == 1
