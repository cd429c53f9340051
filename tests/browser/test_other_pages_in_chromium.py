"""The pages around the game on the smallest phones, and what the page says while the table does not answer."""

import pytest

from tests.browser.running import PHONE, SCREEN, enter, free_port, missing, new_game, start

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

SMALL = {"width": 320, "height": 640}
STICKS_OUT = """() => [...document.querySelectorAll('body *')].filter((el) => {
    const box = el.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1) && !el.closest('.steps, .then, #s-play');
}).map((el) => `${el.tagName}.${el.className} ${el.textContent.slice(0, 40)}`)"""
ROLL = "roll R R O G / R RO RO BP P"
LONG = "Maximiliane-Charlotte"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """A simulated table with camera and board."""
    folder = tmp_path_factory.mktemp("demo")
    running = start(["demo", "--seed", "3", "--data", str(folder)], folder, free_port())
    yield running
    running.stop()


def test_on_the_smallest_phone_no_page_and_no_card_sticks_out(demo, open_page):
    page = open_page(demo, SMALL)
    new_game(page, LONG, "Ben")
    enter(demo, ROLL)
    enter(demo, "1: score RO")
    for path in ("/games", "/teach", "/teach/cards", "/light", "/health", "/wiring"):
        page.goto(demo.url + path)
        page.wait_for_selector("[data-name=menu]")
        page.wait_for_timeout(300)
        assert page.evaluate(STICKS_OUT) == [], path
        assert page.title() != "Tablelight" and page.title().endswith("Tablelight")
    page.click("a.brand")
    page.wait_for_selector("#s-dice")
    for card in ("join", "new", "people", "history"):
        page.click("#s-head [data-name=menu]")
        page.click(f"#s-overlay [data-name={card}]")
        page.wait_for_selector("#s-overlay .card h2:not(:text('Menu'))")
        assert page.evaluate(STICKS_OUT) == [], card
        page.keyboard.press("Escape")
        page.wait_for_selector("#s-overlay .card", state="detached")


def test_who_only_watches_on_the_smallest_phone_reads_in_the_header_what_is_played(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    new_game(page, "Ann", game="spectrum_solitaire")
    watcher = open_page(by_hand, SMALL, with_code=False)
    watcher.wait_for_selector("#s-head .title:text('Solitaire')")
    assert watcher.evaluate(STICKS_OUT) == []
    cut_off = "el => el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight + 1"
    assert not watcher.eval_on_selector("#s-head .title", cut_off)
    assert watcher.eval_on_selector("#s-head", "el => el.offsetHeight") <= 60


@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
def test_while_the_table_does_not_answer_the_page_says_so_above_everything_and_hides_nothing(
    by_hand, open_page, size, tmp_path
):
    page = open_page(by_hand, size)
    new_game(page, "Ann", "Ben")
    by_hand.kill()
    page.wait_for_selector("[role=alert]:has-text('Taps do not count')")
    bar = page.locator(".cutbar").bounding_box()
    assert page.locator("#s-head").bounding_box()["y"] >= bar["y"] + bar["height"]
    page.click("[data-act=type]")
    page.wait_for_selector(".cutbar.again")
    again = start(["serve"], tmp_path, int(by_hand.url.rsplit(":", 1)[1]))
    try:
        page.wait_for_selector(".cutbar", state="detached")
        page.wait_for_timeout(300)
        assert page.query_selector("#s-overlay .card") is None, "a tap that did not count is not done later"
    finally:
        again.stop()


def test_a_corner_of_a_card_is_dragged_to_where_it_lies_or_moved_with_the_keyboard(demo, open_page):
    page = open_page(demo, PHONE, "/teach/cards")
    page.click("[data-act=deck-picture]")
    for _ in range(4):  # no card lies there: what is shown are the outlines of taps on bare mat
        page.locator(".tapstage img").click()
        page.wait_for_timeout(200)
    corner = page.locator("[data-corner='2']")
    corner.wait_for()
    assert page.evaluate(STICKS_OUT) == []

    def middle() -> tuple[float, float]:
        box = corner.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    x, y = middle()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 15, y - 25, steps=3)
    page.mouse.up()
    page.wait_for_selector("[data-corner='2']:not([data-x])")  # drawn anew, with what the table now knows
    assert middle() == pytest.approx((x + 15, y - 25), abs=1.5), "and nothing else moved"
    corner.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-corner='2']:not([data-x])")
    assert middle() == pytest.approx((x + 14, y - 25), abs=1.5)
    page.click("[data-act=deck-again]")


@pytest.mark.parametrize("size", [SMALL, PHONE, SCREEN], ids=["small", "phone", "screen"])
def test_the_question_about_a_die_never_lies_over_that_die(demo, open_page, size):
    """Whoever is asked what it shows looks at it."""
    page = open_page(demo, size)
    new_game(page, "Ann")
    page.click("[data-act=hand-roll]")
    page.wait_for_selector("button.offer, .doubt", timeout=60_000)
    page.goto(demo.url + "/teach")
    page.click("[data-act=teach-picture]")
    page.wait_for_selector(".tapstage img")
    for x, y in ((0.1, 0.05), (0.5, 0.5), (0.9, 0.95)):
        box = page.locator(".tapstage img").bounding_box()
        page.locator(".tapstage img").click(position={"x": x * box["width"], "y": y * box["height"]})
        page.wait_for_selector("#s-overlay .card .closeup")
        card, die = page.locator("#s-overlay .card").bounding_box(), page.locator("[data-asked]").bounding_box()
        assert die["y"] + die["height"] <= card["y"] or die["y"] >= card["y"] + card["height"]
        assert die["y"] >= 0 and die["y"] + die["height"] <= size["height"], "and it is in sight"
        assert page.evaluate(STICKS_OUT) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("#s-overlay .card", state="detached")
    page.click("[data-act=teach-drop]")
