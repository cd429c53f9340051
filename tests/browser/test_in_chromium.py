"""The page in a real Chromium: at the simulated table, by hand without one, on a phone, and after a pulled plug."""

import pytest

from tablelight.web.dependencies import MOST_BROWSERS
from tests.browser.running import (
    PHONE,
    SCREEN,
    SlowLine,
    enter,
    free_port,
    missing,
    new_game,
    start,
    state,
    tap_board,
)
from tests.firmware_bridge.conftest import eventually

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    data = tmp_path_factory.mktemp("demo")
    running = start(["demo", "--data", str(data), "--seed", "4"], data, free_port())
    yield running
    running.stop()


def type_roll(page, d6, d12):
    page.click("[data-act=type]")
    for n, hue in enumerate((*d6, *d12)):
        page.wait_for_selector(f"#s-overlay .slots .chip.empty >> nth={8 - n}")
        page.click(f"#s-overlay [data-act=typed][data-hue={hue}]")
    page.click("[data-act=typed-done]:not([disabled])")
    page.wait_for_selector("button.offer")


def dice_on(page):
    return page.eval_on_selector_all(".dice .chip", "all => all.map(c => c.title)")


def answer_until(page, wanted):
    """Wait for what is wanted; when asked about a die meanwhile, take the likeliest, as a person in a hurry would."""
    for _ in range(20):
        page.wait_for_selector(f"{wanted}, .doubt")
        if page.query_selector(wanted):
            return
        if page.query_selector(".doubt .chip.ask"):
            page.click(".doubt .chip.ask >> nth=0")
            page.click("#s-overlay .chip >> nth=0")
        elif page.query_selector(".doubt [data-act=accept]:not([disabled])"):
            page.click("[data-act=accept]")
        else:
            page.click("[data-act=dismiss]")
            page.click("[data-act=hand-roll]")
        page.wait_for_timeout(500)
    raise AssertionError(f"{wanted} never came")


def test_a_turn_at_the_simulated_table(demo, open_page):
    page, watcher = open_page(demo), open_page(demo, with_code=False)
    new_game(page, "Ann", "Ben")
    page.click("[data-act=hand-roll]")
    answer_until(page, "button.offer")
    read = dice_on(page)
    assert len(read) == 9
    # Everybody sees the same, and the picture it was read from.
    watcher.wait_for_selector(".dice .chip >> nth=8")
    assert dice_on(watcher) == read
    watcher.wait_for_function("document.querySelector('.camera img')?.naturalWidth > 0")
    # The lights on the page are what the device reports.
    lit = "[...document.querySelectorAll('.led.on')].map(l => l.dataset.spot)"
    page.wait_for_function(f"{lit}.length >= 9")
    # A die is corrected in two taps, and an undo takes that back.
    wrong = page.get_attribute(".dice .chip >> nth=0", "title")
    page.click(".dice .pencil >> nth=0")
    page.click(f"#s-overlay .chip:not([title={wrong}]) >> nth=0")
    watcher.wait_for_function(f"document.querySelectorAll('.dice .chip[title={wrong}]').length < {read.count(wrong)}")
    page.click("[data-act=undo]")
    watcher.wait_for_function(f"document.querySelectorAll('.dice .chip[title={wrong}]').length == {read.count(wrong)}")
    # Four dice are taken up and rolled again by the simulated hands.
    for n in range(4):
        page.click(f".dice .chip >> nth={n}")
        page.wait_for_selector(f".die.taken >> nth={n}")
    page.click("[data-act=reroll]:has-text('these 4')")
    page.wait_for_selector("text=roll your 4 dice")
    answer_until(page, "h1:has-text('exactly 3')")
    # The best row is one tap away.
    best = page.inner_text("button.offer.best >> nth=0")
    page.click("button.offer.best >> nth=0")
    for one in (page, watcher):
        one.wait_for_selector("text=Ben: roll all nine dice")
        one.wait_for_selector(f"[data-total='0'] >> text={best}")
    assert watcher.query_selector("[data-act=undo]") is None


def test_pulled_cables_are_said_and_heal(demo, open_page):
    page = open_page(demo)
    new_game(page, "Cem")
    for cable in ("board", "camera"):
        page.wait_for_selector(f"[data-act=hand-mishap][data-name={cable}]", state="attached")
        page.eval_on_selector(".hands details", "d => d.open = true")
        page.click(f"[data-act=hand-mishap][data-name={cable}]")
        page.wait_for_selector(f".trouble[data-part={cable}]")
        page.click("[data-act=hand-right]")
        page.wait_for_selector(f".trouble[data-part={cable}]", state="detached")


