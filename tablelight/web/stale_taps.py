"""Taps that come too late: what was asked when a finger went down may have been answered meanwhile.

A page sends with every tap which step of the game it showed. Whoever taps an answer that somebody else gave a moment
before is told so, instead of answering the next question unseen or taking two steps back; a double tap counts once.
"""

from collections.abc import Mapping

from tablelight.session.snapshot import Snapshot

REPEATED = frozenset({"undo", "redo"})
"""May be tapped again before the page has followed, by the same hand."""
ONCE = frozenset(
    {"score", "reroll", "accept", "dismiss", "again", "new-game", "deal-here", "deal-real", "by-lot", "typed-done"}
    | {
        "correct",
        "correct-pips",
        "name",
        "no-die",
        "another",
        "go-home",
        "play-on",
        "evening-next",
        "come-back",
        "rename",
        "pieces-take",
    }
)
"""Answers to what is asked now that do not say themselves whose they are, as moves do."""
_KEPT = 32


def step_of(now: Snapshot) -> str:
    """The step of the game that a page shows."""
    return f"{now.match_id}:{len(now.referee.match.log) if now.referee is not None else 0}"


def answers(name: str, args: Mapping[str, str]) -> bool:
    """Whether an act answers what is asked now, whoever gives it; such acts come one after another."""
    return name in ONCE or name in REPEATED or (name == "play" and not args.get("event", "").lstrip()[:1].isdigit())


class Steps:
    """What one browser's own taps led to."""

    def __init__(self) -> None:
        self._own: dict[str, str] = {}

    def acted(self, before: Snapshot, after: Snapshot) -> None:
        """An act of this browser led from one step to another."""
        was, now = step_of(before), step_of(after)
        if was != now:
            self._own[was] = now
            while len(self._own) > _KEPT:
                del self._own[next(iter(self._own))]

    def by_others(self, seen: str, now: Snapshot) -> bool:
        """Whether others took a step since ``seen``, which is what the page showed; "": it did not say."""
        while seen in self._own:
            seen = self._own[seen]
        return seen not in ("", step_of(now))

    def too_late(self, name: str, args: Mapping[str, str], seen: str, now: Snapshot) -> bool:
        """Whether an act answers what is not asked any more."""
        if not answers(name, args):
            return False
        return self.by_others(seen, now) or (name not in REPEATED and seen not in ("", step_of(now)))
