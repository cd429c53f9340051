"""``tablelight bench page``: how soon the page is painted, how soon a tap is answered, and what a visit weighs.

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
from urllib.request import urlopen

import typer

from tablelight.setup import table_code

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_PHONE = {"width": 390, "height": 844}
_TABLE = '[camera]\nsource = ""\n[board]\nport = ""\n[page]\nhost = "127.0.0.1"\n'
_PATIENCE_S = 90.0
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
    with tempfile.TemporaryDirectory() as folder, _table(Path(folder)) as url, _chromium() as browser:
        code = (Path(folder) / table_code.FILE).read_text(encoding="utf-8").strip()
        paints, whole, weight = _visits(browser, url, times)
        taps = _taps(browser, f"{url}/#code={code}", times)
    return {
        "first_paint_ms": round(statistics.median(paints)),
        "slowest_paint_ms": round(max(paints)),
        "table_answered_ms": round(statistics.median(whole)),
        "tap_answered_ms": round(statistics.median(taps)),
        "slowest_tap_ms": round(max(taps)),
        "weight_bytes": weight,
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
def _table(folder: Path) -> Iterator[str]:
    """A table without camera and board in a process of its own; gives its address."""
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
            yield f"http://127.0.0.1:{port}"
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
