"""What a small reducer is given of the referee's state besides its own memory, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.errors import EngineError, Refused
from engine.core.events import Entry
from engine.core.language import words_of
from engine.core.match import Match
from engine.core.verdict import Verdict, no
from tablelight.referee.doubts import Doubt


@dataclass(frozen=True, slots=True)
class Effect:
    """What comes of one input: ``entries`` to add to the match, and what is in ``doubt`` and was ``refused`` then."""

    entries: tuple[Entry, ...] = ()
    doubt: Doubt | None = None
    refused: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """How the game stands when an input comes; from it a reducer makes its effect."""

    match: Match
    doubt: Doubt | None
    refused: Verdict | None

    @property
    def game(self) -> Any:
        """The match's game."""
        return self.match.game

    def unchanged(self) -> Effect:
        """Nothing happened, and what waited for people waits still."""
        return Effect((), self.doubt, self.refused)

    def settled(self) -> Effect:
        """Nothing happened, and nothing is in doubt any more."""
        return Effect((), None, self.refused)

    def asking(self, doubt: Doubt | None) -> Effect:
        """This reading waits for people; None: nothing does."""
        return Effect((), doubt, self.refused)

    def refusing(self, why: Verdict) -> Effect:
        """What was entered does not count; all else stays as it is."""
        return Effect((), self.doubt, why)

    def adding(self, entries: Sequence[Entry]) -> Effect:
        """These entries count; what was in doubt stays so."""
        return Effect(tuple(entries), self.doubt)


def counting(entries: Sequence[Entry]) -> Effect:
    """These entries count, and nothing is in doubt any more."""
    return Effect(tuple(entries))


def refusal(error: EngineError) -> Verdict:
    """Why the rules did not take an entry, or the game did not understand it."""
    return error.verdict if isinstance(error, Refused) else no(error.code, "", message=words_of(error))
