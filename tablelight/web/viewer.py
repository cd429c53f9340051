"""Through whose eyes a page is drawn, and the game as those eyes may see it.

Every panel is given a ``Shown`` and never the match itself: what a person must not know is not there to be drawn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import texts
from engine.core.errors import EngineError
from engine.core.events import Correct, DropOut, Entry, Event, Join, Move, Seat, Step, entry_visible_to
from engine.core.game import Game
from engine.core.joining import judge
from engine.core.match import Match
from engine.core.standings import Placed, placings
from engine.core.turns import Turn, great_turn, turns
from engine.core.verdict import Awaiting, Verdict
from engine.texts.language import tr
from tablelight.referee.effects import refusal
from tablelight.session import dealing
from tablelight.session.people import MatchResult, People
from tablelight.session.people.results import is_over, result_of
from tablelight.session.seats import Seats


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks. ``seat`` None: an onlooker, or a phone that is being handed on.

    ``mine``: the seats of this browser; ``others``: those of other browsers. ``handing``: the phone is covered until
    the player of this seat has it.
    """

    seat: Seat | None = None
    may_write: bool = False
    mine: tuple[Seat, ...] = ()
    others: frozenset[Seat] = frozenset()
    handing: Seat | None = None


ONLOOKER = Viewer()


def viewer_of(match: Match | None, seats: Seats, ticket: str, *, may_write: bool) -> Viewer:
    """Who looks through a browser. Without the table's code nobody sits anywhere."""
    if match is None:
        return Viewer(may_write=may_write)
    if not may_write:
        return Viewer(others=frozenset(seats.held()))
    mine = seats.of(ticket)
    others = frozenset(seats.held()) - set(mine)
    eyes = seats.viewpoint(ticket)
    handing = _handed_to(match, mine, eyes)
    return Viewer(eyes if handing is None else None, True, mine, others, handing)


def _handed_to(match: Match, mine: tuple[Seat, ...], eyes: Seat | None) -> Seat | None:
    """Who has to get this phone before it shows anything: whose turn it is, if that one sees what others must not."""
    if not mine or eyes is None:
        return mine[0] if mine else None
    awaiting = match.game.awaiting(match.state)
    if awaiting.actor != "player" or eyes in awaiting.seats:
        return None
    wanted = [seat for seat in awaiting.seats if seat in mine]
    return next((seat for seat in wanted if not match.game.sees_as_much(match.state, eyes, seat)), None)


