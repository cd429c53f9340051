"""What the board says with light: a picture is data (spot -> hue and meaning); rhythm and brightness follow from it.

The light language is the same in every game, and meaning never rests on hue alone (SB part F.1):

========== ============================= ==========================
meaning    says                          rhythm
========== ============================= ==========================
IDLE       the board at rest             steady, dim
PIECE      something of ours stands here steady
WAITING    we wait for you, here         breathing
LEGAL      you may go here               steady, bright
CHOSEN     you have picked this          steady white
WRONG      this cannot stay so           fast red
SCORED     captured, scored, done        ripple, once
========== ============================= ==========================
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.components.hues import Hue
from engine.core.ids import Spot as Spot


class Meaning(StrEnum):
    """What a light says; the table above tells what and how."""

    IDLE = "idle"
    PIECE = "piece"
    WAITING = "waiting"
    LEGAL = "legal"
    CHOSEN = "chosen"
    WRONG = "wrong"
    SCORED = "scored"


@dataclass(frozen=True, slots=True)
class Light:
    """One spot's light. ``hue`` None is white; WRONG is always red and CHOSEN always white, whatever the hue."""

    meaning: Meaning
    hue: Hue | None = None


SEAT_HUES = (Hue.R, Hue.B, Hue.G, Hue.Y, Hue.P, Hue.O, Hue.GB, Hue.PR)
"""The light of each seat, where a game has no hues of its own for them; a table may paint its pieces otherwise."""

RINGS = 9
"""Spaces of one hue on the board of twelve arms; numbers above it blink (principle F.0.3)."""

Picture = Mapping[Spot, Light]
"""Spots that are not named are dark."""


# ---- pictures on the board of twelve arms


def rim(meaning: Meaning) -> dict[Spot, Light]:
    """The outermost space of every arm in its own hue."""
    return {f"{hue.name}1": Light(meaning, hue) for hue in Hue}


def number_spot(hue: Hue, number: int) -> Spot:
    """The space that stands for a card: its number on its hue's arm, the outermost for 9 and above."""
    return f"{hue.name}{min(number, RINGS)}"


def arm(hue: Hue, meaning: Meaning, *, length: int = RINGS) -> dict[Spot, Light]:
    """The first ``length`` spaces of a hue's arm in one meaning."""
    return {f"{hue.name}{ring}": Light(meaning, hue) for ring in range(1, min(length, RINGS) + 1)}


def number_arm(hue: Hue, number: int, meaning: Meaning = Meaning.PIECE) -> dict[Spot, Light]:
    """A number as a lit length of its arm; 10 to 12 are a full arm with one to three breathing ends (F.0.3)."""
    lights = arm(hue, meaning, length=number)
    for ring in range(RINGS, RINGS - max(number - RINGS, 0), -1):
        lights[f"{hue.name}{ring}"] = Light(Meaning.WAITING, hue)
    return lights