def test_hands_play_a_turn_when_asked_and_a_spectator_cannot_ask(demo, open_page):
    page, watcher = open_page(demo), open_page(demo, with_code=False)
    new_game(page, "Ann", "Ben", game="spectrum")
    page.click("[data-act=hand-speed][data-name=fast]")
    for after in ("Ben", "Ann", "Ben"):
        page.click("[data-act=hand-play][data-what=turn]")
        page.wait_for_selector("[data-act=hand-stop]")
        page.wait_for_selector(f"text={after}: roll 2 dice")
        watcher.wait_for_selector(f"text={after}: roll 2 dice")
        if page.locator("#s-doubt [data-act=dismiss]").count() == 0:
            break
        page.click("#s-doubt [data-act=dismiss]")  # a machine that stood still saw the dice lie, not roll: once more
        page.wait_for_selector("[data-act=hand-play][data-what=turn]")
    assert watcher.query_selector(".hands") is None
    # Switches may have felt what the camera of a machine that stood still sees a little later.
    page.wait_for_function("document.querySelector('#s-doubt').innerText.trim() === ''")
    # A piece goes missing: the table asks for it, and a hand puts it right.
    page.wait_for_selector(".hands details")  # once the hands have put down what they hold
    page.eval_on_selector(".hands details", "d => d.open = true")
    page.click("[data-act=hand-mishap][data-name=wrong_piece]")
    page.wait_for_selector("#s-doubt .doubt[role=alert], #s-doubt .doubt [role=alert]")
    page.click("[data-act=hand-right]")
    page.wait_for_selector("#s-doubt .doubt", state="detached")


def test_pawns_moved_by_taps_move_on_the_simulated_board_as_well(demo, open_page):
    page = open_page(demo)
    new_game(page, "Ann", "Ben", game="spectrum")
    for hue in "GB":
        page.click(f"#s-dice [data-act=lies][data-item={hue}]")
    for spot in ("G1", "B1"):
        tap_board(page, spot)
        page.wait_for_selector(f'#s-board .token:has(title:text-is("Ann on {spot}"))')
    assert page.locator("#s-doubt .doubt").count() == 0
    page.goto(f"{demo.url}/wiring")
    page.click("[data-act=wire-step][data-to=switches]")
    page.wait_for_selector("text=Closed now: B1, G1.")
    page.click("text=Back to the table")
    page.wait_for_selector("text=Ben: roll 2 dice")
    assert page.inner_text("#s-doubt").strip() == ""


def test_a_whole_game_by_hand_without_camera_or_board(by_hand, open_page):
    page = open_page(by_hand)
    new_game(page, "Ann")
    d6, d12 = ("R", "R", "O", "G"), ("R", "RO", "RO", "BP", "P")
    for turn in range(24):
        if turn in (0, 23):
            type_roll(page, d6, d12)
        else:
            enter(by_hand, f"roll {' '.join(d6)} / {' '.join(d12)}")
        page.click("button.offer >> nth=0")
        page.wait_for_selector("button.offer", state="detached")
    # Added up by a person: 6+0+0+0+3+0, 3+1+0+1+0+1, 0+0 6+6 5+5, 0+0 4+4 0+0.
    page.wait_for_selector("text=Ann wins with 45 points")
    assert page.inner_text("[data-total='0']") == "45" and state(by_hand)["scores"] == [45]
    page.click("[data-name=menu]")
    page.click("[data-name=history]")
    page.click("#s-overlay [data-at='2']")
    page.wait_for_selector("text=Step 2 of 48")
    assert page.inner_text("[data-total='0']") == "6"


