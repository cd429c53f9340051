"""Three-coloured tiles on the simulated table: what a set looks like, and where one lies."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.boards.plan import Srgb


@dataclass(frozen=True, slots=True)
class TileLook:
    """A set of tiles. ``side``, ``thick``, ``rim``, ``disc``: mm; ``signs``: how large what is printed on each third
    is, mm; ``gloss``: 0 to 1; ``lettered``: whether the letter stands beside the sign."""

    paints: Mapping[str, Srgb] = field(hash=False)
    side: float = 60.0
    thick: float = 2.0
    rim: float = 1.0
    disc: float = 8.0
    signs: float = 5.0
    gloss: float = 0.0
    body: Srgb = (225, 222, 215)
    lettered: bool = True


@dataclass(frozen=True, slots=True)
class LaidTile:
    """``way``: its edge colours clockwise from the level edge, and its value; (x, y): its middle on the page, mm;
    ``turn``: degrees clockwise from pointing up; ``worn``: linear parts of its paint."""

    way: str
    x: float
    y: float
    turn: float = 0.0
    worn: float = 1.0