class Shown:
    """A match as one viewer may know it. Reads like a ``Match``: game, seats, state, log and events."""

    __slots__ = ("_match", "game", "seats", "state", "viewer")

    def __init__(self, match: Match, viewer: Viewer = ONLOOKER) -> None:
        self._match, self.viewer = match, viewer
        self.game: Game[Any, Any] = match.game
        self.seats = match.seats
        self.state: Any = match.game.view(match.state, viewer.seat)

    def at(self, length: int) -> "Shown":
        """The match as it stood when the log had ``length`` entries."""
        return Shown(self._match.at(length), self.viewer)

    # ---- what is known

    @property
    def hides(self) -> bool:
        """Whether somebody sees something that not everybody may see."""
        game, state = self.game, self._match.state
        return not all(game.sees_as_much(state, None, seat) for seat in range(len(self.seats)))

    @property
    def log(self) -> list[Entry]:
        """Every entry, with hidden cards face down."""
        return [entry_visible_to(entry, self.viewer.seat) for entry in self._match.log]

    def entry(self, index: int) -> Entry:
        """One entry of the log, with hidden cards face down."""
        return entry_visible_to(self._match.log[index], self.viewer.seat)

    def around(self, index: int) -> tuple[Game[Any, Any], Any, Any]:
        """The game and the positions before and after entry ``index``; those of what a correction put right."""
        entry, match = self._match.log[index], self._match
        at = entry.index if isinstance(entry, Correct) else index
        game, before = match.game_at(at), match.state_at(at)
        corrected = isinstance(entry, Correct) and game.judge(before, entry.event).ok
        after = game.result(before, entry.event) if corrected else match.state_at(at + 1)
        return game, game.view(before, self.viewer.seat), game.view(after, self.viewer.seat)

    @property
    def events(self) -> list[tuple[int, Event]]:
        """The events that count, with hidden cards face down."""
        return [(index, event.visible_to(self.viewer.seat)) for index, event in self._match.events]

    @property
    def broken(self) -> Step | None:
        """The first event that no longer holds since the last correction, with hidden cards face down."""
        return self._match.broken and self._match.broken.event.visible_to(self.viewer.seat)

    @property
    def length(self) -> int:
        """How many entries the log has."""
        return len(self._match.log)

    def undone(self, index: int) -> tuple[str, int] | None:
        """What an undo at ``index`` did to which entry: "took back" or "brought back"; None where it was not one."""
        for word, entry in (("took back", self._match.undone(index)), ("brought back", self._match.redone(index))):
            if entry is not None:
                return word, entry
        return None

    @property
    def can_redo(self) -> bool:
        """Whether the last thing that happened was an undo, so that it can be brought back."""
        return self._match.redo_target() is not None

    @property
    def left(self) -> Seat | None:
        """Who had to leave, so that the game ended; None while nobody did."""
        return self._match.left

    @property
    def awaiting(self) -> Awaiting:
        """Whom the game waits for. Asked of the whole state, as cards face down can leave that open."""
        return self.game.awaiting(self._match.state)

    @property
    def mover(self) -> Seat | None:
        return self.game.mover(self._match.state)

    @property
    def scores(self) -> Mapping[Seat, float]:
        return self.game.scores(self._match.state)

    def given(self, seat: Seat) -> int:
        """The points that a seat was given before the game; its scores hold them."""
        return self._match.agreed.rules.agreement.given_to(seat)

    @property
    def gone(self) -> tuple[Seat, ...]:
        """Who dropped out while the others played on."""
        return self._match.gone

    @property
    def placings(self) -> tuple[Placed, ...]:
        """Everybody, or every team, best first."""
        return placings(self._match)

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.game.winners(self._match.state)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns so far: whose they were and what they brought, which everybody may know."""
        return turns(self._match)

    @property
    def great_turn(self) -> Turn | None:
        """The turn that has just ended, where it brought more than any before it."""
        return great_turn(self._match)

    def result(self, match_id: str, people: People | None) -> MatchResult | None:
        """How a game went that is over by its rules; None while it is not."""
        if not is_over(self._match):
            return None
        return result_of(self._match, match_id) if people is None else people.finished(self._match, match_id)

    def pictured(self, match_id: str, people: People | None) -> frozenset[int]:
        """The entries of a game that is over whose picture is kept."""
        return frozenset() if people is None else people.pictured(self._match, match_id)

    # ---- what can be done

    def moves(self) -> Iterator[Move]:
        """The legal moves this viewer may know of."""
        return self.game.moves_known_to(self._match.state, self.viewer.seat)

    def may_move(self, seat: Seat) -> bool:
        """Whether this browser may move for a seat: its own, or one that nobody holds and that sees no more than it."""
        if not self.viewer.may_write or seat in self.viewer.others:
            return False
        return self.game.sees_as_much(self._match.state, self.viewer.seat, seat)

    @property
    def due(self) -> tuple[Seat, ...]:
        """The seats the game waits for, by a move or by what they roll or draw; empty where it waits for nobody."""
        awaiting = self.awaiting
        return awaiting.seats if awaiting.actor != "nobody" and self.left is None else ()

    @property
    def acts_here(self) -> bool:
        """Whether what is next may be done in this browser: it may move for somebody who is due, or nobody is."""
        due = self.due
        return self.viewer.may_write and (not due or any(map(self.may_move, due)))

    def parse(self, text: str) -> Event:
        return self._match.parse(text)

    def verdict(self, event: Event) -> Verdict:
        """The verdict on an event, a refusal with no more reasons than this viewer may know."""
        return self.game.verdict_for(self._match.state, event, self.viewer.seat)

    def can_deal(self) -> bool:
        """Whether chance can be had here: what the table would show next can be dealt or rolled for it."""
        return self.viewer.may_write and dealing.next_fact(self._match, Random(0)) is not None

    def secret_cards_due(self) -> bool:
        """Whether missions or portals can still be dealt before the first turn."""
        return dealing.secret_cards(self._match, Random(0)) is not None

    def can_deal_real(self) -> bool:
        """Whether people may deal real cards now, which nobody here sees."""
        return self.viewer.may_write and dealing.real_cards(self._match) is not None

    def why_not(self, text: str) -> str:
        """Why this viewer cannot enter that event; empty when it can, or when all may hear why not from the table."""
        try:
            event = self.parse(text)
        except EngineError as error:  # what was typed may name hidden cards, so the others do not hear it
            return self.explain(refusal(error)) if self.hides else ""
        if isinstance(event, Move):
            if event.seat in self.viewer.others:
                return tr("{player} plays on another phone.", player=self.seats[event.seat])
            if not self.may_move(event.seat):
                return tr("Take {player}'s seat first: those cards are hidden.", player=self.seats[event.seat])
        elif self.hides and dealing.dealt_here(self._match) and event.kind in dealing.CARD_FACTS:
            # Whoever could name cards one by one would find out where each of them is.
            return tr("The cards of this game were dealt here, so they are not typed in.")
        verdict = self.verdict(event)
        return "" if verdict.ok or not self.hides else self.explain(verdict)

    def refused_about(self, text: str) -> str:
        """The topic of the rules that explains why an event is refused; empty where it is not, or is no event."""
        try:
            verdict = self.verdict(self.parse(text))
        except EngineError:
            return ""
        return "" if verdict.ok else f"refused.{verdict.reason}"

    def note(self, text: str) -> str:
        """A word about an event that is allowed, where other tables might not allow it; mostly none."""
        try:
            verdict = self.verdict(self.parse(text))
        except EngineError:
            return ""
        return texts.remark(self.game.name, verdict, self.seats)

    # ---- people who go and come

    def may_drop_out(self) -> list[Seat]:
        """The seats without which the others can play on now."""
        if self.left is not None:
            return []
        return [n for n in range(len(self.seats)) if judge(self.game, self._match.state, DropOut(n)).ok]

    def may_join(self) -> bool:
        """Whether somebody can sit down at a new seat now."""
        return self.left is None and judge(self.game, self._match.state, Join("")).ok

    # ---- in words

    def ask(self) -> str:
        """What the game waits for, in a sentence."""
        return texts.ask(self.game.name, self.awaiting, self.seats)

    def explain(self, verdict: Verdict) -> str:
        return texts.explain(self.game.name, verdict, self.seats)

    def explain_to_all(self, verdict: Verdict) -> str:
        """Why something did not count, as everybody may hear it: where cards are hidden, a reason could tell of them,
        so that only what comes next is said."""
        return tr("That did not count. {waits}", waits=self.ask()) if self.hides else self.explain(verdict)
