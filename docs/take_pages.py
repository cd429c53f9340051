"""Takes ``docs/pages.png``: the page's main places beside each other, as a phone or a screen shows them.

Run: .venv/bin/python -m docs.take_pages
"""

import base64
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from tablelight.bench.players import random_match
from tablelight.session.people.names import address_of
from tests.browser.running import Running, chromium, enter, free_port, new_game, start, state

PICTURE = Path(__file__).with_name("pages.png")
PHONE, SCREEN = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
HIGH = 440
"""Of each picture on the sheet, pixels."""
ROLL = "roll R R O G / R RO RO BP P"

Shot = tuple[str, bytes]


def _on_a_phone(page: Any, running: Running) -> Iterator[Shot]:
    def shot(name: str) -> Shot:
        page.wait_for_timeout(500)
        return name, page.screenshot()

    page.wait_for_selector(".start")
    page.click("[data-people='3']")
    page.wait_for_selector(".game-tile.dim")
    yield shot("start: three people")
    page.click("[data-people='3']")
    page.click(".game-tile[data-game=spectrum]")
    page.fill("[name=newname]", "Ann, Ben, Cem")
    page.click("[data-act=add-name]")
    page.wait_for_selector("[data-act=unseat]")
    yield shot("setting up")
    page.click("[data-act=choose-game]")
    new_game(page, "Ann", "Ben", "Cem")
    enter(running, ROLL)
    yield shot("Roll & Color")
    page.click("#s-head [data-name=menu]")
    page.wait_for_selector("#s-overlay .card")
    yield shot("menu")
    page.keyboard.press("Escape")
    page.wait_for_selector("#s-overlay .card", state="detached")
    page.wait_for_timeout(300)  # its place in the history goes with it
    for path, name in (
        ("/games", "games"),
        ("/settings", "settings"),
        ("/health", "parts"),
        ("/rules/spectrum", "rules"),
    ):
        page.goto(running.url + path)
        yield shot(name)


def _on_a_screen(page: Any, running: Running) -> Iterator[Shot]:
    def shot(name: str) -> Shot:
        page.wait_for_timeout(800)
        return name, page.screenshot()

    yield shot("Roll & Color")
    for game, name in (("spectrum", "Spectrum"), ("spectrangle", "Spectrangle"), ("spectrumo", "Spectrumo")):
        new_game(page, "Ann", "Ben", game=game)
        if game == "spectrum":
            enter(running, "roll G R")
        deal = page.locator("[data-act=deal-here]")
        if deal.count():
            deal.first.click()
        yield shot(name)
    page.click("#s-head [data-name=menu]")
    page.click("#s-overlay [data-name=new]")
    page.wait_for_selector("#s-overlay .start")
    yield shot("another game")
    page.goto(f"{running.url}/light")
    yield shot("light and camera")
    page.goto(running.url)
    new_game(page, "Ann", "Ben", game="spectrangle")
    for _, event in random_match("spectrangle", seed=1).events:
        enter(running, str(event))
    page.wait_for_selector(".endcard")
    yield shot("the end of a game")
    page.goto(f"{running.url}/tv")
    page.wait_for_selector(".tv .podium")
    yield shot("big screen")
    page.goto(f"{running.url}/games/{state(running)['match']}/replay?at=30")
    yield shot("replay")
    page.goto(f"{running.url}/people/{address_of('Ann')}")
    yield shot("a person")


def _sheet(browser: Any, shots: list[Shot]) -> bytes:
    """All pictures with their names, as one."""
    figures = "".join(
        f'<figure><img src="data:image/png;base64,{base64.b64encode(png).decode()}">'
        f"<figcaption>{escape(name)}</figcaption></figure>"
        for name, png in shots
    )
    style = (
        f"body{{margin:16px;background:#808089;font:600 16px system-ui;display:flex;flex-wrap:wrap;gap:16px}}"
        f"figure{{margin:0}}img{{height:{HIGH}px;border-radius:8px;display:block}}figcaption{{color:#fff;margin-top:4px}}"
    )
    page = browser.new_page(viewport={"width": 1800, "height": 400})
    page.set_content(f"<style>{style}</style>{figures}")
    picture: bytes = page.screenshot(full_page=True)
    return picture


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        data = Path(folder) / "data"
        data.mkdir()
        running = start(["demo", "--data", str(data), "--seed", "4"], data, free_port())
        shots: list[Shot] = []
        try:
            for size, scheme, take in ((PHONE, "light", _on_a_phone), (SCREEN, "dark", _on_a_screen)):
                page = browser.new_page(viewport=size, color_scheme=scheme)
                page.set_default_timeout(60_000)
                page.goto(f"{running.url}/#code={running.code}")
                page.wait_for_selector("[data-name=join]")
                shots += take(page, running)
        finally:
            running.stop()
        PICTURE.write_bytes(_sheet(browser, shots))


if __name__ == "__main__":
    main()
