"""Somebody who has never seen the page begins a game: only by what is in sight, in four taps at most."""

import pytest

from engine.core.registry import names
from tests.browser.running import PHONE, enter, missing, nobody_seated, state

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]

IN_SIGHT = """selector => {
  const el = [...document.querySelectorAll(selector)].pop();
  const box = el.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.height >= 44 && (el.contains(top) || el === top);
}"""


ONE_OF_EACH_KIND = ("roll_and_color", "spectrum", "spectrum_500", "spectrangle")


@pytest.mark.parametrize(
    "games", [ONE_OF_EACH_KIND, pytest.param(names(), marks=pytest.mark.slow)], ids=["one of each kind", "all"]
)
def test_a_newcomer_begins_every_game_in_four_taps_by_what_is_in_sight(games, by_hand, open_page):
    page = open_page(by_hand, PHONE)
    for game in games:
        taps = ["#s-head [data-name=menu]", "#s-overlay [data-name=new]"] if state(by_hand)["game"] else []
        taps += [f".game-tile[data-game={game}]", "[data-act=new-game]"]
        assert len(taps) <= 4
        for tap in taps:
            page.wait_for_selector(tap)
            page.locator(tap).last.scroll_into_view_if_needed()  # a thumb scrolls, and that is no tap
            assert page.evaluate(IN_SIGHT, tap), f"{game}: {tap} lies under something, or is too small"
            page.locator(tap).last.click()
        page.wait_for_selector(".newgame, .start", state="detached")
        assert state(by_hand)["game"] == game


def test_people_who_played_here_are_seated_by_a_tap_and_the_last_table_sits_down_again(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    page.click(".game-tile[data-game=spectrum]")
    page.fill("[name=newname]", "Ann, Ben")
    page.click("[data-act=new-game]")
    page.wait_for_selector(".newgame", state="detached")
    enter(by_hand, "roll G R")
    page.click("#s-head [data-name=menu]")
    page.click("#s-overlay [data-name=new]")
    page.wait_for_selector(".again-tile:has-text('Ann, Ben')")
    page.click(".game-tile[data-game=spectrum_500]")
    page.wait_for_selector(".seated-now :text('Ann')")  # who has just played is seated already
    nobody_seated(page)
    for name in ("Ben", "Ann"):
        page.click(f".people [data-name={name}]")
        page.wait_for_selector(f".seated-now :text('{name}')")
    page.click("[data-act=seat-earlier]")
    page.wait_for_selector(".seated-now li >> nth=0 >> text=Ann")
    page.click("[data-act=unseat][data-name=Ben]")
    page.click(".people [data-name=Ben]")
    page.click("[data-act=new-game]")
    page.wait_for_selector(".newgame", state="detached")
    assert state(by_hand)["seats"] == ["Ann", "Ben"]
