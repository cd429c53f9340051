"""Board maps: what ships is right, and what is wrong is named with its line."""

import math

import pytest

from engine.components.hues import Hue
from firmware_bridge.board_maps import BoardMap, BoardMapError, parse, shipped

GOOD = """
name = "small"
lights = 4
sensors = 2

[[spot]]
name = "discard"
at_mm = [10, -5]
lights = [0, 1]
sensor = 1

[[spot]]
name = "tray"
at_mm = [0, 0]
light = 3
"""


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_map_loads_and_uses_every_light_once(name):
    board = BoardMap.load(name)
    used = sorted(light for place in board.places for light in place.lights)
    assert used == list(range(board.lights))


def test_the_spectrum_board_has_108_spaces_named_by_path_and_ring():
    board = BoardMap.load("spectrum")
    assert list(board.by_spot) == [f"{hue.name}{ring}" for hue in Hue for ring in range(1, 10)]
    assert sorted(board.by_sensor) == list(range(108))


def test_red_points_to_twelve_oclock_and_the_paths_run_clockwise():
    board = BoardMap.load("spectrum")
    assert board.by_spot["R1"].at_mm == (0.0, -230.0)
    x, y = board.by_spot["O1"].at_mm
    assert x > 0 and y < 0
    assert math.hypot(*board.by_spot["G9"].at_mm) < math.hypot(*board.by_spot["G1"].at_mm)


def test_the_twelve_stars_of_the_spectrum_board_are_marked():
    board = BoardMap.load("spectrum")
    assert [place.spot for place in board.places if place.star] == [f"{hue.name}9" for hue in Hue]


def test_the_spectrum_map_names_the_button_and_the_tray():
    board = BoardMap.load("spectrum")
    assert board.sensor_name(3) == "R4" and board.sensor_name(108) == "button:done"
    assert board.sensor_name(109) == "tray" and board.sensor_name(110) is None


def test_spectrangle_fields_lie_as_the_rules_number_them():
    board = BoardMap.load("spectrangle")
    assert list(board.by_spot) == [f"T{n}" for n in range(36)]
    apex, left, middle = (board.by_spot[spot].at_mm for spot in ("T0", "T1", "T2"))
    assert apex[0] == 0 and left[0] == -31.0 and middle[0] == 0
    # A field that points down hangs from the row's upper line, one that points up stands on its lower line.
    assert left[1] > middle[1] > apex[1]
    assert all(place.sensor == n for n, place in enumerate(board.places))


def test_sixchex_cards_lie_in_nine_rows_of_eight():
    board = BoardMap.load("sixchex")
    assert list(board.by_spot)[:2] + list(board.by_spot)[-1:] == ["a1", "a2", "i8"] and len(board.by_spot) == 72
    assert board.by_spot["a1"].at_mm == (-175.0, -200.0) and board.by_spot["i8"].at_mm == (175.0, 200.0)
    assert board.by_spot["b8"].lights == (8,) and board.by_spot["b1"].lights == (15,)


def test_a_strip_that_runs_otherwise_moves_the_lights_and_nothing_else():
    board = parse(GOOD.replace("light = 3", "lights = [2, 3]"))
    turned = board.rewired([3, 2, 1, 0])
    assert turned.by_spot["discard"].lights == (3, 2) and turned.by_spot["tray"].lights == (1, 0)
    assert turned.by_sensor == {1: turned.by_spot["discard"]} and board.by_spot["discard"].lights == (0, 1)


@pytest.mark.parametrize("order", [[], [0, 1, 2], [0, 1, 2, 2], [1, 2, 3, 4]])
def test_a_strip_order_must_name_every_light_once(order):
    with pytest.raises(BoardMapError, match="each of the 4 lights"):
        parse(GOOD).rewired(order)


