"""A table in this process with the page on a port: games stand there at once, as a test wants them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from engine.core.match import Match
from firmware_bridge.board_maps import BoardMap
from tablelight.referee.inputs import EnterEvent
from tablelight.session.lights import TableLights
from tablelight.session.people import People
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.setup.network import qr_svg
from tablelight.web.dependencies import PageContext
from tablelight.web.server import make_app
from tablelight.web.views.looking import Surroundings
from tests.browser.running import free_port
from tests.support.waiting import eventually

CODE = "ABCD2345"


@dataclass
class HereTable:
    """A table without camera and board. ``context``: what its page stands on."""

    url: str
    table: GameTable
    context: PageContext
    code: str = CODE

    def show(self, match: Match) -> None:
        """This match stands on the table, to be looked at."""
        self.table.new_match(match)

    def play(self, match: Match) -> None:
        """This match is played as far as it has come, and can go on."""
        self.table.new_match(Match(match.agreed, match.seats))
        for _, event in match.events:
            self.table.tell(EnterEvent(str(event)))


@contextmanager
def a_table(folder: Path) -> Iterator[HereTable]:
    """The table, until it is no longer wanted. ``folder``: where its record lies."""
    lights = TableLights(None, BoardMap.load("spectrum"), 0.6, colour_blind=False)
    table = GameTable(lambda: Record.open(folder / "record.db"), lights)
    people = People(table, folder)
    port = free_port()
    join = f"http://127.0.0.1:{port}/#code={CODE}"
    context = PageContext(table, CODE, lights, Surroundings(join_url=join, join_qr=qr_svg(join), people=people))
    server = uvicorn.Server(uvicorn.Config(make_app(context), port=port, log_level="warning"))
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    eventually(lambda: server.started)
    try:
        yield HereTable(f"http://127.0.0.1:{port}", table, context)
    finally:
        server.should_exit = True
        running.join(10)
        table.close()
