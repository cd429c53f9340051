"""What the table shows, in the engine's words: the input of ``Game.readings``."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.events import Seat
from engine.hues import Hue
from engine.lights import Spot

SOMEBODY = -1
"""A space is occupied, but the sensor cannot tell by whom."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that is known of the table at one moment; what was not observed is None.

    ``d6``, ``d12``: the dice in the tray. ``moved``: how many of them do not lie where they lay before.
    ``occupied``: the spaces that hold something, with whose it is or SOMEBODY.
    """

    d6: tuple[Hue, ...] | None = None
    d12: tuple[Hue, ...] | None = None
    moved: int | None = None
    occupied: Mapping[Spot, Seat] | None = None
    source: str = "camera"
