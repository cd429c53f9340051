"""What the page stands on: table, lights, seats, parts; and who may write."""

import hashlib
import hmac
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from starlette.requests import HTTPConnection

from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.picture_keeper import PictureKeeper
from tablelight.session.lights import TableLights
from tablelight.session.people.forgetting import Forgetting
from tablelight.session.seats import Seats
from tablelight.session.table import GameTable
from tablelight.setup import table_code
from tablelight.setup.workbench import Workbench
from tablelight.web.door import Door
from tablelight.web.guesses import Guesses
from tablelight.web.notices import Notices
from tablelight.web.room import Room
from tablelight.web.table_hands import TableHands
from tablelight.web.teachings import Teachings
from tablelight.web.viewer import Viewer
from tablelight.web.views.looking import Surroundings

COOKIE = "tablelight"
MOST_BROWSERS = 40
"""Pages that look at the table at once."""


_PAGES: RunVar[CapacityLimiter] = RunVar("threads of open pages")


def for_pages() -> CapacityLimiter:
    """The threads in which open pages are drawn and acts are done: theirs alone, so that however many ask for pictures
    and saved games, the game goes on."""
    try:
        return _PAGES.get()
    except LookupError:
        _PAGES.set(threads := CapacityLimiter(MOST_BROWSERS))
        return threads


@dataclass(slots=True)
class PageContext:
    """Everything the page stands on. ``report``: part, state and sentence of every part, for the health page."""

    table: GameTable
    code: str
    lights: TableLights
    surroundings: Surroundings
    eyes: CameraWorker | None = None
    hands: TableHands | None = None
    seats: Seats = field(default_factory=Seats)
    workbench: Workbench | None = None
    report: Callable[[], list[tuple[str, str, str]]] = list
    language: str = "en"
    """What a browser is answered in that asks for no language there is."""
    names: tuple[str, ...] = ()
    """What else this table is called in addresses, small letters."""
    settings_path: Path | None = None
    """The file that the settings page reads and writes; None where the table keeps no settings."""
    forgetting: Forgetting | None = None
    """Takes people out of all that is kept here."""
    guesses: Guesses = field(default_factory=Guesses)
    room: Room = field(default_factory=lambda: Room(MOST_BROWSERS))
    door: Door = field(default_factory=Door)
    teachings: Teachings | None = None
    pictures: PictureKeeper | None = None
    notices: Notices = field(default_factory=Notices)
    answering: threading.Lock = field(default_factory=threading.Lock)
    """Held by whoever answers what is asked, so that two answers at once come one after the other."""

    def __post_init__(self) -> None:
        if self.eyes is not None:
            self.teachings = Teachings(self.eyes)

    def right_code(self, given: str, who: str = "") -> bool:
        """Whether a code is right; the right one always is, whoever tried however many before. ``who``: from where, so
        that wrong ones are counted."""
        if not table_code.normalised(given):  # no code at all is no guess
            return False
        if table_code.same(given, self.code):
            return True
        self.guesses.wrong(who)
        return False

    @property
    def cookie(self) -> str:
        """What a browser keeps instead of the code itself."""
        return hmac.new(self.code.encode(), b"may write", hashlib.sha256).hexdigest()

    @property
    def cookie_name(self) -> str:
        """Its name: of this table alone. Browsers take tables at other ports of one address for the same place."""
        return f"{COOKIE}-{hmac.new(self.code.encode(), b'which table', hashlib.sha256).hexdigest()[:8]}"

    def program(self) -> Viewer:
        """How a program with the code looks: it sits nowhere, and moves for nobody who sits on a phone."""
        return Viewer(None, True, others=frozenset(self.seats.held()))

    def may_write(self, connection: HTTPConnection) -> bool:
        # Phones that came in before each table's cookie had a name of its own bring the old one.
        given = [connection.cookies.get(name, "").encode("utf-8", "replace") for name in (self.cookie_name, COOKIE)]
        return any(hmac.compare_digest(each, self.cookie.encode()) for each in given)
