"""``tablelight bench page``: how soon the page is painted, how soon a tap is answered, what a visit weighs, what a
step of a game costs the table's processor, and what a whole game writes to its disk.

Measured in a Chromium of this computer on a table without camera and board, over loopback; a phone and its network add
their own. Needs Playwright and Chromium, as the browser tests do.
"""

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any
from urllib.request import Request, urlopen

import typer

from tablelight.bench.players import random_match
from tablelight.setup import table_code

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_PHONE = {"width": 390, "height": 844}
_TABLE = '[camera]\nsource = ""\n[board]\nport = ""\n[page]\nhost = "127.0.0.1"\n'
_PATIENCE_S = 90.0
_STEP_S = 0.15
"""Between two steps, so that the phone is sent each of them."""
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_TAPPED = """(selector) => new Promise((done) => {
  const before = performance.now();
  new MutationObserver((_, look) => {
    look.disconnect();
    requestAnimationFrame(() => done(performance.now() - before));
  }).observe(document.querySelector('.page'), { subtree: true, childList: true, attributes: true });
  document.querySelector(selector).click();
})"""
"""From a tap to the frame in which its answer is drawn, milliseconds."""


def page(
    times: Annotated[int, typer.Option(min=3, help="Visits, and taps.")] = 15,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Measure the page in a browser: first paint, a tap's answer, weight without pictures."""
    found = measured(times)
    if as_json:
        typer.echo(json.dumps(found))
        return
    for name, value in found.items():
        typer.echo(f"{name.replace('_', ' '):<28}{value:>10}")


def measured(times: int) -> dict[str, float]:
    """The figures: milliseconds (the middle one of all, and the slowest) and bytes."""
    with tempfile.TemporaryDirectory() as folder, _table(Path(folder)) as (url, pid), _chromium() as browser:
        code = (Path(folder) / table_code.FILE).read_text(encoding="utf-8").strip()
        paints, whole, weight = _visits(browser, url, times)
        taps = _taps(browser, f"{url}/#code={code}", times)
        game = _game(browser, url, code, pid)
    return {
        "first_paint_ms": round(statistics.median(paints)),
        "slowest_paint_ms": round(max(paints)),
        "table_answered_ms": round(statistics.median(whole)),
        "tap_answered_ms": round(statistics.median(taps)),
        "slowest_tap_ms": round(max(taps)),
        "weight_bytes": weight,
        **game,
    }


def _visits(browser: Any, url: str, times: int) -> tuple[list[float], list[float], int]:
    """First paints of browsers that were never here, when the table had answered, and bytes besides pictures."""
    paints: list[float] = []
    whole: list[float] = []
    fetched: dict[str, int] = {}
    for _ in range(times):
        context = browser.new_context(viewport=_PHONE, bypass_csp=True)
        visitor = context.new_page()
        visitor.on("response", lambda answer: fetched.update({answer.url: len(answer.body())}))
        visitor.goto(url)
        visitor.wait_for_selector("#s-ask h1")
        whole.append(visitor.evaluate("performance.now()"))
        visitor.wait_for_function(_PAINTED)
        paints.append(visitor.evaluate(_PAINTED))
        visitor.wait_for_load_state("networkidle")
        context.close()
    return paints, whole, sum(size for url, size in fetched.items() if "/picture" not in url)


def _taps(browser: Any, url: str, times: int) -> list[float]:
    """A number of people is tapped, which draws all tiles anew."""
    visitor = browser.new_context(viewport=_PHONE, bypass_csp=True).new_page()
    visitor.goto(url)
    visitor.wait_for_selector("[data-act=how-many]")
    visitor.wait_for_load_state("networkidle")
    taps = []
    for n in range(times + 1):
        taps.append(visitor.evaluate(_TAPPED, f"[data-people='{n % 6 + 1}']"))
        visitor.wait_for_selector(f"[data-people='{n % 6 + 1}'][aria-pressed=true]")
    return taps[1:]  # the first one loads the rules of all games


def _game(browser: Any, url: str, code: str, pid: int) -> dict[str, float]:
    """A whole game of Roll & Color, entered while a phone shows it: what a step costs and what is written."""
    match = random_match("roll_and_color", 2, seed=1)
    visitor = browser.new_context(viewport=_PHONE, bypass_csp=True).new_page()
    visitor.goto(f"{url}/#code={code}")
    visitor.wait_for_selector("[data-act=how-many]")
    visitor.click(".game-tile[data-game=roll_and_color]")
    visitor.fill("form.newgame input[name=newname]", "Ann, Ben")
    visitor.click("form.newgame [data-act=new-game]")
    visitor.wait_for_selector("form.newgame", state="detached")
    cpu, written = _cpu_s(pid), _written(pid)
    for entry in match.log:
        _post(url, code, str(entry))
        time.sleep(_STEP_S)
    steps = len(match.log)
    return {
        "steps_of_a_game": steps,
        "cpu_per_step_ms": round(1000 * (_cpu_s(pid) - cpu) / steps, 1),
        "written_per_game_bytes": _written(pid) - written,
    }


def _post(url: str, code: str, event: str) -> None:
    body = json.dumps({"event": event}).encode()
    urlopen(Request(f"{url}/api/event", body, {"Authorization": f"Bearer {code}"}), timeout=10).close()


def _cpu_s(pid: int) -> float:
    """Seconds that a process has had of the processor."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def _written(pid: int) -> int:
    """Bytes that a process had written to disks, which an SD card would have to take."""
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


@contextmanager
def _chromium() -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        typer.echo("There is no Chromium here: sudo apt install chromium", err=True)
        raise typer.Exit(1)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        typer.echo("Playwright is not here: pip install playwright", err=True)
        raise typer.Exit(1) from None
    flags = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


@contextmanager
def _table(folder: Path) -> Iterator[tuple[str, int]]:
    """A table without camera and board in a process of its own; gives its address and the process's number."""
    (folder / "settings.toml").write_text(_TABLE, encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tablelight", "serve", "--port", str(port)]
    environment = {**os.environ, "TABLELIGHT_DATA": str(folder)}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet) as process:
        try:
            _wait(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()


def _wait(url: str) -> None:
    end = time.monotonic() + _PATIENCE_S
    while time.monotonic() < end:
        with suppress(OSError), urlopen(f"{url}/api/state", timeout=5):
            return
        time.sleep(0.1)
    typer.echo("The table did not start.", err=True)
    raise typer.Exit(1)
