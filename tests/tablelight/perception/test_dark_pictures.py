"""A board's own lights are out in the picture that is read, or it is not read."""

import contextlib

import cv2
import numpy as np
import pytest

from engine.components.lights import Light, Meaning
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.page_board import PageBoard
from tablelight.perception.board_reader import BoardObserver
from tablelight.perception.camera_delay import LONGEST_S, USUAL_S
from tablelight.perception.dark_pictures import DarkPictures, LiveDarkPictures
from tablelight.perception.going_dark import GoingDark
from tablelight.session.lights import TableLights
from tests.support.board_pictures import board_picture
from vision.camera.frames import Frame
from vision.motion.small_pictures import small_of

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


DISCS = {spot: ((40.0 + 80 * n, 90.0), 20.0) for n, spot in enumerate(("R3", "B5", "Y7"))}


def picture_of(glow):
    """Gray paper with three lights this bright under it."""
    picture = np.full((180, 320, 3), 120, np.uint8)
    for (x, y), radius in DISCS.values():
        cv2.circle(picture, (round(x), round(y)), round(radius / 2), (120, 120 + glow, 120), -1)
    return picture


class SlowCamera:
    """Gives a picture every 30 ms of a clock of its own, which shows what shone ``delay`` seconds ago."""

    def __init__(self, board, delay, glow=90):
        self.now, self._board, self._delay, self._glow, self._shone = 0.0, board, delay, glow, [(-9.0, True)]

    def next(self, after, timeout):
        self.now += 0.03
        self._shone.append((self.now, any(map(any, self._board.shown()))))
        lit = [lit for at, lit in self._shone if at <= self.now - self._delay][-1]
        return Frame(picture_of(self._glow * lit), self.now, after + 1)


def looks(board, camera):
    lights = lights_of(board, R3=Meaning.LEGAL, B5=Meaning.LEGAL, Y7=Meaning.IDLE)
    dark = LiveDarkPictures(lights, camera, lambda: camera.now)

    def look():
        while camera.now < dark.until:
            camera.next(0, 0)
        since, pictures = camera.now, dark.pictures(picture_of(camera._glow), DISCS)
        return [picture.max() == 120 for picture in pictures], camera.now - since

    return dark, look


@pytest.mark.parametrize("delay", [0.0, 0.08, 0.5])
def test_a_picture_is_read_once_it_is_seen_that_the_lights_are_out_however_slow_the_camera_is(board, delay):
    dark, look = looks(board, camera := SlowCamera(board, delay))
    for known in range(3):  # once it is known how they look when they are out, one picture is enough
        are_dark, took = look()
        assert are_dark == [True] * (1 if known else 2) and took < delay + (0.07 if known else 0.1)
        assert delay <= dark.until - camera.now < delay + 0.07  # so long they may still be seen to be out


def test_lights_that_no_camera_sees_are_waited_for_long_only_once(board):
    _, look = looks(board, SlowCamera(board, 0.0, glow=3))
    (_, first), (_, second) = look(), look()
    assert LONGEST_S < first < LONGEST_S + 0.1 and second < USUAL_S + 0.1


def test_a_word_that_was_lost_to_lights_that_answer_nothing_lets_no_lit_picture_be_read(board, monkeypatch):
    _, look = looks(board, SlowCamera(board, 0.05))
    monkeypatch.setattr(TableLights, "answer", False)
    look()
    really, board.lights_out = board.lights_out, lambda: contextlib.nullcontext(True)
    assert look()[0] == []
    board.lights_out = really
    assert all(look()[0])


def test_where_such_lights_stay_unseen_since_pieces_cover_them_it_is_read_after_a_while(board, monkeypatch):
    _, look = looks(board, camera := SlowCamera(board, 0.05))
    monkeypatch.setattr(TableLights, "answer", False)
    look()
    camera._glow = 0
    assert [len(look()[0]) for _ in range(3)] == [0, 0, 2]


@pytest.mark.parametrize("still_lit", range(3))
def test_one_picture_is_not_enough_while_any_light_still_shines_as_in_one_that_was_begun_before(still_lit):
    half = picture_of(90)
    for n, ((x, y), radius) in enumerate(DISCS.values()):
        if n != still_lit:
            cv2.circle(half, (round(x), round(y)), round(radius / 2), (120, 120, 120), -1)
    discs = tuple(DISCS.values())
    going = GoingDark(picture_of(90), discs, discs, small_of(picture_of(0)))
    assert [going.see(picture, due=True) for picture in (half, picture_of(0))] == [0, 1]


def test_one_picture_is_enough_though_a_piece_has_come_onto_one_of_many_lights():
    lights = [((20.0 + 40 * n, 20.0 + 60 * row), 16.0) for n in range(7) for row in range(3)]

    def picture(glow, piece):
        drawn = np.full((180, 320, 3), 120, np.uint8)
        for n, ((x, y), radius) in enumerate(lights):
            cv2.circle(drawn, (round(x), round(y)), round(radius / 2), (120, 120 + (glow if n < 14 else 0), 120), -1)
        cv2.circle(drawn, tuple(map(round, lights[piece][0])), 16, (40, 40, 90), -1)
        return drawn

    going = GoingDark(picture(9, 3), lights[:4], lights[:14], small_of(picture(0, 0)))
    assert [going.see(picture(glow, 3), due=due) for glow, due in ((9, True), (4, True), (0, True))] == [0, 0, 1]
    going = GoingDark(picture(9, 3), lights[:4], lights[:14], small_of(picture(0, 0)))
    assert going.see(picture(0, 3), due=False) == 0, "the camera was never so quick"


def test_two_pictures_tell_it_where_these_places_looked_darker_when_the_lights_were_out_before():
    discs = tuple(DISCS.values())
    going = GoingDark(picture_of(90), discs, discs, small_of(picture_of(-80)))
    assert [going.see(picture_of(0), due=True) for _ in range(2)] == [0, 2]


def test_lights_that_breathe_out_are_not_taken_to_be_out(board):
    breath = [picture_of(round(60 + 60 * np.cos(2 * np.pi * n / 72))) for n in range(60)]  # 2.4 s, 30 a second
    for first in range(0, 40, 4):
        going = GoingDark(breath[first], tuple(DISCS.values()))
        assert not any(going.see(picture, due=True) for picture in breath[first + 1 : first + 16])


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
