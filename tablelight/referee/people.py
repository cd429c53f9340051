"""The reducer for people: how they are called, who has to go, who comes. None says what lies on the table."""

from engine.core.events import DropOut, Join, Leave, Rename
from tablelight.referee.effects import Effect, Situation, counting
from tablelight.referee.inputs import CallPlayers, GoHome, PeopleInput, PlayOnWithout


def reduce(now: Situation, people: PeopleInput) -> Effect:
    """The entry about people. When somebody goes, the game is over or another's turn, so that nothing is in doubt."""
    entry = _entry(people)
    gone = isinstance(entry, Leave | DropOut) or now.match.left is not None
    return counting([entry]) if gone else now.adding([entry])


def _entry(people: PeopleInput) -> Rename | Leave | DropOut | Join:
    if isinstance(people, CallPlayers):
        return Rename(people.names)
    if isinstance(people, GoHome):
        return Leave(people.seat)
    return DropOut(people.seat) if isinstance(people, PlayOnWithout) else Join(people.name)
