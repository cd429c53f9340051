"""All the lights of a table: at rest, in a game, and while the wiring is tested."""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.board_maps import BoardMap, shipped
from firmware_bridge.drivers.page_board import PageBoard
from tablelight.session.lights import TableLights, resting


class Driver(PageBoard):
    """A board that remembers what it was told."""

    def __init__(self, board):
        super().__init__(board)
        self.told, self.pixels = [], []

    def show(self, picture):
        self.told.append(dict(picture))

    def show_pixels(self, data):
        self.pixels.append(data)


def lights(name="spectrum"):
    driver = Driver(BoardMap.load(name))
    return TableLights(driver, driver.board, 0.6, colour_blind=False), driver


def test_a_board_that_waits_for_a_game_glows_dimly_in_every_hue():
    _, driver = lights()
    assert driver.told == [{f"{hue.name}9": Light(Meaning.IDLE, hue) for hue in Hue}]


def test_every_board_has_a_picture_for_waiting():
    for name in shipped():
        board = BoardMap.load(name)
        assert 0 < len(resting(board)) <= 12 and resting(board).keys() <= board.by_spot.keys()


def test_while_the_wiring_is_tested_the_game_waits_with_its_lights_and_gets_them_back():
    table, driver = lights()
    table.test(bytes(324))
    picture = {"R1": Light(Meaning.LEGAL, Hue.R)}
    table.show(picture)
    assert picture not in driver.told and driver.pixels == [bytes(324)]
    table.end_test()
    assert driver.told[-1] == picture


def test_the_page_does_not_blink_with_the_board():
    board = PageBoard(BoardMap.load("spectrum"))
    table = TableLights(board, board.board, 0.6, colour_blind=False)
    before, _ = table.shown("spectrum")
    with table.lights_out() as dark:
        assert dark and not any(map(any, board.shown()))
        assert any(map(any, before.values())) and table.shown("spectrum")[0] == before
