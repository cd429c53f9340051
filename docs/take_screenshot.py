"""Takes the README's picture: a turn at the simulated table. Run: .venv/bin/python -m docs.take_screenshot"""

import tempfile
from pathlib import Path

from tests.browser.running import chromium, free_port, new_game, start

PICTURE = Path(__file__).with_name("page.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        data = Path(folder) / "data"
        data.mkdir()
        running = start(["demo", "--data", str(data), "--seed", "4"], data, free_port())
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 960}, color_scheme="dark")
            page.set_default_timeout(60_000)
            page.goto(f"{running.url}/#code={running.code}")
            new_game(page, "Ann", "Ben", "Cem")
            for _ in range(4):
                page.click("[data-act=hand-roll]:not([disabled])")
                page.wait_for_selector("button.offer.best")
                page.wait_for_timeout(1500)
                page.screenshot(path=PICTURE)
                page.click("button.offer.best >> nth=0")
                page.wait_for_selector("button.offer.best", state="detached")
        finally:
            running.stop()


if __name__ == "__main__":
    main()