def test_a_tap_chooses_a_die_for_the_reroll_and_a_long_press_or_the_pencil_puts_it_right(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    new_game(page, "Ann", "Ben")
    enter(by_hand, "roll R R O G / R RO RO BP P")
    page.wait_for_selector("[data-act=reroll][disabled]:has-text('Tap 4 dice to roll them again')")
    for n, said in enumerate(("Choose 3 more", "Choose 2 more", "Choose 1 more")):
        page.click(f".dice .chip >> nth={n}")
        page.wait_for_selector(f"[data-act=reroll][disabled]:has-text('{said}')")
    page.click(".dice .chip >> nth=3")
    page.wait_for_selector("[data-act=reroll]:not([disabled]):has-text('Roll these 4 again')")
    page.click(".dice .chip >> nth=4")
    page.wait_for_selector("[data-act=reroll][disabled]:has-text('Choose 1 fewer')")
    # Held down, the same die asks what it really shows; lifting the finger neither chooses nor answers.
    box = page.locator(".dice .chip >> nth=8").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_selector("#s-overlay h2:has-text('It counts as purple')")
    page.mouse.up()
    page.wait_for_timeout(200)
    assert page.locator(".die.taken").count() == 5 and page.is_visible("#s-overlay h2:has-text('purple')")
    page.click("#s-overlay [data-hue=B]")
    page.wait_for_selector(".dice .chip[title=blue]")
    # By keyboard: the pencil, then the colour. Every target is large enough for a thumb.
    page.focus(".dice .pencil >> nth=0")
    page.keyboard.press("Enter")
    page.wait_for_selector("#s-overlay h2:has-text('It counts as')")
    page.click("#s-overlay [data-hue=Y]")
    page.wait_for_selector(".dice .chip[title=yellow]")
    sizes = page.eval_on_selector_all(".dice button", "all => all.map((b) => [b.offsetWidth, b.offsetHeight])")
    assert len(sizes) == 18 and min(min(size) for size in sizes) >= 44


def test_after_a_pulled_plug_the_game_goes_on_where_it_stood(by_hand, open_page, tmp_path):
    page = open_page(by_hand)
    new_game(page, "Ann", "Ben")
    type_roll(page, "RROG", ("R", "RO", "RO", "BP", "P"))
    before = state(by_hand)
    by_hand.kill()
    page.wait_for_selector("body.cut")
    again = start(["serve"], tmp_path, int(by_hand.url.rsplit(":", 1)[1]))
    try:
        page.wait_for_selector("body:not(.cut)")
        after = state(again)
        assert {k: after[k] for k in ("match", "state", "log")} == {k: before[k] for k in ("match", "state", "log")}
        page.click("button.offer.best >> nth=0")
        page.wait_for_selector("text=Ben: roll all nine dice")
    finally:
        again.stop()


@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
def test_light_and_camera_are_checked_live_before_a_game(demo, open_page, size):
    page = open_page(demo, size, "/light")
    page.wait_for_selector("h1:has-text('All is well')")
    assert page.locator("#s-light .statuses li.ok").count() >= 8 and page.locator("#s-lightmarks polygon").count() == 4
    page.wait_for_function("document.querySelector('#s-lightpicture img').naturalWidth > 300")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
def test_nothing_sticks_out_sideways(demo, open_page, size):
    page = open_page(demo, size)
    new_game(page, "Ann", "Ben", "Cem", "Dora")
    for path in ("/", "/teach", "/health"):
        page.goto(demo.url + path)
        page.wait_for_selector("[data-name=menu]")
        page.wait_for_timeout(300)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, path


IN_SIGHT = """(what) => [...document.querySelectorAll(what)].every((part) => {
  const box = part.getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.width > 0 && box.left >= 0 && box.right <= innerWidth && part.contains(seen);
})"""
STICKS_OUT = """() => [...document.querySelectorAll('.page *')]
  .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5).map((part) => part.outerHTML.slice(0, 80))"""
EIGHT = ("Ann", "Benedikt", "Cem", "Dora", "Eva", "Finn", "Maximiliane-Charlotte", "Wolfeschlegelsteinhausen")


def test_eight_players_see_every_column_and_name_however_far_they_scroll(by_hand, open_page):
    page = open_page(by_hand)
    new_game(page, *EIGHT)
    for seat in range(6):
        enter(by_hand, "roll R R O G / R RO RO BP P")
        enter(by_hand, f"{seat + 1}: score O")
    enter(by_hand, "roll R R O G / R RO RO BP P")
    page.wait_for_selector(f"h1:has-text('{EIGHT[6]}')")  # the last of what was entered is shown
    page.wait_for_selector("button.offer")
    for width, height in ((390, 844), (320, 640), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(STICKS_OUT) == []
        page.locator("button.offer").last.scroll_into_view_if_needed()
        page.wait_for_timeout(100)
        # The acting column is the seventh of eight; names stand on top, rows at the side.
        heads = ".points:last-child thead"
        assert page.evaluate(IN_SIGHT, f"{heads} th"), width
        assert page.evaluate(f"document.querySelector('{heads}').getBoundingClientRect().bottom < innerHeight / 3")
        page.locator("button.offer").last.click(trial=True)
        row = "tr:has(button.offer[data-row='CMB_PRI']) th"
        assert page.evaluate(IN_SIGHT, row), width
        # Whoever reads with a screen reader hears the whole name of a player and a row.
        named = page.eval_on_selector_all(f"{heads} th span", "all => all.map((s) => s.title)")
        assert named == list(EIGHT)


@pytest.mark.parametrize("game", ["spectrum", "sixchex_spectrum", "spectrum_casino"])
def test_on_a_phone_at_twice_the_size_everybody_s_points_are_in_sight(by_hand, open_page, game):
    page = open_page(by_hand, size={"width": PHONE["width"] // 2, "height": PHONE["height"] // 2})
    new_game(page, "Maximiliane-Charlotte", "Ben", game=game)
    page.wait_for_selector("#s-play :text('Ben')")
    right = "all => Math.max(...all.map(one => one.getBoundingClientRect().right)) - innerWidth"
    assert page.eval_on_selector_all("#s-play *", right) <= 0


def test_the_back_button_closes_what_lies_on_top_and_does_not_leave_the_table(by_hand, open_page):
    page = open_page(by_hand, size=PHONE)
    new_game(page, "Cem")
    for close in (page.go_back, lambda: page.click("#s-overlay [data-act=close]")):
        page.click("[data-name=menu]")
        page.wait_for_selector("#s-overlay h2:has-text('Menu')")
        close()
        page.wait_for_selector("#s-overlay .card", state="detached")
    page.wait_for_function("!(history.state && history.state.card)")
    page.click("[data-name=menu]")
    page.click("#s-overlay [data-to='/games']")
    page.wait_for_selector("text=Being played")
    page.go_back()
    page.wait_for_selector("text=Cem: roll all nine dice")
    # Names are two taps and a word away, and stand everywhere at once; who has to go can come back.
    page.click("[data-name=menu]")
    page.click("#s-overlay [data-name=people]")
    page.fill("#s-overlay input[name=name0]", "Cleo")
    page.click("#s-overlay [data-act=rename]")
    page.wait_for_selector("text=Cleo: roll all nine dice")
    page.click("[data-name=menu]")
    page.click("#s-overlay [data-name=people]")
    page.click("#s-overlay [data-act=go-home]")
    page.wait_for_selector("text=Cleo had to go")
    page.click("[data-act=come-back]")
    page.wait_for_selector("text=Cleo: roll all nine dice")


def test_a_phone_whose_clock_is_set_back_plays_on(by_hand, open_page):
    page = open_page(by_hand)
    new_game(page, "Ann")
    rows = []
    for turn in range(18):  # more steps than the page remembers
        enter(by_hand, "roll R R O G / R RO RO BP P")
        page.wait_for_selector("button.offer")
        rows = rows or page.eval_on_selector_all("button.offer", "all => all.map(b => b.dataset.row)")
        enter(by_hand, f"1: score {rows[turn]}")
        page.wait_for_selector("button.offer", state="detached")
    enter(by_hand, "roll R R O G / R RO RO BP P")
    page.wait_for_selector("button.offer")
    page.evaluate("() => { const told = Date.now; Date.now = () => told() - 3600000; }")
    page.click("button.offer >> nth=0")
    page.wait_for_selector("button.offer", state="detached")
    assert "Round 20" in page.inner_text("h1")


def test_watching_needs_no_code_and_writing_does(by_hand, open_page):
    page = open_page(by_hand)
    new_game(page, "Ann")
    watcher = open_page(by_hand, with_code=False)
    watcher.wait_for_selector("table.sheet")
    assert watcher.query_selector("[data-act=type]") is None
    watcher.click("[data-name=code]")
    watcher.fill("input[name=code]", "WRONGONE")
    watcher.click("#s-overlay [data-act=unlock]")
    watcher.wait_for_selector("dialog#s-overlay >> text=not this table's code")
    # The card stays, and keyboard and screen reader stay in it.
    assert watcher.evaluate("!!document.querySelector('dialog:modal') && !!document.activeElement.closest('dialog')")
    watcher.fill("input[name=code]", by_hand.code.lower())
    watcher.click("#s-overlay [data-act=unlock]")
    watcher.wait_for_selector("[data-act=type]")


FAINTEST = """() => {
  const kinds = new Set(['']);
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
    for (const [, kind] of (rule.selectorText || '').matchAll(/\\.btn\\.([a-z-]+)/g)) kinds.add(kind);
  const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = rgb(colour).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (part) => {
    const own = getComputedStyle(part).backgroundColor;
    return rgb(own)[3] === 0 && part.parentElement ? ground(part.parentElement) : own;
  };
  const found = [];
  for (const around of ['', 'doubt', 'card', 'zone']) {
    const box = document.body.appendChild(Object.assign(document.createElement('div'), { className: around }));
    for (const kind of kinds) {
      const part = Object.assign(document.createElement('button'), { className: `btn ${kind}`, textContent: 'Tap' });
      box.append(part);
      const [low, high] = [light(getComputedStyle(part).color), light(ground(part))].sort((a, b) => a - b);
      found.push([(high + 0.05) / (low + 0.05), `${around} ${kind}`]);
    }
    box.remove();
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 3);
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_words_on_every_kind_of_button_can_be_read(by_hand, open_page, scheme):
    faintest = open_page(by_hand, PHONE, scheme=scheme).evaluate(FAINTEST)
    assert faintest[0][0] >= 4.5, faintest


MORE_LINES = """async (most) => {
  window.more = [];
  for (let n = 0; n < most; n += 1) {
    const line = new WebSocket(`ws://${location.host}/ws?view=play`);
    window.more.push(line);
    await new Promise((open) => { line.onopen = open; });
  }
}"""


def test_a_page_that_gave_up_its_place_says_so_and_comes_back_by_a_tap(by_hand, open_page):
    page, other = open_page(by_hand), open_page(by_hand)
    page.evaluate(MORE_LINES, MOST_BROWSERS - 2)
    assert page.locator(".gone").count() == 0
    # Lines, not one more page: a page that is unlocked is loaded twice, and leaves a place when the first one goes.
    other.evaluate(MORE_LINES, 3)
    page.wait_for_selector("text=This page stands still")
    assert page.evaluate("document.querySelector('main').inert")
    page.wait_for_timeout(2500)  # it asks again by itself, and takes nobody's place
    assert page.locator(".gone").count() == 1 and other.locator(".gone").count() == 0
    page.click("text=Come back here")
    page.wait_for_selector("[data-name=menu]")
    page.wait_for_selector(".gone", state="detached")
    assert not page.evaluate("document.querySelector('main').inert")
    assert other.locator(".gone").count() == 0


def test_a_name_typed_while_a_slow_table_still_seats_the_one_before_stays(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    line = SlowLine(page)
    page.click(".game-tile[data-game=spectrum_casino]")
    page.fill("form.newgame input[name=newname]", "Ann")
    line.hold()
    page.press("form.newgame input[name=newname]", "Enter")
    assert page.input_value("form.newgame input[name=newname]") == ""
    page.fill("form.newgame input[name=newname]", "Ben")
    eventually(lambda: page.wait_for_timeout(20) or line.held)
    line.go_on()
    page.wait_for_selector(".seated-now :text('Ann')")
    assert page.input_value("form.newgame input[name=newname]") == "Ben"


def test_whoever_seats_people_faster_than_a_slow_table_answers_begins_with_all_of_them(by_hand, open_page):
    page = open_page(by_hand, PHONE)
    line = SlowLine(page)
    page.click(".game-tile[data-game=spectrum]")
    page.fill("form.newgame input[name=newname]", "Ann, Ben, Cem")
    page.click("[data-act=add-name]")
    page.wait_for_selector(".seated-now :text('Cem')")
    line.hold()
    page.click("[data-act=unseat][data-name=Ann]")
    page.click("[data-act=seat-earlier][data-name=Cem]")
    page.fill("form.newgame input[name=newname]", "Dia")
    page.click("[data-act=new-game]")
    eventually(lambda: page.wait_for_timeout(20) or state(by_hand)["game"])
    line.go_on()
    page.wait_for_selector(".newgame", state="detached")
    assert state(by_hand)["seats"] == ["Cem", "Ben", "Dia"]
