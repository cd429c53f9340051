"""What stands otherwise on a sheet of pyramids than in the game, in words."""

from collections.abc import Callable, Sequence
from typing import Any

from engine import texts
from engine.core.events import Entry, Undo
from tablelight.referee.pyramids import as_told
from tablelight.referee.state import RefereeState
from tablelight.texts.sentences import say

_CODES = {"FOLLOW": "YARDS_FOLLOW", "SET_UP": "YARDS_SET_UP", "MOVED_BACK": "YARDS_BEFORE", "WHICH_MOVE": "YARDS_WHICH"}
_MOST_STEPS = 4
"""Of what hands have to do, that is said at once; chosen by hand: nobody remembers more."""


def sentence(referee: RefereeState, in_words: Callable[[Sequence[Entry]], str]) -> str:
    """Where sheet and game differ, and what puts it right or goes on; empty where they do not. ``in_words``: of what
    may have happened."""
    why, ways = referee.pieces.why, referee.pieces.explanations
    if why is None:
        return ""
    steps = "; ".join(_steps(referee)) or say("pieces", "YARDS_OTHER")
    if len(ways) == 1 and not isinstance(ways[0][0], Undo):
        return say("pieces", "YARDS_THIS", what=in_words(ways[0]), steps=steps)
    return say("pieces", _CODES.get(why.reason, "YARDS_DIFFER"), steps=steps)


def _steps(referee: RefereeState) -> list[str]:
    match = referee.match
    off = match.game.misplaced(match.state, as_told(referee.pieces))
    ordered = sorted(off, key=lambda each: each.at is None)  # what is too much goes first
    return [_step(match.game.name, match.seats, each) for each in ordered[:_MOST_STEPS]]


def _step(game: str, seats: Sequence[str], each: Any) -> str:
    where = "_TREES" if each.grown else ""
    words = {"piece": texts.name_of(game, each.piece), "player": seats[each.seat]}
    if each.at is None:
        return say("pieces", f"YARD_PUT{where}", **words)
    return say("pieces", f"YARD_TAKE{where}", **words, at=each.at)
