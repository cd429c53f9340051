"""Browsers and programs that visit the page, for tests: what they show, what they tap, and what they are sent."""

import json
from html import unescape

from starlette.testclient import TestClient

from tablelight.web.server import make_app

CODE = "ABCD2345"
"""The table's code; whoever shows it may write."""
ROLL = "roll R R O G / R RO RO BP P"
"""A first roll at Roll & Color."""


def visitor(context, **how):
    """A browser of its own, which has not shown the code yet."""
    return TestClient(make_app(context), base_url="http://testserver", **how)


def bearer(code=CODE):
    """The headers with which a program shows the code."""
    return {"Authorization": f"Bearer {code}"}


def connect(client, view="play", origin="http://testserver"):
    return client.websocket_connect(f"/ws?view={view}", headers={"origin": origin, "host": "testserver"})


def act(socket, name, /, **args):
    socket.send_text(json.dumps({"name": name, "args": args}))


def until(socket, section, words):
    """The first message whose section has these words."""
    for _ in range(60):
        html = json.loads(socket.receive_text()).get("sections", {}).get(section, "")
        if words in html or words in unescape(html):
            return html
    raise AssertionError(f"'{words}' never came in {section}")


def match_of(context):
    """The match at the table of a page."""
    return context.table.snapshot.referee.match
