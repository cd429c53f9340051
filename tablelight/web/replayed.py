"""Which recorded game somebody may watch again, and through whose eyes."""

from dataclasses import dataclass

from engine.core.errors import EngineError
from engine.core.events import Seat
from engine.core.match import Match
from engine.texts.language import tr
from tablelight.session.people.results import is_over
from tablelight.session.record import GameDamaged, RecordTrouble
from tablelight.session.table import GameTable
from tablelight.texts.sentences import say
from tablelight.web.viewer import Shown, Viewer
from tablelight.web.views.past_results import may_be_told


class CannotWatch(Exception):
    """A game that cannot be watched again: a sentence that says why, and the answer's ``status``."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class WatchedMatch:
    """A game of the record, or the one that is played, as it may be watched now. ``created``: seconds since 1970."""

    match_id: str
    match: Match
    created: float

    @property
    def length(self) -> int:
        """How many entries its log has."""
        return len(self.match.log)

    @property
    def eyes(self) -> tuple[Seat, ...]:
        """The players whose hands may be looked into: all of them, once a game with hidden cards is over."""
        states = (self.match.state_at(n) for n in range(0, self.length + 1, max(1, self.length // 8)))
        seats = range(len(self.match.seats))
        if is_over(self.match) and any(
            not self.match.game.sees_as_much(s, None, seat) for s in states for seat in seats
        ):
            return tuple(seats)
        return ()

    def shown(self, eyes: Seat | None = None) -> Shown:
        """The game as an onlooker knows it, or as the player did whose eyes are chosen."""
        return Shown(self.match, self.viewer(eyes))

    def viewer(self, eyes: Seat | None) -> Viewer:
        """Who looks through those eyes; an onlooker where they may not be chosen."""
        return Viewer(eyes if eyes in self.eyes else None)


def watched(table: GameTable, match_id: str) -> WatchedMatch:
    """The game of that id. Raises CannotWatch: there is none, it is damaged, or it hides what not all may know yet."""
    try:
        found = _found(table, match_id)
    except GameDamaged as trouble:
        raise CannotWatch(409, say("games", "broken", why=trouble)) from trouble
    except RecordTrouble as trouble:
        raise CannotWatch(503, str(trouble)) from trouble
    except EngineError as error:
        raise CannotWatch(409, say("games", "broken", why=error)) from error
    if not may_be_told(found.match):
        raise CannotWatch(409, tr("Cards are still hidden in this game. It can be watched again when it is over."))
    return found


def _found(table: GameTable, match_id: str) -> WatchedMatch:
    card, now = table.archive.card(match_id), table.snapshot
    if card is None:
        raise CannotWatch(
            404, tr("There is no such game in the record. Menu, Games of this table lists those there are.")
        )
    playing = now.referee is not None and now.match_id == match_id
    match = now.referee.match if playing and now.referee else table.archive.match(match_id)
    return WatchedMatch(match_id, match, card.created)
