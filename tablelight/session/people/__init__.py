"""Who played here and how it went: told from the record alone, and nothing of it leaves the house."""

from tablelight.session.people.people import KnownPeople, People
from tablelight.session.people.results import MatchResult

__all__ = ["KnownPeople", "MatchResult", "People"]
