"""The table screen in a real Chromium: read from 3 m, everything in sight, and nothing that only some may see."""

from random import Random

import pytest

from engine.core.match import Match
from engine.core.registry import names
from tablelight.session import dealing
from tests.browser.running import missing
from tests.browser.tables import a_table

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]
PEOPLE = ("Ann", "Ben", "Cem", "Dora", "Emil", "Frida", "Gus", "Hana")
SMALLEST = 0.025
"""Of the screen's height: the least that type may be."""
TOO_SMALL = """(least) => {
  const found = [];
  const walk = document.createTreeWalker(document.querySelector('.tv'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement;
    if (!node.textContent.trim() || el.closest('title, .unseen') || !el.getClientRects().length) continue;
    let size = parseFloat(getComputedStyle(el).fontSize);
    if (el.ownerSVGElement) size *= Math.hypot(el.getScreenCTM().c, el.getScreenCTM().d);
    if (size < least * innerHeight - 0.5) found.push([node.textContent.trim(), size]);
  }
  return found;
}"""
OUT_OF_SIGHT = """() => {
  const what = '.tv :is(th, td, h1, .person, .player, .die, .middle .pcard)';
  return [...document.querySelectorAll(what)].filter((el) => {
    const box = el.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1);
  }).map((el) => el.outerHTML.slice(0, 90));
}"""


@pytest.fixture
def table(tmp_path):
    with a_table(tmp_path) as table:
        yield table


def begun(name, length=25):
    """A random game with as many people as there can be."""
    random = Random(6)
    for seats in range(8, 0, -1):
        try:
            match = Match.new(name, PEOPLE[:seats])
            break
        except ValueError:
            continue
    for _ in range(length):
        fact = dealing.next_fact(match, random)
        moves = [] if fact else [move for move in match.game.moves(match.state) if move.kind not in ("concede", "fold")]
        if not fact and not moves:
            break
        match.add(match.parse(fact) if fact else random.choice(moves))
    return match


def test_everything_on_it_can_be_read_from_3_m_and_is_in_sight(table, browser):
    """Type of at least 2.5 % of the height, for every game with as many people as play it, at 1080p and at 4K."""
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 1920, "height": 1080})
    page.goto(f"{table.url}/tv")
    for name in names():
        match = begun(name)
        table.show(match)
        page.wait_for_selector(f"#s-last .title:text-is('{match.game.title}')")
        for width, height in ((1920, 1080), (3840, 2160)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(TOO_SMALL, SMALLEST) == [], (name, height)
            assert page.evaluate(OUT_OF_SIGHT) == [], (name, height)
    page.close()


def test_without_a_game_it_says_how_to_come_in_and_the_code_only_to_those_who_have_it(table, browser):
    watcher = browser.new_context(reduced_motion="reduce")
    page = watcher.new_page()
    page.goto(f"{table.url}/tv")
    page.wait_for_selector(".welcome .qr svg")
    assert table.code not in page.content() and table.code[:4] not in page.inner_text(".welcome")
    page.goto(f"{table.url}/#code={table.code}")
    page.wait_for_selector("[data-name=join]")
    page.click("[data-name=menu]")
    page.click("#s-overlay [data-to='/tv']")
    page.wait_for_selector(f".welcome .code:has-text('{table.code[:4]}')")
    watcher.close()
