"""No page sticks out, cuts text off, has targets too small for a thumb or text too faint to read; axe finds nothing."""

import json

import pytest

from engine.core.match import Match
from engine.core.registry import names
from tablelight.bench.players import random_match, setups_of
from tablelight.session.people.names import address_of
from tests.browser.running import PATIENCE, PHONE, free_port, missing, new_game, start
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
PEOPLE = ("Maximiliane-Charlotte W.", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hannelore-Sophie")
STEPS = (0, 3, 12, 60, 400)
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
        page.wait_for_selector("h1")  # the page's own, which on a busy machine comes later than what is on all of them
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
def test_every_game_reaches_every_bar_from_its_beginning_to_its_end(tmp_path, touched, game):
    """With as many people as play it, on the phone of whoever is next, so with the hand in sight."""
    setup = max(setups_of(game), key=lambda setup: setup.seats)
    played = random_match(game, setup.seats, seed=1, stop=STEPS[-1], **setup.options)
    found = {}
    with a_table(tmp_path) as table:
        page = touched(table)
        for step in STEPS:
            match = Match.new(game, PEOPLE[: setup.seats], options=setup.options)
            for _, event in list(played.events)[:step]:
                match.add(event)
            table.context.seats.follow_anew(None, ())  # nobody sits where they sat the step before
            table.show(match)
            sit_down(page, match.game.mover(match.state) if step else None)
            page.wait_for_timeout(300)
            found[step] = across_and_axe(page, WIDTHS, PHONE)
    wrong = {step: faults for step, faults in found.items() if faults}
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def sit_down(page, seat):
    """This phone is that player's, where a game has seats to take."""
    page.reload()
    page.wait_for_selector("[data-name=join]")
    if seat is None or not page.query_selector("#s-seats [data-name=seats]"):
        return
    page.tap("#s-seats [data-name=seats]")
    page.tap(f"#s-overlay [data-act=take-seat][data-seat='{seat}']")
    page.wait_for_selector("#s-overlay .card", state="detached")
