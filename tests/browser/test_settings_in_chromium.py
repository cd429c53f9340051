"""The settings page in a real browser: a plain form that is saved with the table's code, and says at its field what is
wrong."""

import tomllib

import pytest

from tests.browser.running import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

SMALL = {"width": 320, "height": 640}


def test_what_is_set_on_a_phone_stands_in_the_file(by_hand, open_page):
    page = open_page(by_hand, SMALL)
    page.click("[data-name=menu]")
    page.click("[data-to='/settings']")
    page.wait_for_selector("[name='board.colour_blind']")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.check("[name='board.colour_blind']")
    page.click("summary:has-text('Page')")
    page.fill("[name='page.names']", "table.example.org")
    page.click("button[type=submit]")
    page.wait_for_selector("text=Saved. It counts when Tablelight starts again")
    kept = tomllib.loads((by_hand.data / "settings.toml").read_text())
    assert kept["page"]["names"] == "table.example.org" and kept["board"]["colour_blind"] is True
    page.click("summary:has-text('Page')")
    page.fill("[name='page.port']", "0")
    page.click("button[type=submit]")
    page.wait_for_selector("text=This should be between 1 and 65535.")
    assert tomllib.loads((by_hand.data / "settings.toml").read_text()) == kept


def test_what_was_not_saved_is_brought_into_sight(by_hand, open_page):
    """Its group opens by itself: whoever tapped Save at the foot would not find the red words, nor the way back."""
    page = open_page(by_hand, SMALL)
    page.goto(by_hand.url + "/settings")
    page.click("summary:has-text('Page')")
    page.fill("[name='page.port']", "0")
    page.click("summary:has-text('Page')")
    page.click("button[type=submit]")
    page.wait_for_selector("[name='page.port']:focus")
    box = page.locator("text=This should be between 1 and 65535.").bounding_box()
    assert 0 <= box["y"] <= SMALL["height"] - box["height"]
    page.click("text=Back to the table")
    page.wait_for_selector("[data-name=menu]")
    watcher = open_page(by_hand, SMALL, with_code=False)
    watcher.goto(by_hand.url + "/settings")
    watcher.click("button[type=submit]")
    watcher.wait_for_selector("[name=code]:focus")
    box = watcher.locator("text=That is not this table's code").bounding_box()
    assert 0 <= box["y"] <= SMALL["height"] - box["height"]
