"""The reducer for people: how they are called, and who has to go. Neither says anything of what lies on the table."""

from engine.core.events import Leave, Rename
from tablelight.referee.effects import Effect, Situation, counting
from tablelight.referee.inputs import CallPlayers, PeopleInput


def reduce(now: Situation, people: PeopleInput) -> Effect:
    """The entry about people. When somebody goes the game is over, so that nothing is in doubt any more."""
    entry = Rename(people.names) if isinstance(people, CallPlayers) else Leave(people.seat)
    over = isinstance(entry, Leave) or now.match.left is not None
    return counting([entry]) if over else now.adding([entry])
