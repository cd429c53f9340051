"""Lights without hardware."""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.page_board import PageBoard


def test_the_page_alone_shows_what_a_board_would():
    now = [0.0]
    board = PageBoard(BoardMap.load("spectrum"), clock=lambda: now[0])
    board.show({"R1": Light(Meaning.LEGAL, Hue.R), "tray": Light(Meaning.WAITING)})
    red, green, blue = board.shown_by_spot()["R1"]
    assert red > 0 and green == blue == 0
    assert board.shown_by_spot()["R2"] == (0, 0, 0)
    assert board.health.connected and board.events() == []


def test_showing_the_same_picture_again_does_not_start_its_ripple_anew():
    now = [0.0]
    board = PageBoard(BoardMap.load("spectrum"), clock=lambda: now[0])
    scored = {"R9": Light(Meaning.SCORED, Hue.R)}
    board.show(scored)
    now[0] = 0.3
    in_the_wave = board.shown()
    now[0] = 5.0
    board.show(dict(scored))
    assert board.shown() != in_the_wave
    board.show({})
    board.show(scored)
    now[0] = 5.3
    assert board.shown() == in_the_wave


def test_lights_out_is_dark_inside_and_bright_again_after():
    board = PageBoard(BoardMap.load("spectrum"))
    board.show({"R1": Light(Meaning.LEGAL, Hue.R)})
    with board.lights_out() as said_so:
        assert said_so and not any(map(any, board.shown()))
    assert any(map(any, board.shown()))
