"""One Chromium for the tests of a file, pages in browsers of their own, and a table without camera and board."""

import pytest

from tests.browser.running import NOTHING, PATIENCE, SCREEN, chromium, free_port, start


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def by_hand(tmp_path):
    """A table at which everything is entered by hand."""
    (tmp_path / "settings.toml").write_text(NOTHING)
    running = start(["serve"], tmp_path, free_port())
    yield running
    running.stop()


@pytest.fixture
def open_page(browser):
    """Opens pages in browsers of their own; at the end none of them may have complained."""
    complaints, contexts = [], []

    def open_one(running, size=SCREEN, path="/", *, with_code=True, scheme=None):
        context = browser.new_context(
            reduced_motion="reduce", viewport=size, color_scheme=scheme, bypass_csp=True
        )  # Playwright waits by eval
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if with_code:
            page.goto(f"{running.url}/#code={running.code}")
            page.wait_for_selector("[data-name=join]")
        if path != "/" or not with_code:
            page.goto(running.url + path)
        page.wait_for_selector("[data-name=menu]")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []
