"""Boards in a real Chromium: two phones and a big screen at one game, played by tapping alone."""

import pytest

from tests.browser.running import NOTHING, PHONE, SCREEN, enter, free_port, missing, new_game, start, state, tap_board
from tests.firmware_bridge.conftest import eventually

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    data = tmp_path_factory.mktemp("boards")
    (data / "settings.toml").write_text(NOTHING)
    running = start(["serve"], data, free_port())
    yield running
    running.stop()


@pytest.fixture
def open_page(open_page, table):
    """Pages at that table, phones where nothing else is said."""
    return lambda size=PHONE, **more: open_page(table, size, **({"scheme": "dark"} | more))


def roll(page, *hues):
    for hue in hues:
        page.click(f"#s-dice [data-act=lies][data-item={hue}]")


def pawn(name, spot):
    return f'#s-board .token:has(title:text-is("{name} on {spot}"))'


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_two_phones_and_a_big_screen_play_spectrum_with_a_double_and_a_capture(table, open_page):
    ann, ben, screen = open_page(), open_page(), open_page(SCREEN, with_code=False)
    new_game(ann, "Ann", "Ben", game="spectrum")
    for page in (ben, screen):
        page.wait_for_selector("text=Ann: roll 2 dice")
    assert not screen.query_selector("#s-dice button, #s-board [data-act]")

    # Ann rolls a double: a pawn comes in two spaces at once, another one follows in the six open colours.
    roll(ann, "G", "G")
    screen.wait_for_selector("text=Ann: choose a pawn")
    tap_board(ann, "OFF")
    ann.wait_for_selector("#s-board [data-go=step]")
    tap_board(ann, "G1")
    ann.wait_for_selector("#s-ask .refused")
    assert "2 spaces in one go" in ann.inner_text("#s-ask") and "G2" in ann.inner_text("#s-ask")
    assert not ben.query_selector("#s-ask .refused")
    tap_board(ann, "G2")
    screen.wait_for_selector(pawn("Ann", "G2"))
    tap_board(ann, "OFF")
    tap_board(ann, "R2")
    screen.wait_for_selector(pawn("Ann", "R2"))

    # Ben comes in with two single steps and stands in front of Ann.
    ben.wait_for_selector("text=Ben: roll 2 dice")
    roll(ben, "G", "B")
    tap_board(ben, "G1")
    ann.wait_for_selector(pawn("Ben", "G1"))
    tap_board(ben, "G2")
    ben.wait_for_selector("#s-dice :text('place it'), #s-board .captive")
    screen.wait_for_selector("text=Ben: place the captured pawn of Ann")
    tap_board(ben, "RO1")
    ben.wait_for_selector("#s-ask .refused")
    tap_board(ben, "Y1")
    screen.wait_for_selector(pawn("Ann", "Y1"))
    screen.wait_for_selector(pawn("Ben", "G2"))
    screen.wait_for_selector("text=Ann: roll 2 dice")

    # Undo brings Ann's pawn back into the hand; the game goes on from there. Who takes a step back has looked first.
    ben.wait_for_selector("text=Ann: roll 2 dice")
    ben.wait_for_timeout(500)
    ben.click("#s-dice [data-act=undo]")
    screen.wait_for_selector("#s-board .captive")
    tap_board(ben, "P1")
    screen.wait_for_selector(pawn("Ann", "P1"))
    ann.click("#s-dice [data-act=by-lot]")
    screen.wait_for_selector("text=Ann: choose a pawn")
    log = [entry.get("event", "undo") for entry in state(table)["log"]]
    assert log[:3] == ["roll G G", "1: OFF>G1>G2", "1: OFF>R1>R2"]
    assert "2: G1>G2" in log and "2: place Y1" in log and "2: place P1" in log and log[-1].endswith("@page")
    assert all(map(fits, (ann, ben, screen)))


def laid(tile):
    """A tile on the board: the hand below it shows tiles as well."""
    return f'#s-board [data-tile="{tile}"]:not(.held *)'


