"""What the referee can be told: what the camera saw, and what people tapped or typed."""

from dataclasses import dataclass
from typing import Literal

from engine.components.hues import Hue
from engine.core.events import Seat
from engine.inference.observation import SeenCard
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips

Motion = Literal["empty", "rolling", "settled", "hand"]


@dataclass(frozen=True, slots=True)
class Watched:
    """The camera's watcher saw something. ``picture``: which picture it was, for the page; ``trouble``: what the
    reader says stands against counting these dice; ``cards``, ``pips``: all cards or dice with dots in view, None when
    none were looked for.
    """

    motion: Motion
    dice: tuple[SeenDie, ...] = ()
    trouble: str = ""
    picture: int = 0
    cards: tuple[SeenCard, ...] | None = None
    pips: tuple[SeenPips, ...] | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody entered an event by hand, as text."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last change."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Undo the undo that was just made."""


@dataclass(frozen=True, slots=True)
class CallPlayers:
    """The players are called so, seat by seat."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoHome:
    """Somebody has to leave the table; the game ends with its standing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NameDie:
    """Of the dice in doubt, number ``index`` shows ``hue``, and is a ``kind`` die where that was misread too."""

    index: int
    hue: Hue
    kind: Literal["d6", "d12"] | None = None


@dataclass(frozen=True, slots=True)
class NoDie:
    """What was taken for die ``index`` of those in doubt is none."""

    index: int


@dataclass(frozen=True, slots=True)
class AnotherDie:
    """Beside the dice in doubt lies one that the camera does not see."""

    kind: Literal["d6", "d12"]
    hue: Hue


@dataclass(frozen=True, slots=True)
class Accept:
    """Take what the table shows. ``way``: how it came about, as in ``text_of``, where there is a choice."""

    way: str = ""


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Forget the reading in doubt."""


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """One die of the last roll was misread: a ``kind`` die that counts as ``was`` shows ``now``."""

    kind: Literal["d6", "d12"]
    was: Hue
    now: Hue


@dataclass(frozen=True, slots=True)
class CorrectPips:
    """The last die with dots that was rolled shows ``number``."""

    number: int


@dataclass(frozen=True, slots=True)
class CorrectEntry:
    """Entry ``index`` of the log was really the event of ``text``."""

    index: int
    text: str


Input = (
    Watched
    | Play
    | TakeBack
    | Redo
    | CallPlayers
    | GoHome
    | NameDie
    | NoDie
    | AnotherDie
    | Accept
    | Dismiss
    | CorrectDie
    | CorrectPips
    | CorrectEntry
)
