"""A game is watched again in a real browser: by keys, by the slider, by tapping the chart, and by itself."""

import json

import pytest

from engine.core.match import entry_to_json
from engine.core.registry import names
from tablelight.bench.players import random_match, setups_of
from tablelight.session.record import Record
from tests.browser.running import NOTHING, PHONE, SCREEN, free_port, missing, start
from tests.support.page_bars import WIDTHS, across, across_and_axe

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]

STEPS = 60


@pytest.fixture
def recorded(tmp_path):
    """A table with a game of each of these names in its record; the addresses they are watched at."""
    started = []

    def begin(*games, most=STEPS):
        (tmp_path / "settings.toml").write_text(NOTHING)
        record = Record.open(tmp_path / "record.db")
        matches = [random_match(game, setups_of(game)[0].seats, 3, most) for game in games]
        ids = [record.add_match(match.header(), map(entry_to_json, match.log), 1.0, 1.0) for match in matches]
        record.close()
        started.append(start(["serve"], tmp_path, free_port()))
        return [f"{started[0].url}/games/{match_id}/replay" for match_id in ids]

    yield begin
    for running in started:
        running.stop()


def step(page):
    return page.text_content("#step")


def stands_at(page, number):
    page.wait_for_selector(f"#step:text-is('Step {number} of {STEPS}')")


def test_a_game_is_watched_by_keys_slider_chart_and_by_itself(recorded, browser):
    (address,) = recorded("roll_and_color")
    context = browser.new_context(reduced_motion="reduce", viewport=SCREEN, bypass_csp=True)
    page, complaints = context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{address}?at=0")
    stands_at(page, 0)
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", STEPS), ("Home", 0)):
        page.keyboard.press(key)
        stands_at(page, number)
    # By itself, and a key stops it: then it stays where it is, also on the next load.
    page.select_option("#speed", "250")
    page.locator("#speed").blur()
    page.keyboard.press(" ")
    page.wait_for_selector("#play:text-is('Pause')")
    page.wait_for_function("Number(document.getElementById('step').textContent.match(/[0-9]+/)[0]) >= 3")
    page.keyboard.press(" ")
    page.wait_for_selector("#play:text-is('Play')")
    stopped = step(page)
    page.reload()
    page.wait_for_selector("#step")
    assert step(page) == stopped
    # The slider by keys of its own, the chart by a tap, and the steps in words.
    page.focus("#at")
    page.keyboard.press("Home")
    stands_at(page, 0)
    page.keyboard.press("ArrowRight")
    stands_at(page, 1)
    box = page.locator("#chart").bounding_box()
    page.click("#chart", position={"x": box["width"] / 2, "y": 20})
    stands_at(page, STEPS // 2)
    page.click("#steps summary")
    page.click("#steps [data-jump='5']")
    stands_at(page, 5)
    assert page.get_attribute("#steps [data-step='5']", "aria-current") == "step"
    page.click(".moments a >> nth=0")
    page.wait_for_function("document.getElementById('step').textContent !== 'Step 5 of 60'")
    context.close()
    assert complaints == []


def test_without_scripts_a_game_is_watched_by_links(recorded, browser):
    (address,) = recorded("roll_and_color")
    context = browser.new_context(reduced_motion="reduce", viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}?at=0")
    for number in (1, 2):
        page.click("[data-go=on]")
        assert f"Step {number} of {STEPS}" in page.content()
    context.close()


def test_it_reaches_every_bar_and_letters_may_be_twice_as_large(recorded, browser):
    faults = {}
    context = browser.new_context(reduced_motion="reduce", viewport=PHONE, has_touch=True, bypass_csp=True)
    page = context.new_page()
    (address,) = recorded("roll_and_color")
    page.goto(f"{address}?at=30")
    faults["as it is"] = across_and_axe(page, (390, 1440), PHONE)
    page.add_style_tag(content="html { font-size: 200% }")
    faults["large letters"] = across(page, (390, 1440), ("light",))
    context.close()
    assert not any(faults.values()), json.dumps(faults, indent=1, ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_game_of_every_kind_reaches_every_bar(recorded, browser):
    faults = {}
    context = browser.new_context(reduced_motion="reduce", viewport=PHONE, has_touch=True, bypass_csp=True)
    page = context.new_page()
    for game, address in zip(names(), recorded(*names(), most=100_000), strict=True):
        for at in (0, 12, 100_000):
            page.goto(f"{address}?at={at}")
            faults[f"{game} {at}"] = across_and_axe(page, WIDTHS, PHONE)
    context.close()
    found = {where: each for where, each in faults.items() if each}
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