def test_a_tile_is_turned_and_placed_in_spectrangle(table, open_page):
    ann, screen = open_page(), open_page(SCREEN, with_code=False, scheme="light")
    new_game(ann, "Ann", "Ben", game="spectrangle")
    for event in ("draw RRR6 for 1", "draw RYG3 for 2", "draw RRB4 GGP4 BPY3 for 1", "draw BRY1 PPY5 GGB5 for 2"):
        enter(table, event)
    ann.wait_for_selector("text=Ann: put the first tile")
    tap_board(ann, "hand:RRR6")
    ann.wait_for_selector("#s-board .fits")
    tap_board(ann, "T6")
    screen.wait_for_selector(laid("RRR6"))
    enter(table, "draw PPP6 for 1")
    ann.wait_for_selector("text=Ben: place a tile")
    tap_board(ann, "hand:RYG3")
    ann.wait_for_selector("#s-board .fits.turned")
    tap_board(ann, "T20")
    ann.wait_for_selector("#s-ask .refused")
    ann.click("#s-dice >> text=Turn the tile")
    ann.wait_for_selector('#s-board .held.chosen [data-tile="YGR3"]')
    where = ann.locator("#s-board .fits").count()
    assert where == 3
    tap_board(ann, "T5")
    tile = eventually(lambda: state(table)["state"]["board"][5])
    screen.wait_for_selector(laid(tile))
    assert fits(ann) and fits(screen)


def test_a_coin_moves_in_sixchex(table, open_page):
    ann, screen = open_page(), open_page(SCREEN, with_code=False)
    new_game(ann, "Ann", "Ben", game="sixchex_spectrum")
    ann.click("#s-dice [data-act=by-lot]")
    screen.wait_for_selector("#s-board .roof >> nth=0")
    for name, home in (("Ann", "black"), ("Ben", "pink")):
        ann.wait_for_selector(f"text={name}: choose your home colour")
        ann.click(f"#s-dice [data-act=play]:has-text('{home}')")
    ann.wait_for_selector("text=roll two dice each")
    for number in ("5", "2"):
        ann.click(f"#s-dice [data-act=lies][data-item='{number}']")
    ann.wait_for_selector("text=Ann: roll one die")
    ann.click("#s-dice [data-act=lies][data-item='1']")
    ann.wait_for_selector("text=move one coin 1")
    tap_board(ann, "h3")
    ann.wait_for_selector("#s-board [data-go]")
    tap_board(ann, "a1")
    ann.wait_for_selector("#s-ask .refused")
    landing = ann.locator("#s-board .hit").first.get_attribute("data-at")
    tap_board(ann, landing)
    screen.wait_for_selector(pawn("Ann", landing))
    assert landing in state(table)["state"]["coins"][0]
    assert fits(ann) and fits(screen)


def test_nothing_is_drawn_anew_under_a_finger(table, open_page):
    """Else a tap is lost, or goes to what has just taken its place."""
    ann, screen = open_page(), open_page(SCREEN, with_code=False)
    new_game(ann, "Ann", "Ben", game="spectrum")
    ann.wait_for_selector("text=Ann: roll 2 dice")
    ann.mouse.move(2, 2)
    ann.mouse.down()
    enter(table, "roll G R")
    screen.wait_for_selector("text=Ann: choose a pawn")
    assert ann.is_visible("text=Ann: roll 2 dice") and not ann.is_visible("text=Ann: choose a pawn")
    ann.mouse.up()
    ann.wait_for_selector("text=Ann: choose a pawn")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
def test_the_whole_board_fits_on_phone_and_screen(table, open_page, size, scheme):
    page = open_page(size, scheme=scheme)
    new_game(page, *[f"Player {n}" for n in range(1, 7)], game="spectrum")
    box = page.locator("svg.table-top").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and fits(page)
    assert box["height"] <= size["height"] and box["width"] >= 0.45 * size["width"]
    if size is SCREEN:
        assert box["y"] + box["height"] <= size["height"]
