"""What stands, rolls and reaches over the table at one moment: plain values, equal when the picture is the same."""

from dataclasses import dataclass

import numpy as np

from engine.components.hues import Hue
from vision.simulation.piece_bodies import StandingPiece
from vision.simulation.tile_look import LaidTile

Spin = tuple[float, ...]
"""A rotation, nine numbers row by row."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A die at one moment: its place and height over the table (mm, of its centre) and its rotation."""

    number: int
    kind: str
    x: float
    y: float
    height: float
    spin: Spin

    @property
    def centre(self) -> np.ndarray:
        """(3,) in mm, z into the table."""
        return np.array([self.x, self.y, -self.height])

    @property
    def rotation(self) -> np.ndarray:
        """(3, 3)."""
        return np.array(self.spin).reshape(3, 3)


@dataclass(frozen=True, slots=True)
class SimulatedHand:
    """A hand over the table: fingertips at (x, y) mm, pointing along ``angle`` (radians, 0 is right, clockwise)."""

    x: float
    y: float
    angle: float
    grip: float
    """0 open, 1 closed round dice."""


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything that moves, at one moment."""

    dice: tuple[Posed, ...] = ()
    hand: SimulatedHand | None = None
    pieces: tuple[StandingPiece | LaidTile, ...] = ()


@dataclass(frozen=True, slots=True)
class TrueDie:
    """What a die on the table really is: ``top`` is None when it leans or still moves."""

    kind: str
    top: Hue | None
    cocked: bool
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Truth:
    """For tests alone: "empty", "rolling", "settled" or "hand", and the dice on the table by their number."""

    state: str
    dice: dict[int, TrueDie]

    @property
    def tops(self) -> dict[int, Hue | None]:
        """The hue on top of each die on the table."""
        return {number: die.top for number, die in self.dice.items()}
