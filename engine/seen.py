"""What the table shows, in the engine's words: the input of ``Game.readings``."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import UNKNOWN, Card
from engine.events import Seat
from engine.hues import Hue
from engine.lights import Spot

SOMEBODY = -1
"""A space is occupied, but the sensor cannot tell by whom."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card on the table. ``candidates``: what it may be, likeliest first; a single one when it was read surely.

    ``back``: it lies face down, and ``candidates`` is empty. ``spot``: the pile or space it lies on, None when the
    camera cannot tell that places apart.
    """

    candidates: tuple[Card, ...] = ()
    back: bool = False
    spot: Spot | None = None

    @property
    def card(self) -> Card:
        """The card when it was read surely; UNKNOWN when it lies face down or has to be asked."""
        return self.candidates[0] if len(self.candidates) == 1 else UNKNOWN

    @property
    def sure(self) -> bool:
        """Nothing has to be asked: it was read, or lies face down."""
        return self.back or len(self.candidates) == 1


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that is known of the table at one moment; what was not observed is None.

    ``d6``, ``d12``: the dice in the tray. ``moved``: how many of them do not lie where they lay before.
    ``occupied``: the spaces that hold something, with whose it is or SOMEBODY.
    ``cards``: the cards in sight, from the picture's left to its right; an empty tuple when there are none.
    """

    d6: tuple[Hue, ...] | None = None
    d12: tuple[Hue, ...] | None = None
    moved: int | None = None
    occupied: Mapping[Spot, Seat] | None = None
    source: str = "camera"
    cards: tuple[SeenCard, ...] | None = None
