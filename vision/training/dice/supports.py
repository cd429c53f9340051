"""What a die leans on: nothing stands on an edge by itself, so beside a leaning die there is nearly always something.

A coin or a card lies under its lifted side, or that side has slid down a wall, a book, another die. Beside dice that
lie flat something stands now and then, too: that alone tells nothing.
"""

from dataclasses import dataclass, replace

import numpy as np

from vision.training.dice.bodies import Body, block, disc

# Constants: chosen by hand.
SUPPORTED = 0.8  # of the dice that lean; the others lean on what nobody sees: a crease, a crumb, a clear bead
_WALL, _COIN = 0.3, 0.4  # of the supports are higher than what they hold; of the others are round
ALONGSIDE = 0.2  # of the dice that lie flat have a neighbour
_GAP = (0.2, 3.0)  # mm
_OFF = 0.15  # radians that a support is turned away at most
_HIGHER = (1.0, 14.0)  # mm
_LONG, _DEEP = (14.0, 70.0), (5.0, 28.0)  # mm, of a block
_RADII = (7.0, 14.0)  # mm, of a coin


@dataclass(frozen=True, slots=True, eq=False)
class LiftedSide:
    """The lifted side of a leaning die. ``toward``: to where its lower face rises, a direction (2); ``balance``,
    ``far``: how far that way (mm) its centre of mass and the end of its lower face are; ``slope``: mm up a mm;
    ``height``: mm, of the lower face at ``balance``; ``middle``: of the die, 2 mm."""

    toward: np.ndarray
    balance: float
    far: float
    slope: float
    height: float
    middle: np.ndarray

    @classmethod
    def of(cls, faces: np.ndarray, normals: np.ndarray) -> "LiftedSide":
        """Of a die with these faces (faces x corners x 3 mm) and normals (faces x 3), leaning, on z = 0."""
        lowest = int(normals[:, 2].argmin())
        face, (right, down, up) = faces[lowest], normals[lowest]
        rise = float(np.hypot(right, down))
        toward, slope = np.array([right, down]) / rise, rise / -up
        middle = faces.mean((0, 1))[:2]
        balance = float(middle @ toward)
        height = float(face[:, 2].mean() + slope * (balance - face[:, :2].mean(0) @ toward))
        return cls(toward, balance, float((face[:, :2] @ toward).max()), float(slope), height, middle)

    def at(self, along: float) -> tuple[np.ndarray, float]:
        """The place (2 mm) and height (mm) of the lower face so far between its balance (0) and its far end (1)."""
        away = along * (self.far - self.balance)
        return self.middle + away * self.toward, self.height + away * self.slope


def support(rng: np.random.Generator, side: LiftedSide, colour: np.ndarray) -> Body:
    """Something of this colour that holds a die up at its lifted side."""
    if rng.random() < _WALL:
        touched, height = side.at(1.02)
        return _thing(rng, side.toward, touched, height + float(rng.uniform(*_HIGHER)), colour)
    touched, height = side.at(float(rng.uniform(0.15, 0.95)))
    return replace(_thing(rng, side.toward, touched, height, colour), carries=True)


def neighbour(rng: np.random.Generator, faces: np.ndarray, colour: np.ndarray) -> Body:
    """Something of this colour that stands right beside a die with these faces (faces x corners x 3 mm)."""
    about = rng.uniform(0, 2 * np.pi)
    toward = np.array([np.cos(about), np.sin(about)])
    middle = faces.mean((0, 1))[:2]
    reach = float(((faces[..., :2] - middle) @ toward).max() + rng.uniform(*_GAP))
    return _thing(rng, toward, middle + reach * toward, float(rng.uniform(*_HIGHER)), colour)


def _thing(rng: np.random.Generator, toward: np.ndarray, touched: np.ndarray, high: float, colour: np.ndarray) -> Body:
    """A coin or a block, ``high`` mm, whose edge is where the die touches it."""
    angle = float(np.arctan2(toward[1], toward[0]) + rng.uniform(-_OFF, _OFF))
    away = np.array([np.cos(angle), np.sin(angle)])
    if rng.random() < _COIN:
        radius = float(rng.uniform(*_RADII))
        return disc(_pair(touched + away * radius), radius, high, colour)
    deep, long = float(rng.uniform(*_DEEP)), float(rng.uniform(*_LONG))
    along = np.array([-away[1], away[0]]) * float(rng.uniform(-0.35, 0.35)) * long
    return block(_pair(touched + away * deep / 2 + along), (deep, long, high), angle, colour)


def _pair(point: np.ndarray) -> tuple[float, float]:
    return float(point[0]), float(point[1])
