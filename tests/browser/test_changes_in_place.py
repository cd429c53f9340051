"""What somebody does on the page stays while others play: focus, what lies open, what is scrolled and typed."""

import pytest

from tests.browser.running import PHONE, enter, missing, new_game

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]

ROLL = "roll R R O G / R RO RO BP P"


def test_focus_and_what_lies_open_stay_while_somebody_else_plays(by_hand, open_page):
    page = open_page(by_hand)
    new_game(page, "Ann", "Ben", game="spectrum")
    page.click(".by-name summary")
    page.fill(".line input[name=event]", "roll R")
    page.focus("#s-head [data-name=menu]")
    enter(by_hand, "roll R G")
    page.wait_for_selector("text=Ann: choose a pawn")
    assert page.evaluate("document.activeElement.dataset.name") == "menu"
    assert page.evaluate("document.querySelector('.by-name').open")
    assert page.input_value(".line input[name=event]") == "roll R"
    # What is focused never turns into something else that Enter would do.
    page.focus("#s-dice [data-act=undo]")
    enter(by_hand, "1: OFF>R1")
    page.wait_for_selector("text=Ann: go on")
    assert page.evaluate("document.activeElement.dataset.act") == "undo"


def test_a_card_on_top_stays_where_it_is_scrolled_and_gives_the_focus_back(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    new_game(page, "Ann", "Ben")
    for row in ("RO", "R", "O", "Y", "G", "B", "P", "OY"):
        enter(by_hand, ROLL)
        enter(by_hand, f"1: score {row}" if row in ("RO", "O", "G", "P") else f"2: score {row}")
    page.focus("[data-name=menu]")
    page.keyboard.press("Enter")
    page.click("#s-overlay [data-name=history]")
    page.wait_for_selector("#s-overlay h2:has-text('History')")
    page.evaluate("document.querySelector('#s-overlay .card').scrollTop = 60")
    enter(by_hand, ROLL)
    page.wait_for_selector("#s-overlay li:has-text('17.')")
    # At the same entries: newer ones came in above.
    assert page.evaluate("document.querySelector('#s-overlay .card').scrollTop") >= 60
    assert page.evaluate("document.querySelector('#s-overlay').matches(':modal')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#s-overlay .card", state="detached")
    assert page.evaluate("document.activeElement.dataset.name") == "menu"


def test_whoever_hands_a_phone_on_does_not_look_past_the_cover(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    new_game(page, "Ann", "Ben", game="spectrumo")
    for seat in "01":
        page.click("#s-seats [data-name=seats]")
        page.click(f"#s-overlay [data-act=take-seat][data-seat='{seat}']")
        page.wait_for_selector("#s-overlay .seatlist", state="detached")
    page.click("[data-act=deal-here]")
    page.wait_for_selector("#s-overlay .cover")
    for _ in range(3):
        page.keyboard.press("Escape")
        page.wait_for_timeout(150)
    assert page.is_visible("#s-overlay .cover") and page.evaluate("document.querySelector('dialog').matches(':modal')")
