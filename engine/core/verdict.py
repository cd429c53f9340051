"""What the rules say about an event, and whom the game waits for. Data only; the sentences live in engine/texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from engine.components.hues import Hue
from engine.core.ids import Seat, Spot


@dataclass(frozen=True, slots=True)
class Verdict:
    """Legal or not, and why.

    ``reason`` is a stable code (``OK``, ``NOT_YOUR_TURN``); ``details`` fill its sentence; ``rule`` is the rule's id;
    ``spots`` are shown in red when refused; ``complete`` says whether the turn goes on after this event.
    """

    ok: bool
    reason: str = "OK"
    details: Mapping[str, object] = field(default_factory=dict, hash=False)
    rule: str = ""
    spots: tuple[Spot, ...] = ()
    complete: Literal["more", "may_stop", "done"] = "more"


@cache
def yes(complete: Literal["more", "may_stop", "done"] = "more", rule: str = "") -> Verdict:
    """The verdict of a legal event. Nothing in it can change, so equal ones are one object."""
    return Verdict(True, complete=complete, rule=rule)


def with_details(verdict: Verdict, **details: object) -> Verdict:
    """The verdict with more details, or others."""
    return replace(verdict, details={**verdict.details, **details})


def no(reason: str, rule: str, *spots: Spot, **details: object) -> Verdict:
    return Verdict(False, reason, details, rule, spots)


@dataclass(frozen=True, slots=True)
class Dice:
    """The table should show dice: how many of each kind are thrown, and which stay as they lie meanwhile."""

    d6: int = 0
    d12: int = 0
    kept_d6: tuple[Hue, ...] = ()
    kept_d12: tuple[Hue, ...] = ()

    @property
    def total(self) -> int:
        """How many dice lie there in the end."""
        return self.d6 + self.d12 + len(self.kept_d6) + len(self.kept_d12)


@dataclass(frozen=True, slots=True)
class Cards:
    """The table should show cards: how many, and where they come to lie."""

    count: int
    to: Spot


@dataclass(frozen=True, slots=True)
class Pieces:
    """The table should show tiles, pyramids or cards of another deck: how many, and where they come to lie."""

    count: int
    to: Spot


Need = Dice | Cards | Pieces


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The one question the service asks: who or what is next.

    ``ask`` is a stable code whose sentence stands in the language file; ``details`` fill it.
    """

    actor: Literal["player", "table", "nobody"]
    seats: tuple[Seat, ...]
    ask: str
    details: Mapping[str, object] = field(default_factory=dict, hash=False)
    need: Need | None = None
