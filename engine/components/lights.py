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


Picture = Mapping[Spot, Light]
"""Spots that are not named are dark."""
