"""A table without camera and board, its page, and a browser there.

A file that wants more of one of them, such as a game that goes on, overrides that one and asks for it under the same
name; whatever stands on it then stands on what that file made of it.
"""

import pytest

from firmware_bridge.board_maps import BoardMap
from tablelight.session.lights import TableLights
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.web.dependencies import PageContext
from tablelight.web.views.looking import Surroundings
from tests.tablelight.visitors import CODE, connect, visitor


@pytest.fixture
def lights():
    return TableLights(None, BoardMap.load("spectrum"), 0.6, colour_blind=False)


@pytest.fixture
def table(tmp_path, lights):
    """Nothing is played at it yet."""
    return GameTable(lambda: Record.open(tmp_path / "record.db"), lights)


@pytest.fixture
def context(table, lights):
    return PageContext(table, CODE, lights, Surroundings(join_url="http://table/#code=X"))


@pytest.fixture
def client(context, monkeypatch):
    """A browser that has not shown the code yet. A wrong code is refused at once: the page's delay is for guessers."""

    async def no_wait(_):
        return None

    monkeypatch.setattr("tablelight.web.answers.asyncio.sleep", no_wait)
    return visitor(context)


@pytest.fixture
def socket(client):
    """The line of a browser that has shown the code."""
    client.get("/")
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        yield socket
