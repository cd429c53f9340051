"""A table without camera and board, its page, and a browser there.

A file that wants more of one of them, such as a game that goes on, overrides that one and asks for it under the same
name; whatever stands on it then stands on what that file made of it.
"""

import pytest

from firmware_bridge.maps import BoardMap
from tablelight.lights import TableLights
from tablelight.page.house import House
from tablelight.page.views import Place
from tablelight.record import Record
from tablelight.table import Table
from tests.tablelight.visitors import CODE, visitor


@pytest.fixture
def lights():
    return TableLights(None, BoardMap.load("spectrum"), 0.6, colour_blind=False)


@pytest.fixture
def table(tmp_path, lights):
    """Nothing is played at it yet."""
    return Table(lambda: Record.open(tmp_path / "record.db"), lights)


@pytest.fixture
def house(table, lights):
    return House(table, CODE, lights, Place(join_url="http://table/#code=X"))


@pytest.fixture
def client(house, monkeypatch):
    """A browser that has not shown the code yet. A wrong code is refused at once: the page's delay is for guessers."""

    async def no_wait(_):
        return None

    monkeypatch.setattr("tablelight.page.answers.asyncio.sleep", no_wait)
    return visitor(house)
