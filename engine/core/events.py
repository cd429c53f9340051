"""What can happen: somebody decides (a Move), or the table shows something (a Fact).

Every event has a short text that parses back to it. A move's text begins with the player's number, counted
from one (``2: score RO``); a fact may end with who saw it (``roll ROYG / R RO RO BP P @camera``).
"""

import re
from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.errors import NotUnderstood
from engine.core.ids import Seat as Seat
from engine.core.ids import Spot
from engine.core.language import Deferred

SOURCES = ("hand", "camera", "sensor", "page")
"""Who saw a fact; ``page``: nobody, the page drew it by lot for a table that has no dice at hand."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of everything that happens. Subclasses are frozen values with a ``kind`` and their words."""

    kind: ClassVar[str]

    def words(self) -> str:
        """The event's text without player or source; the game's ``parse_words`` reads it back."""
        raise NotImplementedError

    def visible_to(self, seat: Seat | None) -> "Event":
        """The event as ``seat`` may hear of it; None is what everybody may hear. Kinds that show hidden cards override.

        Cards that come into one's own hand need not be told: they are seen there.
        """
        return self


@dataclass(frozen=True, slots=True)
class Move(Event):
    """Somebody decided."""

    seat: Seat

    def spots(self) -> tuple[Spot, ...]:
        """The spots this move is about, in the order to light them."""
        return ()

    def __str__(self) -> str:
        return f"{self.seat + 1}: {self.words()}"


@dataclass(frozen=True, slots=True)
class Fact(Event):
    """The table showed something. Who saw it is kept but is no part of what happened."""

    source: str = field(default="hand", kw_only=True, compare=False)

    def __str__(self) -> str:
        return self.words() if self.source == "hand" else f"{self.words()} @{self.source}"


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to how things stood when the log had ``to`` entries. Undoing an undo is going back to a later place."""

    to: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Entry ``index`` of the log was really ``event``; everything after it is judged again."""

    index: int
    event: Event


@dataclass(frozen=True, slots=True)
class Rename:
    """The players are called so from now on; who sits where stays as it is."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody had to go home, and the game ends with its standing. Undoing it lets the game go on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DropOut:
    """Somebody had to go, and the others play on without them, where the rules can bear it."""

    kind: ClassVar[str] = "drop_out"
    seat: Seat

    def words(self) -> str:
        """As an event has it."""
        return "drop out"

    def visible_to(self, seat: Seat | None) -> "DropOut":
        """Everybody may hear of it."""
        return self


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody sits down at a new seat, the last one, where the rules can bear it."""

    kind: ClassVar[str] = "join"
    name: str

    def words(self) -> str:
        """As an event has it."""
        return f"{self.name} joins"

    def visible_to(self, seat: Seat | None) -> "Join":
        """Everybody may hear of it."""
        return self


Step = Event | DropOut | Join
"""What leads from one position to the next, and is judged again where an earlier event was corrected."""

Entry = Step | Undo | Correct | Rename | Leave


def entry_visible_to(entry: Entry, seat: Seat | None) -> Entry:
    """An entry of a log as ``seat`` may hear of it; None is what everybody may hear."""
    if isinstance(entry, Correct):
        return Correct(entry.index, entry.event.visible_to(seat))
    return entry.visible_to(seat) if isinstance(entry, Event) else entry


MOST_LETTERS = 4000
"""Of an event's text; a whole deck of 144 cards in order has 600."""

_TEXT = re.compile(r"^\s*(?:(?P<player>\d+)\s*:)?\s*(?P<words>.*?)\s*(?:@(?P<source>\w+))?\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SplitText:
    """An event's text taken apart: who, what, seen by whom."""

    seat: Seat | None
    words: str
    source: str


def split_text(text: str) -> SplitText:
    """Take an event's text apart. Raises NotUnderstood when it is empty, too long or names an unknown source."""
    if len(text) > MOST_LETTERS:
        raise NotUnderstood(
            Deferred(
                "that line is too long: an event has {most_letters} letters at most", most_letters=f"{MOST_LETTERS:,}"
            )
        )
    match = _TEXT.match(text)
    if not match or not match["words"]:
        raise NotUnderstood(Deferred("that line is empty; write the player's number, a colon and what happened"))
    source = match["source"] or "hand"
    if source not in SOURCES:
        raise NotUnderstood(
            Deferred(
                "'@{source}' is nobody who could have seen it; use {names}",
                source=source,
                names=", ".join("@" + s for s in SOURCES),
            )
        )
    player = int(match["player"]) if match["player"] else None
    if player == 0:
        raise NotUnderstood(Deferred("players are counted from 1"))
    return SplitText(None if player is None else player - 1, match["words"], source)
