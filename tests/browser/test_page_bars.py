"""No page sticks out, cuts text off, has targets too small for a thumb or text too faint to read; axe finds nothing."""

import json
from contextlib import suppress
from urllib.error import HTTPError

import pytest

from engine.core.match import Match
from engine.core.registry import names
from tablelight.bench.players import random_match, setups_of
from tablelight.session.people.names import address_of
from tests.browser.running import PATIENCE, PHONE, enter, free_port, missing, new_game, start
from tests.browser.tables import a_table
from tests.support.page_bars import WIDTHS, across_and_axe

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing())]

PATHS = (
    "/games",
    "/teach",
    "/teach/cards",
    "/light",
    "/health",
    "/wiring",
    "/settings",
    "/rules",
    "/rules?q=double",
    *(f"/rules/{game}" for game in names()),
    "/rules/spectrum_cribbage/turn?step=5",
    "/evening",
    "/people",
    "/looking-for-the-table",
    "/nowhere",
)
CARDS = ("menu", "join", "new", "people", "history")
STEPS = (0, 3, 12, 400)
"""Entries after which a game is looked at; a random game is mostly over by the last."""
MOST_BYTES = 250_000


@pytest.fixture
def touched(browser):
    """Opens a page of a touch screen, unlocked."""
    contexts = []

    def open_one(running):
        context = browser.new_context(reduced_motion="reduce", viewport=PHONE, has_touch=True, bypass_csp=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{running.url}/#code={running.code}")
        page.wait_for_selector("[data-name=join]")
        return page

    yield open_one
    for context in contexts:
        context.close()


def test_start_setting_up_play_games_and_settings_reach_every_bar(by_hand, touched):
    page = touched(by_hand)
    page.wait_for_selector(".start")
    found = {"start": across_and_axe(page, (390, 1440), PHONE)}
    page.click(".game-tile[data-game=spectrum]")
    page.wait_for_selector("form.newgame")
    found["set-up"] = across_and_axe(page, (390, 1440), PHONE)
    new_game(page, "Ann", "Ben")
    found["play"] = across_and_axe(page, (390, 1440), PHONE)
    for path in ("/games", "/settings"):
        page.goto(by_hand.url + path)
        page.wait_for_selector("a.brand")
        found[path] = across_and_axe(page, (390, 1440), PHONE)
    assert not any(found.values()), json.dumps(found, indent=1, ensure_ascii=False)


def test_the_first_page_weighs_little_without_its_pictures(by_hand, browser):
    context = browser.new_context(reduced_motion="reduce", viewport=PHONE)
    page, weights = context.new_page(), {}
    page.on("response", lambda answer: weights.update({answer.url: len(answer.body())}))
    page.goto(by_hand.url)
    page.wait_for_selector("[data-name=menu]")
    page.wait_for_load_state("networkidle")
    context.close()
    heavy = {url: size for url, size in weights.items() if "/pictures/" not in url}
    assert len(heavy) > 5 and sum(heavy.values()) <= MOST_BYTES, heavy


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_page_and_every_card_on_top_reaches_every_bar(tmp_path, touched):
    running = start(["demo", "--seed", "3", "--data", str(tmp_path)], tmp_path, free_port())
    try:
        page, found = touched(running), {}
        new_game(page, "Ann", "Ben")
        for card in CARDS:
            page.click("#s-head [data-name=menu]")
            if card != "menu":
                page.click(f"#s-overlay [data-name={card}]")
                page.wait_for_selector("#s-overlay .card h2:not(:text('Menu'))")
            found[card] = across_and_axe(page, WIDTHS, PHONE)
            page.keyboard.press("Escape")
            page.wait_for_selector("#s-overlay .card", state="detached")
        for path in PATHS:
            page.goto(running.url + path)
            page.wait_for_load_state("networkidle" if path.startswith(("/settings", "/rules", "/nowhere")) else "load")
            page.wait_for_selector("a.brand, h1")
            found[path] = across_and_axe(page, WIDTHS, PHONE)
        assert not any(found.values()), json.dumps(found, indent=1, ensure_ascii=False)
    finally:
        running.stop()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_what_comes_after_a_game_reaches_every_bar(tmp_path, touched):
    """The end card, sharing, people, one of them, the evening, the big screen and the replay."""
    with a_table(tmp_path) as table:
        page, found = touched(table), {}
        for game in ("roll_and_color", "spectrum"):
            played = random_match(game, seed=1)
            match = Match.new(game, ["Maximiliane-Charlotte W.", "Ben"])
            for _, event in played.events:
                match.add(event)
            table.play(match)
            page.goto(table.url)
            page.wait_for_selector(".endcard")
            found[game, "end"] = across_and_axe(page, WIDTHS, PHONE)
            page.click("[data-act=overlay][data-name=share]")
            page.wait_for_selector(".share")
            found[game, "share"] = across_and_axe(page, WIDTHS, PHONE)
            page.goto(f"{table.url}/tv")
            page.wait_for_selector(".tv .podium")
            found[game, "tv"] = across_and_axe(page, (1440, 1920, 3840), PHONE)
            page.goto(f"{table.url}/games/{table.table.snapshot.match_id}/replay?at=12")
            page.wait_for_load_state("networkidle")
            found[game, "replay"] = across_and_axe(page, WIDTHS, PHONE)
        for path in ("/people", f"/people/{address_of('Ben')}", "/evening", "/games"):
            page.goto(table.url + path)
            page.wait_for_selector("a.brand")
            found[path] = across_and_axe(page, WIDTHS, PHONE)
        wrong = {str(where): faults for where, faults in found.items() if faults}
        assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", names())
def test_every_game_reaches_every_bar_from_its_beginning_to_its_end(by_hand, touched, game):
    page, found = touched(by_hand), {}
    seats = setups_of(game)[0].seats
    match = random_match(game, seats, seed=1, stop=STEPS[-1])
    people = ["Ann", "Ben", "Cem", "Dora", "Emil", "Fay"][:seats]
    new_game(page, *people, game=game)
    done = 0
    for step in STEPS:
        with suppress(HTTPError):  # where an option is told apart by chance the page goes another way: it is looked at
            for entry in match.log[done:step]:
                enter(by_hand, str(entry))
        done = step
        page.wait_for_timeout(300)
        found[step] = across_and_axe(page, WIDTHS, PHONE)
    assert not any(found.values()), json.dumps(found, indent=1, ensure_ascii=False)
