"""Light and dark: by the device, or as somebody chose it in this browser, from the first moment of a page."""

import re
from importlib.resources import files

import pytest

from tablelight.web.scheme import COOKIE, GROUND
from tests.tablelight.visitors import act, connect, until

TOKENS = (files("tablelight.web") / "static" / "tokens.css").read_text()


def _colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{3,8});", block))


def test_light_is_the_same_by_the_device_and_by_choice_and_dark_names_the_same_colours():
    dark, by_device, chosen = [
        _colours(block) for block in re.findall(r"\{\s*color-scheme: \w+;(.*?)\}", TOKENS, re.DOTALL)
    ]
    assert by_device == chosen and dark.keys() == chosen.keys()
    assert {"light": chosen["--bg"], "dark": dark["--bg"]} == GROUND


@pytest.mark.parametrize("path", ["/", "/games", "/settings"])
def test_what_was_chosen_stands_in_the_page_as_it_is_sent_and_nothing_else_does(client, path):
    assert "<html lang" in client.get(path).text, "as the device says"
    client.cookies.set(COOKIE, "dark")
    page = client.get(path).text
    assert 'data-scheme="dark"' in page and "#f4f2ee" not in page
    client.cookies.set(COOKIE, '"><script>')
    assert "<html lang" in client.get(path).text


def test_the_menu_says_which_colours_were_chosen(client):
    client.get("/")
    with connect(client) as socket:
        act(socket, "overlay", name="menu")
        until(socket, "overlay", 'data-scheme="" aria-pressed="true"')
        act(socket, "scheme", scheme="light")
        until(socket, "overlay", 'data-scheme="light" aria-pressed="true"')
        act(socket, "scheme", scheme="mauve")
        until(socket, "overlay", 'data-scheme="" aria-pressed="true"')
