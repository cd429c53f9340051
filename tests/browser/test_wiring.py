"""The test of lights and switches in a real Chromium, with the simulated board: found out by tapping, and kept."""

import json
import time

import pytest

from engine.components.hues import Hue
from engine.core.match import Match
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.session.record import Record
from tablelight.setup.wiring import ways
from tests.browser.running import PHONE, SCREEN, free_port, missing, start
from tests.firmware_bridge.conftest import eventually

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]

RING = {"ROW_PINS": [], "COLUMN_PINS": [], "BUTTON_PINS": []}


@pytest.fixture
def serve(tmp_path):
    """A served table with a board; started anew as often as asked, on the same data."""
    services = []

    def make(device, board="spectrum"):
        text = f'[camera]\nsource = ""\n[board]\nmap = "{board}"\nport = "{device.port}"\n[page]\nhost = "127.0.0.1"\n'
        (tmp_path / "settings.toml").write_text(text)
        services.append(start(["serve"], tmp_path, free_port()))
        return services[-1]

    yield make
    for service in services:
        service.stop()


@pytest.fixture
def open_page(open_page):
    """Pages with the test of lights and switches."""

    def open_one(running, size, *, with_code=True):
        page = open_page(running, size, "/wiring", with_code=with_code)
        page.wait_for_selector("#s-wiring h1")
        return page

    return open_one


def lit(device):
    """The strip's lights that burn, by number."""
    shown = device.showing()
    return [n for n in range(len(shown) // 3) if any(shown[3 * n : 3 * n + 3])]


def at_rest():
    """The lights of a Spectrum board that waits for a game: its twelve stars."""
    return sorted(place.lights[0] for place in BoardMap.load("spectrum").places if place.star)


def seen_colour(device, other_than=""):
    """The colour of the whole strip, once it is one that was not seen before."""

    def look():
        shown = device.showing()
        pixels = {shown[3 * n : 3 * n + 3] for n in range(len(shown) // 3)}
        if len(pixels) != 1:
            return None
        channels = [letter for letter, value in zip("RGB", next(iter(pixels)), strict=True) if value == 60]
        return channels[0] if len(channels) == 1 and channels[0] not in other_than else None

    return eventually(look)


def answer_colours(page, device):
    page.click("[data-act=wire-start]")
    seen = ""
    for _ in range(2):
        colour = seen_colour(device, seen)
        seen += colour
        page.click(f"[data-act=wire-colour][data-letter={colour}]")
    page.wait_for_selector("text=Tap the place that is lit")


def walk(page, device, spots, most):
    """Tap where the one light is seen, until the page knows how the strip runs; returns how many taps it took."""
    asked = []
    while page.query_selector("[data-act=wire-keep]") is None:
        assert len(asked) <= most
        (light,) = eventually(lambda: (now := lit(device)) and len(now) == 1 and now[0] not in asked and now)
        asked.append(light)
        page.click(f'.plan [data-at="{spots[light]}"] circle')
        page.wait_for_function(
            "n => document.querySelector('[data-act=wire-keep]')"
            " || !document.querySelector('#s-wiring').textContent.includes(`Light ${n} of`)",
            arg=light + 1,
        )
    return len(asked)


def test_on_a_phone_order_direction_and_colours_are_found_out_and_kept(serve, open_page, tmp_path):
    board = BoardMap.load("spectrum")
    really = next(way for way in ways(board) if way.spots[0] == "O1" and "across" in way.words)
    with SimulatedDevice(record=True, strip_order="BRG") as device:
        service = serve(device)
        page = open_page(service, PHONE)
        answer_colours(page, device)
        assert walk(page, device, really.spots, most=5) <= 5
        # Everything is lit in its own hue where it lies: red is red, under the red path.
        red_star = really.spots.index("R9")
        eventually(lambda: device.showing()[3 * red_star : 3 * red_star + 3] == bytes((60, 0, 0)))
        page.click("[data-act=wire-keep]")
        page.wait_for_selector("text=Kept.")
        kept = json.loads((tmp_path / "tables" / "table.wiring.json").read_text())
        assert kept["colours"] == "BRG" and kept["order"][board.by_spot["O1"].lights[0]] == 0
        service.stop()
        # It outlives the service: what a game lights comes up where its place really is.
        record = Record.open(tmp_path / "record.db")
        record.begin(Match.new("spectrum", ["Ann", "Ben"]).header(), time.time())
        record.close()
        serve(device)
        entries = {f"{hue.name}1" for hue in Hue}
        eventually(lambda: {really.spots[n] for n in lit(device)} & entries)
        shown = {really.spots[n] for n in lit(device)}
        assert all(spot[-1] in "19" for spot in shown), shown


def test_a_strip_soldered_like_no_other_is_walked_light_by_light(serve, open_page):
    board = BoardMap.load("ring")
    spots = list(board.by_spot)
    spots[3], spots[17] = spots[17], spots[3]
    with SimulatedDevice(24, settings=RING, record=True) as device:
        page = open_page(serve(device, "ring"), SCREEN)
        answer_colours(page, device)
        asked = walk(page, device, spots, most=4)
        page.click("[data-act=wire-every]")
        page.wait_for_selector("text=Tap the place that is lit")
        assert asked + walk(page, device, spots, most=24) == 24
        page.click("[data-act=wire-keep]")
        page.wait_for_selector("text=Kept.")


def test_every_switch_is_tried_and_an_exchanged_one_is_named(serve, open_page):
    with SimulatedDevice(record=True) as device:
        page = open_page(serve(device), PHONE)
        page.click("[data-act=wire-step][data-to=switches]")
        page.click("[data-act=space-start]")
        page.wait_for_selector("text=Put a pawn on R1")
        device.press(0)
        page.wait_for_selector("text=Put a pawn on R2")
        device.release(0)
        device.press(5)  # the pawn stands on R2, but R6 says so
        page.wait_for_selector("text=R6 answered instead")
        page.wait_for_selector("text=Put a pawn on R3")
        device.press(108)
        page.wait_for_selector("text=button:done")


def test_without_the_code_nothing_is_lit_and_nothing_can_be_changed(serve, open_page):
    with SimulatedDevice(record=True) as device:
        page = open_page(serve(device), SCREEN, with_code=False)
        page.wait_for_selector("text=needs the table's code")
        assert page.query_selector("[data-act=wire-start]") is None
        assert lit(device) == at_rest()


def test_a_board_of_another_size_is_said_before_anything_is_tested(serve, open_page):
    with SimulatedDevice(24, settings=RING, record=True) as device:
        page = open_page(serve(device), SCREEN)
        page.wait_for_selector("text=drives 24 lights")


def test_when_the_browser_goes_the_game_has_its_lights_back(serve, open_page):
    with SimulatedDevice(record=True) as device:
        page = open_page(serve(device), PHONE)
        page.click("[data-act=wire-start]")
        seen_colour(device)
        page.goto("about:blank")
        eventually(lambda: lit(device) == at_rest())