@pytest.mark.parametrize(
    ("switch", "words"),
    [
        ('[[switch]]\nname = "done"\nsensor = 1', ["line 15", "'done'", "sensor 1 already belongs to 'discard'"]),
        ('[[switch]]\nname = "done"\nsensor = 9', ["line 15", "does not exist"]),
        ("[[switch]]\nsensor = 0", ["line 15", "'name'"]),
    ],
)
def test_a_switch_that_is_no_space_is_checked_too(switch, words):
    with pytest.raises(BoardMapError) as refusal:
        parse(GOOD.strip() + "\n" + switch)
    assert all(word in str(refusal.value) for word in words), str(refusal.value)


def test_the_strip_snakes_from_path_to_path():
    board = BoardMap.load("spectrum")
    assert [board.by_spot[spot].lights for spot in ("R1", "R9", "RO9", "RO1", "O1")] == [(0,), (8,), (9,), (17,), (18,)]


def test_a_map_lists_its_spots_one_by_one():
    board = parse(GOOD)
    assert board.by_spot["discard"].lights == (0, 1) and board.by_sensor[1].spot == "discard"
    assert board.by_spot["tray"].sensor is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("light = 3", "light = 1", ["line 12", "tray", "light 1", "discard"]),
        ("light = 3", "light = 4", ["line 12", "light 4 does not exist", "has 4"]),
        ("light = 3", "light = -1", ["does not exist"]),
        ("light = 3", "lamp = 3", ["line 12", "'lamp' is not known"]),
        ("light = 3", "light = true", ["line 12", "one index"]),
        ('"tray"', '"discard"', ["line 12", "twice"]),
        ("lights = [0, 1]", "lights = []", ["line 6", "no light"]),
        ("sensor = 1", "sensor = 2", ["line 6", "sensor 2 does not exist"]),
        ("sensor = 1", 'sensor = "one"', ["line 6", "whole number"]),
        ("at_mm = [0, 0]", "at_mm = [0]", ["line 12", "two numbers"]),
        ("lights = 4", "lights = 400", ["line 3", "169"]),
        ("lights = 4", "lights = four", ["not TOML"]),
        ("lights = 4", "", ["'lights'"]),
        ('name = "small"', "", ["'name'"]),
    ],
)
def test_a_wrong_map_is_refused_with_the_line_and_the_reason(old, new, words):
    with pytest.raises(BoardMapError) as refusal:
        parse(GOOD.replace(old, new, 1), source="mine.toml")
    assert all(word in str(refusal.value) for word in ["mine.toml", *words]), str(refusal.value)


def test_a_map_that_is_not_there_names_those_that_are():
    with pytest.raises(BoardMapError, match="ring, sixchex, spectrangle, spectrum"):
        BoardMap.load("nothing")


@pytest.mark.parametrize(
    "text", ["", "name = 3", "[grid]", "spot = 3", "[[spot]]\nname = 'a'", "grid = 1\nlights=1\nname='x'"]
)
def test_nonsense_is_refused_politely(text):
    with pytest.raises(BoardMapError):
        parse(text)


HUGE = "9" * 400


@pytest.mark.parametrize(
    "text",
    [
        f"lights = {HUGE}",
        "lights = " + "9" * 5000,
        'name = "x"\nlights = ' + "[" * 20_000,
        f'name = "x"\nlights = 4\n[circle]\nspots = ["a"]\nradius_mm = {HUGE}',
        'name = "x"\nlights = 4\n[circle]\nspots = ["a"]\nradius_mm = nan',
        f'name = "x"\nlights = 4\n[triangle]\nprefix = "T"\nrows = {HUGE}\nside_mm = 5',
        'name = "x"\nlights = 4\n[triangle]\nprefix = "T"\nrows = 1000000\nside_mm = 5',
        f'name = "x"\nlights = 4\n[[spot]]\nname = "a"\nat_mm = [{HUGE}, 0]\nlight = 1',
        f'name = "x"\nlights = 4\n[[spot]]\nname = "a"\nat_mm = [0, 0]\nlight = {HUGE}\nsensor = {HUGE}',
    ],
)
def test_numbers_that_no_board_has_are_said_and_take_no_memory(text):
    with pytest.raises(BoardMapError) as refusal:
        parse(text)
    assert len(str(refusal.value)) < 900
