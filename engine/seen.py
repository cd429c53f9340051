"""What the table shows, in the engine's words: the input of ``Game.readings``."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import UNKNOWN, Card
from engine.errors import NotUnderstood
from engine.events import Seat
from engine.hues import Hue
from engine.lights import Spot

SOMEBODY = -1
"""A space is occupied, but the sensor cannot tell by whom."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that came to lie in view.

    ``may_be``: what it may be, best first; one that shows its back is UNKNOWN. ``place``: where it lies, such as
    ``pile:3``; empty when the eye cannot tell.
    """

    may_be: tuple[Card, ...]
    place: Spot = ""

    @classmethod
    def parse(cls, text: str) -> "SeenCard":
        """``GB7``; in doubt ``GB7|G7``; a back ``??``; with its place ``R5 at pile:3``. Raises NotUnderstood."""
        faces, _, place = text.partition(" at ")
        if not faces.strip():
            raise NotUnderstood("name the card that is seen, such as GB7; in doubt GB7|G7; a back is ??")
        return cls(tuple(Card.parse(face) for face in faces.split("|")), place.strip())


BACK = SeenCard((UNKNOWN,))
"""A card that lies face down."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that is known of the table at one moment; what was not observed is None.

    ``d6``, ``d12``: the dice in the tray. ``moved``: how many of them do not lie where they lay before.
    ``occupied``: the spaces that hold something, with whose it is or SOMEBODY. ``cards``: those that came to lie in
    view since the last accepted position, in the order they were laid; ``gone``: those that lay open then and do not
    any more.
    """

    d6: tuple[Hue, ...] | None = None
    d12: tuple[Hue, ...] | None = None
    moved: int | None = None
    occupied: Mapping[Spot, Seat] | None = None
    source: str = "camera"
    cards: tuple[SeenCard, ...] | None = None
    gone: tuple[Card, ...] | None = None
