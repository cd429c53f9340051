"""A browser that was asked to speaks what happens, and no other; Chromium's own voice is replaced by a list."""

import pytest

from tests.browser.running import enter, missing, new_game

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]

LISTEN = "() => { window.heard = []; speechSynthesis.speak = (words) => heard.push(words.text); }"


def menu(page, press):
    page.click("#s-head [data-name=menu]")
    page.click(f"#s-overlay {press}")
    page.wait_for_selector(f"#s-overlay {press}[aria-pressed=true]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#s-overlay .card", state="detached")


def test_who_switched_the_voice_on_hears_whose_turn_it_is_also_after_a_reload(by_hand, open_page):
    page = open_page(by_hand)
    new_game(page, "Ann", "Ben")
    page.evaluate(LISTEN)
    enter(by_hand, "roll R R O G / R RO RO BP P")
    page.wait_for_selector("[data-act=score]")
    assert page.evaluate("heard") == []
    menu(page, "[data-act=voice][data-level=short]")
    enter(by_hand, "1: score RO")
    page.wait_for_function("heard.length")
    assert page.evaluate("heard[0]").startswith("Ben: roll all nine dice")
    page.reload()
    page.evaluate(LISTEN)
    enter(by_hand, "roll R R O G / R RO RO BP P")
    enter(by_hand, "2: score RO")
    page.wait_for_function("heard.some((words) => words.startsWith('Ann: roll all nine dice. Round 2'))")


def test_sounds_are_made_once_somebody_tapped_for_them(by_hand, open_page):
    page = open_page(by_hand)
    new_game(page, "Ann", "Ben")
    page.evaluate(
        """() => { window.tones = 0; const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { tones += 1; return make.call(this); }; }"""
    )
    page.click("#s-head [data-name=menu]")
    page.click("#s-overlay [data-act=sounds]")
    page.wait_for_selector("#s-overlay [data-act=sounds][aria-pressed=true]")
    enter(by_hand, "roll R R O G / R RO RO BP P")
    page.wait_for_function("tones > 0")


def test_a_page_that_comes_back_does_not_say_again_what_it_said_last(by_hand, open_page):
    page = open_page(by_hand)
    page.evaluate(LISTEN)
    page.evaluate("document.cookie = 'tablelight-voice=short; path=/'")
    tell = "(text) => document.dispatchEvent(new CustomEvent('tablelight-say', { detail: [{ kind: 'turn', text }] }))"
    for text in ("Ann: roll.", "Ann: roll.", "Ben: roll.", "Ann: roll."):
        page.evaluate(tell, text)
    assert page.evaluate("heard") == ["Ann: roll.", "Ben: roll.", "Ann: roll."]
