"""What a tap does about the house: the clock, who goes while the others play on, who joins, and the evening."""

from collections.abc import Callable, Mapping

from engine.core.errors import EngineError, Refused
from engine.core.events import DropOut, Entry, Join
from engine.texts.language import tr
from tablelight.referee.inputs import PeopleInput, PlayOnWithout, SitDown
from tablelight.session.clock import TimeLimit
from tablelight.session.evening import Evenings, next_players
from tablelight.session.next_match import another
from tablelight.session.record import RecordTrouble
from tablelight.web.actions import Acts
from tablelight.web.components.house_fields import read_clock
from tablelight.web.components.players import too_alike
from tablelight.web.views.evening import most_players, read_worth

Args = Mapping[str, str]


class HouseActs:
    """These acts for one browser; all need the table's code. ``evenings`` None: this table keeps none."""

    def __init__(self, acts: Acts, evenings: Evenings | None) -> None:
        self._acts, self._table, self._looking = acts, acts.table, acts.looking
        self._evenings = evenings
        self.said = ""
        """What came of the last tap on the evening's page."""
        self._handlers: dict[str, Callable[[Args], None]] = {
            "clock-pause": lambda a: self._table.pause(),
            "clock-go-on": lambda a: self._table.go_on_thinking(),
            "clock-limit": self._limit,
            "play-on": lambda a: self._people(DropOut(int(a["seat"])), PlayOnWithout(int(a["seat"]))),
            "join-game": self._join,
        }
        if evenings is not None:
            self._handlers |= {
                "evening-begin": lambda a: evenings.begin(a.get("title", ""), read_worth(a.get("worth", "3 1"))),
                "evening-again": lambda a: evenings.begin(points=evenings.evening and evenings.evening.points),
                "evening-end": lambda a: evenings.end(),
                "evening-go-on": lambda a: evenings.go_on(),
                "evening-worth": lambda a: evenings.worth(read_worth(a.get("worth", ""))),
                "evening-leave-out": lambda a: evenings.leave_out(a["match"]),
                "evening-next": self._next,
            }

    def act(self, name: str, args: Args) -> bool:
        """Do an act. False where it is none of these."""
        handle = self._handlers.get(name)
        if handle is None:
            return False
        if not self._looking.may_write:
            self._looking.overlay = "code"
            return True
        self.said = self._looking.said = self._looking.refused = ""
        self._acts.find_eyes()
        try:
            handle(args)
        except OSError as error:
            self.said = tr("That could not be kept: {why}", why=error.strerror or str(error))
        except (KeyError, IndexError, TypeError):
            self.said = tr("That cannot be done with what the page sent. Load it again.")
        except ValueError as error:
            self.said = str(error)
        return True

    # ---- the clock

    def _limit(self, args: Args) -> None:
        try:
            self._table.limit_time(read_clock(args) or TimeLimit())
        except EngineError as refused:
            self._looking.said = str(refused)
        else:
            self._looking.overlay = ""

    # ---- who goes, and who comes

    def _join(self, args: Args) -> None:
        name = args["joins"].strip()[:24]
        alike = too_alike([*self._acts.match().seats, name])
        if alike:
            self._looking.said = alike
        else:
            self._people(Join(name), SitDown(name))

    def _people(self, entry: Entry, said: PeopleInput) -> None:
        """Tell the table, or say where it was asked why the rules cannot bear it."""
        try:
            self._acts.match().fork().add(entry)
        except Refused as refused:
            self._looking.said = self._acts.shown().explain(refused.verdict)
        else:
            self._acts.tell(said)

    # ---- the evening

    def _next(self, args: Args) -> None:
        """The same game with the people of the evening: whoever sat out plays first."""
        assert self._evenings is not None
        match, table = self._acts.match(), self._evenings.table()
        if table is None or not match.over:
            return
        names = next_players(table, match.seats, most_players(match.game.name))
        try:
            self._table.new_match(another(match, names))
        except (EngineError, RecordTrouble) as trouble:
            self.said = str(trouble)
        else:
            self.said = tr("The next game has begun. Back to the table!")
