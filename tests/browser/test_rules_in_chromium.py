"""Rules, the guided turn and the page of a table that is off, in a real browser."""

import pytest

from tests.browser.running import PHONE

pytestmark = pytest.mark.browser


def too_small(page):
    """What can be tapped and is lower than a thumb needs."""
    return page.evaluate(
        "[...document.querySelectorAll('.rules a, .rules button, .rules input')]"
        ".filter(e => !e.closest('[inert]') && e.getBoundingClientRect().height > 0)"
        ".filter(e => e.getBoundingClientRect().height < 44).map(e => e.textContent)"
    )


def test_rules_are_searched_read_and_walked_through_on_a_phone(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    page.goto(by_hand.url + "/rules")
    page.fill("input[name=q]", "secondary run")
    page.press("input[name=q]", "Enter")
    page.click(".rules-hit a >> nth=0")
    page.wait_for_selector("#run-secondary:target")
    page.goto(by_hand.url + "/rules/spectrum")
    for path in ("/rules", "/rules?q=run", "/rules/spectrum", "/rules/spectrum/turn"):
        page.goto(by_hand.url + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert too_small(page) == [], path
    for _ in range(5):
        page.click(".guide-ways .go")
    page.wait_for_selector("text=Step 6 of 6")


def test_a_table_that_is_off_is_looked_for(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    by_hand.kill()
    page.goto(by_hand.url + "/games")
    page.wait_for_selector("text=Looking for the table")
    assert page.evaluate("getComputedStyle(document.querySelector('.looking .btn')).minHeight") == "44px"
