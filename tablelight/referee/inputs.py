"""What the referee can be told: what the camera or the switches observed, and what people tapped or typed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.events import Seat
from engine.inference.held import Chances
from engine.inference.observation import SeenCard
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips

Motion = Literal["empty", "rolling", "settled", "hand"]


# ---- from the camera


@dataclass(frozen=True, slots=True)
class CameraObservation:
    """What the camera's watcher says of one frame.

    ``dice``: those in view, as they were read. ``trouble``: what the reader says stands against counting them.
    ``picture``: the number of the picture that is kept of it, for the page; 0: none. ``cards``, ``pips``: all cards or
    dice with dots in view, None when none were looked for.
    """

    motion: Motion
    dice: tuple[SeenDie, ...] = ()
    trouble: str = ""
    picture: int = 0
    cards: tuple[SeenCard, ...] | None = None
    pips: tuple[SeenPips, ...] | None = None


# ---- from the switches under the board, and what people say to what they show


@dataclass(frozen=True, slots=True)
class BoardObservation:
    """The spaces that hold something. ``quiet``: no switch has changed for a while, so hands are off the board;
    ``long``: for so long that no piece is in a hand any more."""

    occupied: frozenset[Spot]
    quiet: bool
    long: bool = False


@dataclass(frozen=True, slots=True)
class BoardSighting:
    """What the camera saw of the board, once nothing moved. ``whose``: the spaces that surely hold a piece, with whose
    it is or SOMEBODY; ``unclear``: spaces of which it cannot tell; ``long``: it has looked so for so long that no piece
    is in a hand any more; ``chances``: of the spaces that may hold several things, how likely each is; ``stirred``:
    spaces that hold the same as when it looked last, and still something was done to it."""

    whose: Mapping[Spot, Seat]
    unclear: frozenset[Spot] = frozenset()
    long: bool = False
    chances: Chances = field(default_factory=dict)
    stirred: frozenset[Spot] = frozenset()


@dataclass(frozen=True, slots=True)
class TakeReading:
    """Of the readings in question, number ``index`` is what happened."""

    index: int


@dataclass(frozen=True, slots=True)
class IgnoreSwitches:
    """Go on without the switches that disagree."""


@dataclass(frozen=True, slots=True)
class LeaveBoard:
    """Nobody moves pieces on the board: go on without all of its switches."""


@dataclass(frozen=True, slots=True)
class TrustSwitches:
    """Believe all switches again."""


# ---- by hand


@dataclass(frozen=True, slots=True)
class EnterEvent:
    """Somebody entered an event by hand, as its notation."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last change."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Undo the undo that was just made."""


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


# ---- about people


@dataclass(frozen=True, slots=True)
class CallPlayers:
    """The players are called so, seat by seat."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoHome:
    """Somebody has to leave the table; the game ends with its standing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayOnWithout:
    """Somebody has to leave the table; the others play on, where the rules can bear it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SitDown:
    """Somebody joins at a new seat, where the rules can bear it."""

    name: str


# ---- answers to a doubt


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
    """Take what the table shows. ``hypothesis``: how it came about, as in ``text_of``, where there is a choice."""

    hypothesis: str = ""


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Forget the reading in doubt."""


SwitchInput = BoardObservation | BoardSighting | TakeReading | IgnoreSwitches | LeaveBoard | TrustSwitches
HandInput = EnterEvent | TakeBack | Redo | CorrectDie | CorrectPips | CorrectEntry
PeopleInput = CallPlayers | GoHome | PlayOnWithout | SitDown
DieAnswer = NameDie | NoDie | AnotherDie
Answer = DieAnswer | Accept | Dismiss

Input = CameraObservation | SwitchInput | HandInput | PeopleInput | Answer
