"""Everything the engine raises.

EngineError
 ├─ NotUnderstood   (ValueError)   a text or object that cannot be parsed
 ├─ BadRules        (ValueError)   a game that cannot be set up so
 ├─ Refused         (ValueError)   an event the rules do not allow now; carries the verdict
 └─ ReplayBroken    (ValueError)   a saved match that no longer holds; carries the entry's index
"""

from engine.core.language import Deferred
from engine.core.verdict import Verdict

MOST_LETTERS = 600
"""Of a message; chosen by hand."""


class EngineError(Exception):
    """Base of all. ``code`` is stable; the message is for people and says what to do."""

    code = "ENGINE"

    def __init__(self, message: str = "") -> None:
        # What was not understood is quoted, however long it is; what to do stands at the end.
        super().__init__(message if len(message) <= MOST_LETTERS else f"{message[:300]} … {message[-200:]}")


class NotUnderstood(EngineError, ValueError):
    """A text or an object cannot be parsed; the message names what was understood and what was not."""

    code = "NOT_UNDERSTOOD"


class BadRules(EngineError, ValueError):
    """A game cannot be set up so; the message says which choice is wrong and what is allowed."""

    code = "BAD_RULES"


def out_of_range(title: str, name: str, low: int, high: int) -> BadRules:
    """What to raise where a number among the options of the game called ``title`` is too small or too large."""
    words = Deferred("{title}: '{name}' should be from {low} to {high}", title=title, name=name, low=low, high=high)
    return BadRules(words)


class Refused(EngineError, ValueError):
    """An event that is not legal now. State and log stand as they were."""

    code = "REFUSED"

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


class ReplayBroken(EngineError, ValueError):
    """Entry ``index`` of a saved match cannot be replayed."""

    code = "REPLAY_BROKEN"

    def __init__(self, index: int, why: str, verdict: Verdict | None = None) -> None:
        super().__init__(f"entry {index} of the saved match no longer holds: {why}")
        self.index = index
        self.verdict = verdict
