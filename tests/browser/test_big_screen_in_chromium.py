"""The table screen in a real Chromium: read from 3 m, everything in sight, and nothing that only some may see."""

from random import Random

import pytest

from engine.core.match import Match
from engine.core.registry import names
from tablelight.bench.players import random_match
from tablelight.session import dealing
from tests.browser.running import missing
from tests.browser.tables import a_table

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]
PEOPLE = (
    "Maximiliane-Charlotte W.",
    "Bartholomäus Hohenstein",
    "Wilhelmina von Wittgen",
    "Guadalupe de los Santos",
    "Konstantina Papadopoulou",
    "Frida",
    "Gustaf-Adolf Lindqvist",
    "Hana",
)
"""As long as names may be, which is 24 letters."""
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
    const low = el.closest('#s-turn') ? innerHeight : document.querySelector('#s-last').getBoundingClientRect().top;
    return box.width && (box.right > innerWidth + 1 || box.bottom > low + 1 || box.left < -1 || box.top < -1);
  }).map((el) => el.outerHTML.slice(0, 90));
}"""


CUT_OFF = """() => {
  const cut = (el) => getComputedStyle(el).overflow !== 'visible' && !el.matches('.unseen')
    && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 2);
  return [...document.querySelectorAll('.tv :is(h1, .who, thead span, #s-last p, .podium *, .records, .endcard-how)')]
    .filter(cut).map((el) => el.outerHTML.slice(0, 90));
}"""


@pytest.fixture
def table(tmp_path):
    with a_table(tmp_path) as table:
        yield table


def named(match):
    """The same match among people with long names."""
    again = Match.new(match.game.name, PEOPLE[: len(match.seats)])
    for _, event in match.events:
        again.add(event)
    return again


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
            assert page.evaluate(CUT_OFF) == [], (name, height)
    page.close()


@pytest.mark.parametrize("name", ["roll_and_color", "spectrum"])
def test_how_a_game_ended_can_be_read_from_3_m(table, browser, name):
    """The podium beside the race, in place of the sheet or the board, which say no more than that."""
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 1920, "height": 1080})
    page.goto(f"{table.url}/tv")
    table.show(named(random_match(name, 4, seed=1)))
    page.wait_for_selector(".tv .endcard .podium")
    assert page.locator(".tv .lines-plot").is_visible() and not page.locator(".tv :is(.board, .sheet)").count()
    assert page.evaluate(TOO_SMALL, SMALLEST) == [] and page.evaluate(CUT_OFF) == []
    for part in (".podium", ".lines", ".best-turn"):
        box = page.locator(f".tv {part}").bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= 1080, part
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
