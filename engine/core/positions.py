"""Positions that somebody set up: what is odd about one, and whether a game can go on from it.

Puzzles begin with odd positions, in which pawns are missing or cards lie twice; those are told and played on from. A
position in which a seat, a list or a count is wrong that everything stands on is told and not played from.
"""

from collections.abc import Sequence
from typing import Any

from engine.core.errors import NotUnderstood
from engine.core.game import Game
from engine.core.verdict import Verdict, no
from engine.texts import explain

_NOTHING_STANDS_ON = frozenset(
    {
        "BAD_HOMES",
        "BAD_MELD",
        "BAD_PILES",
        "BAD_SEATS",
        "BAD_SHEET",
        "BAD_TREES",
        "CANNOT_STAND",
        "NOBODY_DRAWS",
        "NOTHING_TO_CUT",
        "NOTHING_TO_SHOW",
        "NOT_A_DIE",
        "NOT_ON_A_CUBE",
        "NO_SUCH_CELL",
        "NO_SUCH_CHOICE",
        "NO_SUCH_DIE",
        "NO_SUCH_PHASE",
        "NO_SUCH_PIECE",
        "NO_SUCH_PLAYER",
        "NO_SUCH_SEAT",
        "NO_SUCH_SET",
        "NO_SUCH_SPACE",
        "NO_SUCH_SPOT",
        "NO_SUCH_TILE",
        "NO_SUCH_TURN",
        "NO_TRUMP",
        "OPEN_CARDS_UNREAD",
        "OVER_TOO_SOON",
        "SHOTGUN_ODD",
        "WRONG_COUNT",
        "WRONG_HANDS",
        "WRONG_SEATS",
        "WRONG_SETS",
        "WRONG_SHEETS",
        "WRONG_SIZE",
    }
)
"""Codes of faults with which no rule can be asked anything."""
_STUMBLES = (LookupError, ValueError, TypeError, AssertionError, ArithmeticError, AttributeError)


def checked(game: Game[Any, Any], plain: Any) -> tuple[Any, list[Verdict], bool]:
    """A set-up position, every fault of it, and whether a game can go on from it. Raises NotUnderstood."""
    state = game.state_from_json(plain)
    problems = game.problems(state)
    stands = not any(fault.reason in _NOTHING_STANDS_ON for fault in problems) and _answers(game, state)
    return state, problems or ([] if stands else [no("CANNOT_STAND", "")]), stands


def start_of(game: Game[Any, Any], plain: Any, seats: Sequence[str]) -> Any:
    """The position that a saved match begins with. Raises NotUnderstood, with the first fault, where none can."""
    state, problems, stands = checked(game, plain)
    if not stands:
        why = explain(game.name, problems[0], seats)
        raise NotUnderstood(f"the saved match begins with a position that cannot be played from: {why}")
    return state


def _answers(game: Game[Any, Any], state: Any) -> bool:
    """Whether everything can be asked of it that is asked of every position."""
    try:
        game.awaiting(state)
        game.lights(state)
        game.scores(state)
        game.winners(state)
        game.state_to_json(state)
        next(iter(game.moves(state)), None)
        for seat in (None, *range(game.rules.seats)):
            game.view(state, seat)
    except _STUMBLES:
        return False
    return True
