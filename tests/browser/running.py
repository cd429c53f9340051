"""A running Tablelight and a real Chromium, for tests and for the README's picture."""

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.browser.forked import Forked, forked

PHONE, SCREEN = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
PATIENCE = 30_000
NOTHING = '[camera]\nsource = ""\n[board]\nport = ""\n[page]\nhost = "127.0.0.1"\n'
"""Settings of a table without camera and board."""
ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def missing() -> str:
    """What is missing to drive a browser, in a sentence; empty when nothing is."""
    if not any(map(shutil.which, BROWSERS)):
        return "there is no Chromium here: sudo apt install chromium"
    return ""


@dataclass
class Running:
    """A Tablelight in a process of its own."""

    process: Forked
    url: str
    data: Path

    @property
    def code(self) -> str:
        return (self.data / "code.txt").read_text().strip()

    def kill(self) -> None:
        """As a pulled plug does it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()


def free_port() -> int:
    """A port that nobody has, and that the system gives to nobody before Tablelight takes it, seconds later.

    Below 32768 the system hands none out by itself; each process that tests beside others has fifty of its own.
    """
    first = 20_000 + os.getpid() % 200 * 50
    for port in random.sample(range(first, first + 50), 50):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError(f"all ports from {first} on are taken")


def start(command: list[str], data: Path, port: int, patience_s: float = 90) -> Running:
    """Start ``tablelight`` and wait until its page answers."""
    log = data.parent / f"{data.name}.log"
    process = forked([*command, "--port", str(port)], data, log)
    running = Running(process, f"http://127.0.0.1:{port}", data)
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        try:
            with urlopen(f"{running.url}/api/state", timeout=5):
                return running
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.03)
    running.stop()
    raise AssertionError(f"Tablelight did not start: {log.read_text()[-2000:]}")


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """A headless Chromium, driven by Playwright. Pages are opened in it with ``reduced_motion``: it paints with the
    processor, and a board that breathes takes half a core (a tenth without)."""
    from playwright.sync_api import sync_playwright

    flags = [*_FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    path = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


class SlowLine:
    """A page's line to the table, over which nothing comes while it is held. ``held``: what has not come yet."""

    def __init__(self, page: Any) -> None:
        self.held: list[Any] = []
        self._holding = False
        page.route_web_socket("**", self._between)
        page.reload()  # the line it has already goes past this one
        page.wait_for_selector("[data-name=menu]")

    def _between(self, phone: Any) -> None:
        table = phone.connect_to_server()
        table.on_message(lambda told: self.held.append(told) if self._holding else phone.send(told))
        self._phone = phone

    def hold(self) -> None:
        self._holding = True

    def go_on(self) -> None:
        """What was held comes now, in its order."""
        self._holding = False
        for told in self.held:
            self._phone.send(told)
        self.held.clear()


def tap_board(page: Any, place: str) -> None:
    """Tap a place of the board: whatever lies on top there is what a finger would meet. The board is changed in place,
    so what has come to lie on top meanwhile is looked for again."""
    for _ in range(PATIENCE // 1000):
        with contextlib.suppress(Exception):
            page.locator(f'#s-board [data-at="{place}"]').last.click(timeout=1000)
            return
    raise AssertionError(f"{place} cannot be tapped")


def state(running: Running) -> dict[str, Any]:
    """What the service says to programs."""
    with urlopen(f"{running.url}/api/state", timeout=10) as answer:
        return dict(json.load(answer))


def enter(running: Running, event: str) -> None:
    """A step that the test does not want to tap, by the service's interface for programs."""
    body = json.dumps({"event": event}).encode()
    urlopen(Request(f"{running.url}/api/event", body, {"Authorization": f"Bearer {running.code}"}), timeout=10).close()


def new_game(page: Any, *names: str, game: str = "roll_and_color") -> None:
    """Begin a game with these players, whatever the page shows."""
    page.wait_for_selector("#s-head [data-name=menu]")
    if not page.query_selector(".start, form.newgame"):
        page.click("#s-head [data-name=menu]")
        page.click("#s-overlay [data-name=new]")
    page.wait_for_selector(".start, form.newgame")
    if page.query_selector("form.newgame"):
        page.click("form.newgame [data-act=choose-game]")
    page.click(f".game-tile[data-game={game}]")
    page.wait_for_selector(f"form.newgame input[name=fields-of][value={game}]", state="attached")
    nobody_seated(page)
    page.fill("form.newgame input[name=newname]", ", ".join(names))
    page.click("form.newgame [data-act=new-game]")
    page.wait_for_selector("form.newgame", state="detached")
    page.wait_for_selector(f"#s-play :text('{names[0]}'), svg.table-top")


def nobody_seated(page: Any) -> None:
    """In the form for a new game: let everybody stand up again whom this browser remembers."""
    seated = page.locator("form.newgame [data-act=unseat]")
    for left in reversed(range(seated.count())):
        seated.nth(left).click()
        page.wait_for_selector(f"form.newgame input[name=name{left}]", state="detached")
