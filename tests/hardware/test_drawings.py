"""The drawings of the wiring say what the board maps and the firmware's settings say."""

import re
from xml.etree import ElementTree

import pytest

from firmware_bridge.board_maps import HOLE_MM, BoardMap, shipped
from hardware.draw_wiring import DRAWINGS, drawings, strip, switch, wiring
from hardware.sums import PIN, firmware_settings, full_ma

SVG = "{http://www.w3.org/2000/svg}"


def words(svg):
    return [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", sorted(drawings()))
def test_the_drawings_in_the_folder_are_those_of_the_maps(name):
    """When this fails: python -m hardware.draw_wiring"""
    assert (DRAWINGS / name).read_text(encoding="utf-8") == drawings()[name]


@pytest.mark.parametrize("name", shipped())
def test_every_light_is_numbered_at_its_place_and_the_way_leads_past_all_of_them(name):
    board = BoardMap.load(name)
    svg = strip(board)
    said = words(svg)
    for place in board.places:
        assert place.spot in said and all(str(light) in said for light in place.lights)
    way = re.search(r'<polyline points="([^"]+)"', svg)[1].split()
    assert len(way) == board.lights
    assert svg.count("<path d=") == board.lights - 1


@pytest.mark.parametrize("name", shipped())
def test_the_wiring_names_the_pins_of_the_firmware_and_the_current_of_the_board(name):
    board, pins = BoardMap.load(name), firmware_settings()
    said = " ".join(words(wiring(board)))
    assert f"GP{pins.LED_PIN} (pin {PIN[pins.LED_PIN]}): data" in said and f"{board.lights} WS2812B" in said
    assert f"all white {full_ma(board.lights) / 1000:.1f} A; capped at {pins.CAP_MA / 1000:.1f} A" in said
    assert ("Switches" in said) is bool(board.by_sensor)


def test_the_spectrum_matrix_is_twelve_by_nine_on_the_pins_of_the_settings():
    said = " ".join(words(wiring(BoardMap.load("spectrum"))))
    assert (
        "12 rows x 9 columns" in said
        and "rows: GP2 (4) to GP13 (17)" in said
        and "columns: GP14 (19) to GP22 (29)" in said
    )


def test_the_hole_of_the_drawing_is_that_of_the_stencil():
    assert f"hole of {HOLE_MM:g} mm" in " ".join(words(switch()))


def test_108_lights_at_full_white_draw_six_and_a_half_amperes():
    assert full_ma(108) == 6588
