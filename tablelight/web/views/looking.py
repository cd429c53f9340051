"""What one browser looks at, and what this service has around the game: all that a view is drawn from but the game."""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.components.hues import Hue
from tablelight.session.evening import Evenings
from tablelight.session.people import KnownPeople, People
from tablelight.voice.utterances import Level
from tablelight.web.components import drawn_boards
from tablelight.web.components.html import close_up
from tablelight.web.table_hands import TableHands
from tablelight.web.viewer import ONLOOKER, Viewer
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips


@dataclass(slots=True)
class Looking:
    """What one browser looks at: nobody else sees it, and it is never written down.

    ``match_id``: the game that all of it is about. ``overlay``: the card on top, with ``index`` of the die it is about.
    ``why``: the topic that is explained there, of the rules of the game ``why_of`` (the one being played where empty).
    ``taken``: dice marked for a reroll. ``typed``: a roll being entered. ``game``: the one being set up, empty while
    none is chosen; ``people``: how many are here, 0 where nobody said; ``given``: the fields of a new game that could
    not begin. ``at``: an earlier length of the log, while looking back. ``refused``: why what was just tried cannot be,
    for these eyes alone, ``refused_about`` the topic that explains it, and ``told_at`` which step. ``viewer``: through
    whose eyes it looks. ``hand``: what was picked up from a drawn board. ``scheme``: light, dark, or empty for what the
    device says. ``voice``, ``sounds``: how much is said aloud here, and whether with sounds. ``sight``: how hues are
    told apart besides by letters.
    """

    may_write: bool = False
    viewer: Viewer = ONLOOKER
    overlay: str = ""
    index: int = 0
    why: str = ""
    why_of: str = ""
    taken: set[int] = field(default_factory=set)
    typed: list[Hue] = field(default_factory=list)
    at: int | None = None
    spot: str = ""
    picked: tuple[str, ...] = ()
    pad: str = ""
    game: str = ""
    people: int = 0
    names: tuple[str, ...] | None = None
    given: dict[str, str] = field(default_factory=dict)
    said: str = ""
    refused: str = ""
    refused_about: str = ""
    hand: drawn_boards.PickedUp = field(default_factory=drawn_boards.PickedUp)
    match_id: str | None = None
    scheme: str = ""
    voice: Level = "silent"
    sounds: bool = False
    sight: str = ""
    told_at: str = ""

    def tell(self, step: str, said: str | None = None) -> None:
        """What was said and refused is about this step of the game; ``said`` where nothing else was refused."""
        self.told_at = step
        if said is not None:
            self.said, self.refused = said, ""

    def follow(self, step: str) -> None:
        """The game stands at this step: what was said about another one is no longer of use."""
        if step != self.told_at and not self.overlay:
            self.said = self.refused = ""

    def turn_to(self, match_id: str | None) -> None:
        """Look at this game; what was picked up, typed or opened in another one is put away."""
        if match_id == self.match_id:
            return
        self.match_id, self.at = match_id, None
        self.spot, self.pad, self.picked, self.typed = "", "", (), []
        self.taken.clear()
        self.hand.step = -1
        if self.overlay in _ABOUT_A_GAME:
            self.overlay = ""


_ABOUT_A_GAME = frozenset(
    {"palette", "pips", "doubt-die", "doubt-add", "typed", "seats", "people", "history", "clock", "share"}
)
"""Cards on top that say something about the game that is played."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What this service has around the game.

    ``hands``: the simulated table's; None at a real one. ``join_url``: the page's address with the code,
    ``join_qr``: an SVG of both; ``only_here``: why no phone can open the page, empty where they can. ``picture_of``:
    one die of a reading as the camera saw it (JPEG), by the die and the number of the reading, None for the newest.
    ``people``: everybody who played here; None where nothing is known of anybody. ``evenings``: the evening of several
    games; None where none is kept.
    """

    hands: TableHands | None = None
    camera: bool = False
    join_url: str = ""
    join_qr: str = ""
    only_here: str = ""
    picture_of: Callable[[SeenDie | SeenPips, int | None], bytes | None] | None = None
    people: People | None = None
    evenings: Evenings | None = None

    @property
    def known(self) -> KnownPeople:
        """Whom to suggest for a new game."""
        return self.people.known() if self.people is not None else KnownPeople()

    def picture(self, die: SeenDie | SeenPips, number: int | None = None) -> str:
        """One die of a reading, or of the newest one it is in, as HTML; nothing where no picture of it is kept."""
        return close_up(self.picture_of(die, number)) if self.picture_of is not None else ""
