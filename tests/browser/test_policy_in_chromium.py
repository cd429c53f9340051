"""The page's Content-Security-Policy is in force on every page and in every game, and nothing of the page breaks it."""

import contextlib

import pytest

from engine.core import registry
from tests.browser.running import NOTHING, PATIENCE, PHONE, chromium, enter, free_port, missing, new_game, start

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]

TELL = "addEventListener('securitypolicyviolation', (e) => console.error(`BROKEN ${e.violatedDirective} ${e.sample}`));"
STYLED = "addEventListener('DOMContentLoaded', () => document.body.setAttribute('style', 'color: red'));"
ROLL = "roll R R O G / R RO RO BP P"
DRAWN = "[data-act=by-lot], [data-act=deal-here]"


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory):
    data = tmp_path_factory.mktemp("policy")
    (data / "settings.toml").write_text(NOTHING)
    running = start(["serve"], data, free_port())
    yield running
    running.stop()


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    data = tmp_path_factory.mktemp("policy-demo")
    running = start(["demo", "--data", str(data), "--seed", "4"], data, free_port())
    yield running
    running.stop()


@pytest.fixture
def complaints():
    return []


@pytest.fixture
def open_page(browser, complaints):
    """Opens pages under the policy, as families have them; Playwright's own waiting by eval is not to be had there."""
    contexts = []

    def open_one(running, *scripts):
        context = browser.new_context(reduced_motion="reduce", viewport=PHONE)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        for script in (TELL, *scripts):
            page.add_init_script(script)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.text.startswith("BROKEN") else None)
        page.goto(f"{running.url}/#code={running.code}")
        page.wait_for_selector("[data-name=join]")
        return page

    yield open_one
    for context in contexts:
        context.close()


def test_a_style_in_html_is_refused(by_hand, open_page, complaints):
    open_page(by_hand, STYLED).wait_for_timeout(100)
    assert complaints and all(said.startswith("BROKEN style-src") for said in complaints)


@pytest.mark.parametrize("game", registry.names())
def test_nothing_of_a_game_breaks_the_policy(by_hand, open_page, complaints, game):
    page = open_page(by_hand)
    new_game(page, *("Ann", "Ben")[: registry.find(game).seats[1]], game=game)
    if game == "roll_and_color":
        enter(by_hand, ROLL)
        page.click("button.offer >> nth=0")
    page.wait_for_timeout(200)
    for _ in range(3):
        if not page.locator(DRAWN).count():
            break
        with contextlib.suppress(Exception):  # dealt already, while it was looked for
            page.locator(DRAWN).first.click(timeout=1000)
        page.wait_for_timeout(200)
    for spot in page.locator("#s-board [data-at]:visible").all()[:1]:
        spot.click(force=True)
    page.wait_for_timeout(200)
    assert complaints == []


def test_nothing_that_lies_on_top_breaks_the_policy(by_hand, open_page, complaints):
    page = open_page(by_hand)
    new_game(page, "Ann", "Ben")
    for card in ("people", "history", "join"):
        page.click("#s-head [data-name=menu]")
        page.click(f"#s-overlay [data-name={card}]")
        page.wait_for_selector("#s-overlay .card h2:not(:text('Menu'))")
        page.keyboard.press("Escape")
        page.wait_for_selector("#s-overlay .card", state="detached")
    assert complaints == []


def test_no_other_page_breaks_the_policy(demo, open_page, complaints):
    page = open_page(demo)
    new_game(page, "Ann", "Ben")
    for path in ("/games", "/teach/cards", "/light", "/health", "/wiring"):
        page.goto(demo.url + path)
        page.wait_for_selector("[data-name=menu]")
        page.wait_for_timeout(300)
        for step in range(page.locator("[data-act=wire-step]").count()):
            page.locator("[data-act=wire-step]").nth(step).click()
            page.wait_for_timeout(200)
    page.goto(demo.url + "/")
    page.click("[data-act=hand-roll]:not([disabled])")
    page.wait_for_selector("button.offer, .doubt", timeout=60_000)
    page.goto(demo.url + "/teach")
    page.click("[data-act=teach-picture]")
    page.locator(".tapstage img").click(position={"x": 60, "y": 60})
    page.wait_for_selector("#s-overlay .card .closeup")
    # What the script styles is where it belongs: the mark on the picture lies where it was tapped.
    mark, picture = page.locator("[data-asked]").bounding_box(), page.locator(".tapstage img").bounding_box()
    assert mark["x"] + mark["width"] / 2 - picture["x"] == pytest.approx(60, abs=3)
    assert complaints == []
