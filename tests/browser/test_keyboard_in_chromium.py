"""Whole turns without a mouse or a finger, and what a screen reader is told, in a real Chromium."""

from random import Random

import pytest

from engine.core.match import Match
from tablelight.bench.players import random_match
from tablelight.referee.inputs import EnterEvent
from tablelight.session import dealing
from tests.browser.running import SCREEN, missing
from tests.browser.tables import a_table
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing()), pytest.mark.timeout(300)]
HERE = "() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"


@pytest.fixture
def table(tmp_path):
    with a_table(tmp_path) as table:
        yield table


@pytest.fixture
def page(table, browser):
    """The play screen, with the table's code."""
    page = browser.new_page(reduced_motion="reduce", viewport=SCREEN, bypass_csp=True)  # Playwright waits by eval
    page.goto(f"{table.url}/#code={table.code}")
    page.wait_for_selector("[data-name=join]")
    yield page
    page.close()


def begun(name, *events):
    match = Match.new(name, ("Ann", "Ben"))
    for event in events:
        match.add(match.parse(event))
    return match


def log_of(table):
    return [str(entry) for entry in table.table.snapshot.referee.match.log]


def tab_to(page, selector):
    """The Tab key until what is wanted has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"Tab never came to {selector}")


WAYS = """(label) => {
  const middle = (el) => { const b = el.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const here = document.activeElement;
  const all = [...document.querySelectorAll('.table-top [aria-label]:not([aria-hidden=true])')];
  const [x, y] = middle(here), [tx, ty] = middle(all.find((el) => el.getAttribute('aria-label').startsWith(label)));
  const ways = [tx > x ? 'ArrowRight' : 'ArrowLeft', ty > y ? 'ArrowDown' : 'ArrowUp'];
  return Math.abs(tx - x) > Math.abs(ty - y) ? ways : ways.reverse();
}"""
"""The arrow that leads to a place of the board, and the other one that leads there."""


MOVES = "[...document.querySelectorAll('#legal-moves option')].map(move => move.value).sort().join(' | ')"


def go_to(page, label):
    """Arrows on the board until that place has the focus, as people find it who see where it is."""
    page.wait_for_selector(f'.table-top [aria-label^="{label}"]')  # a game comes to the page step by step
    been = set()
    for _ in range(40):
        here = page.evaluate(HERE)
        if here.startswith(label):
            return
        page.keyboard.press(page.evaluate(WAYS, label)[here in been])
        been.add(here)
    raise AssertionError(f"the arrows never came to {label}, but to {been}")


def test_moves_of_spectrum_by_keyboard_alone(table, page):
    """A pawn from the stock comes in, and the turn ends, by Tab, arrows, Enter and the typed line."""
    table.play(begun("spectrum", "roll R R"))
    page.wait_for_selector(".table-top [aria-label*='may move']")  # the board comes before the roll does
    tab_to(page, ".table-top *")
    assert "may move" in page.evaluate(HERE)  # the first stop is something of use
    page.keyboard.press("Enter")
    page.wait_for_selector(".mark.go")
    go_to(page, "red 2, may go here")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.token[aria-label^=\"red 2, Ann\"]')")
    assert log_of(table)[-1].startswith("1: OFF>R1>R2")
    assert page.evaluate(HERE).startswith("red 2")  # the focus stays where the pawn is now
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "event"
    offered = page.eval_on_selector_all("#legal-moves option", "all => all.map((o) => o.value)")
    assert offered
    page.keyboard.type(offered[0])
    page.keyboard.press("Enter")
    eventually(lambda: log_of(table)[-1] == offered[0])


@pytest.mark.parametrize("game", ["spectrum_escape", "sixchex_spectrum"])
def test_moves_at_the_other_boards_by_their_places(table, page, game):
    """The Tab key comes to what may move, or to where it may go; then arrows and Enter."""
    table.play(at_a_move(game))
    page.wait_for_selector(".table-top [aria-label*='may ']")
    length = len(log_of(table))
    tab_to(page, ".table-top *")
    if "may go here" not in page.evaluate(HERE):
        page.keyboard.press("Enter")
        page.wait_for_selector(".table-top [aria-label*='may go here']")
    # The last one: two dice may lead to the first, and then the page asks which is meant.
    go_to(page, page.locator(".table-top [aria-label*='may go here']").last.get_attribute("aria-label"))
    page.keyboard.press("Enter")
    eventually(lambda: len(log_of(table)) > length)


def test_a_tile_is_turned_until_it_fits_and_laid(table, page):
    """Spectrangle: the hand comes first; Enter takes a tile up and turns it, arrows go to where it fits then."""
    table.play(begun("spectrangle", *TILES))
    page.wait_for_selector(".held.able [data-tile=RYG3]")  # Ben's hand: before it Ann's was shown
    tab_to(page, ".table-top *")
    assert page.evaluate(HERE).endswith("in the hand")
    go_to(page, "red-yellow-green 3")
    page.keyboard.press("Enter")
    page.wait_for_selector(".held.chosen [data-tile=RYG3]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".held.chosen [data-tile=YGR3]")
    assert page.evaluate(HERE).startswith("yellow-green-red 3")
    go_to(page, page.get_attribute(".table-top .able", "aria-label"))
    assert "fits here" in page.evaluate(HERE)
    page.keyboard.press("Enter")
    eventually(lambda: log_of(table)[-1].startswith("2: place YGR3"))


TILES = ("draw RRR6 for 1", "draw RYG3 for 2", "draw RRB4 GGP4 BPY3 for 1", "draw BRY1 PPY5 GGB5 for 2")
TILES = (*TILES, "1: place RRR6 T6", "draw PPP6 for 1")


def test_two_pyramids_are_taken_up_and_exchanged(table, page):
    """Spectra: what may be given comes first, then what can be had for it."""
    match = at_a_move("spectra_icehouse")
    table.play(match)
    moves = sorted(map(str, match.game.moves(match.state)))
    # A game comes to the page step by step: until its last one, other pieces may move.
    page.wait_for_function(f"moves => {MOVES} == moves", arg=" | ".join(moves))
    tab_to(page, ".table-top *")
    for n in range(2):
        go_to(page, page.locator(".table-top .piece.able").first.get_attribute("aria-label"))
        page.keyboard.press("Enter")
        page.wait_for_selector(f".table-top .piece.chosen >> nth={n}")
    go_to(page, page.get_attribute(".table-top [aria-label$='may go here']", "aria-label"))
    page.keyboard.press("Enter")
    page.wait_for_selector("#s-ask :text('Two pieces can be had')")
    tab_to(page, "#s-dice button.go")
    page.keyboard.press("Enter")
    eventually(lambda: " exchange " in log_of(table)[-1])


def test_moves_are_typed_at_any_board(table, page):
    match = at_a_move("spectra_icehouse")
    move = str(next(iter(match.game.moves(match.state))))
    table.play(match)
    page.wait_for_selector(f'#legal-moves option[value="{move}"]', state="attached")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "event"
    page.keyboard.type(move)
    page.keyboard.press("Enter")
    eventually(lambda: log_of(table)[-1] == move)


def at_a_move(game):
    """The game where somebody is to move for the second time."""
    for stop in range(4, 80):
        match = random_match(game, 2, seed=2, stop=stop)
        if match.game.awaiting(match.state).actor == "player" and len(list(match.game.moves(match.state))) > 2:
            return match
    raise AssertionError(game)


def test_a_turn_of_roll_and_color_by_keyboard_alone(table, page):
    table.play(begun("roll_and_color", "roll R R O G / R RO RO BP P"))
    page.wait_for_selector(".dice .chip")
    tab_to(page, ".dice [data-act=take]")
    for n in range(4):
        page.keyboard.press("Space")
        page.wait_for_selector(f".die.taken >> nth={n}")
        page.keyboard.press("ArrowRight")
    tab_to(page, "[data-act=reroll]")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('roll your 4 dice')")
    table.table.tell(EnterEvent("roll B B B B / R RO RO BP P"))
    page.wait_for_selector("button.offer.best")
    tab_to(page, ".sheets .offer")
    assert page.evaluate("document.activeElement.matches('.best')")
    row = page.evaluate("document.activeElement.dataset.row")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Ben')")
    eventually(lambda: log_of(table)[-1] == f"1: score {row}")


def test_the_keys_are_shown_by_one_of_them_and_put_away_by_another(table, page):
    table.play(begun("spectrum"))
    page.wait_for_selector("svg.table-top")
    page.keyboard.press("?")
    page.wait_for_selector("#s-overlay h2:text-is('Keys')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#s-overlay h2", state="detached")


def test_a_screen_reader_is_told_the_question_the_last_event_and_every_place(table, page):
    """The accessibility tree of a board, of dice with a sheet, and of cards: names, and none that is colour alone."""
    table.play(begun("spectrum", "roll R R"))
    tree = told(page, 'heading "Ann: ', "status:", 'button "green 4"', 'button "the stock, Ann')
    assert tree.count('button "red 1') == 1
    table.play(begun("roll_and_color", "roll R R O G / R RO RO BP P"))
    told(page, 'button "red"', 'columnheader "Ann', 'rowheader "RO Red-Orange"')
    table.play(_with_cards())
    told(page, 'region "The table"', 'img "holds 12 cards"')


def told(page, *words):
    """The page's accessibility tree, once it has all of these words: a game comes to it step by step."""

    def tree():
        now = page.locator("main").aria_snapshot()
        return now if all(word in now for word in words) else None

    return eventually(tree)


def _with_cards():
    match, random = Match.new("spectrumo", ("Ann", "Ben")), Random(1)
    while fact := dealing.next_fact(match, random):
        match.add(match.parse(fact))
    return match
