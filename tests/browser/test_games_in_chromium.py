"""A phone at a table without camera and board: a turn by hand, the game looked at again, saved and brought in."""

import pytest

from tests.browser.running import PHONE, missing, new_game, state
from tests.browser.test_in_chromium import type_roll

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_a_game_is_played_on_a_phone_looked_at_saved_and_brought_in(by_hand, open_page, tmp_path):
    page = open_page(by_hand, PHONE)
    page.set_viewport_size({"width": 390, "height": 420})
    new_game(page, "Ann", "Ben")
    page.wait_for_function("scrollY === 0")  # the button stood far down; what comes next stands on top
    page.set_viewport_size(PHONE)
    type_roll(page, "RROG", ("R", "RO", "RO", "BP", "P"))
    assert sideways(page) <= 0
    # The best rows are at hand: one tap, no scrolling; what came of it and who is next stands on top.
    page.click(".picks button:has-text('Red-Orange')")
    page.wait_for_selector("h1:has-text('Ben: roll all nine dice')")
    page.wait_for_selector(".said:has-text('Ann scores 6 in Red-Orange')")
    assert state(by_hand)["scores"] == [6, 0]
    new_game(page, "Cem")
    page.goto(by_hand.url + "/games")
    page.wait_for_selector(".past >> text=Being played")
    with page.expect_download() as saved:
        page.click(".past:has-text('Ann') >> text=Save as a file")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.click(".past:has-text('Ann') >> text=Watch again")
    page.wait_for_selector("text=Step 0 of 2")
    page.click("[data-go=on]")
    page.wait_for_selector("text=Step 1 of 2")
    assert page.query_selector("button.offer") is None and sideways(page) <= 0
    page.click("text=All games")
    # What was saved can be brought in; anything else is refused in words.
    page.set_input_files("input[data-upload]", file)
    page.wait_for_selector("text=That game was here already")
    assert page.locator(".past:has-text('Ann 6')").count() == 1
    (tmp_path / "no.jsonl").write_text("hello")
    page.set_input_files("input[data-upload]", tmp_path / "no.jsonl")
    page.wait_for_selector("text=That is no saved game")
    assert sideways(page) <= 0
