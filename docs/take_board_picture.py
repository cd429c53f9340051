"""Takes the README's picture of a drawn board: Spectrum in the middle of a turn, a pawn picked up.

Run: .venv/bin/python -m docs.take_board_picture
"""

import tempfile
from pathlib import Path

from tests.browser.running import chromium, enter, free_port, new_game, start

PICTURE = Path(__file__).with_name("board.png")
SETTINGS = '[camera]\nsource = ""\n[board]\nport = ""\n[page]\nhost = "127.0.0.1"\n'
GAME = (
    "roll G B", "1: OFF>G1", "1: G1>G2",
    "roll P B", "2: OFF>B1", "2: B1>B2",
    "roll Y G", "3: OFF>Y1", "3: Y1>Y2",
    "roll B B", "1: OFF>B1>B2", "1: place O1", "1: B2>GB2>GB3",
    "roll G B", "2: OFF>B1", "2: B1>GB1",
    "roll P R", "3: OFF>P1", "3: P1>PR1",
    "roll R O", "1: OFF>R1", "1: R1>R2",
    "roll G B", "2: GB1>GB2", "2: OFF>G1",
    "roll Y P", "3: Y2>Y3", "3: OFF>P1",
    "roll G B",
)  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "settings.toml").write_text(SETTINGS, encoding="utf-8")
        running = start(["serve"], data, free_port())
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
            page.goto(f"{running.url}/#code={running.code}")
            new_game(page, "Ann", "Ben", "Cem", game="spectrum")
            page.wait_for_selector("svg.table-top")
            for event in GAME:
                enter(running, event)
            page.wait_for_selector("text=Ann: choose a pawn")
            page.locator('#s-board [data-at="GB3"]').last.click()
            page.wait_for_selector("[data-go]")
            page.wait_for_timeout(800)
            page.screenshot(path=PICTURE)
        finally:
            running.stop()


if __name__ == "__main__":
    main()
