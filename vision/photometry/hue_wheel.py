"""Where on the wheel of hues a colour lies, read off between the mat's own twelve inks in the same picture, and whether
things taught as some hues lie where those hues should.

Dice and cards may be painted in other dyes than the mat, but round the wheel their hues come in the same order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from engine.components.hues import Hue

STEPS = len(Hue)
_GRAY = 8.0  # Lab; less colour lies nowhere on the wheel
# Both set on 60 invented decks; tried on 40 others, and on 60 invented and 6 rendered sets of dice.
_EXCHANGED = 0.7  # steps by which two are nearer to each other's places, together: -2 where all is right, 2 for a swap
_FAR = 1.7  # steps from its name; of 3,000 things that lay right none was off by more than 1.4


@dataclass(frozen=True, slots=True)
class WheelPosition:
    """Where a thing's colours lie, in steps clockwise from red, and where its name says. ``around``: steps after which
    the places of its kind come again."""

    seen: tuple[float, ...]
    named: int
    around: int = STEPS

    def off(self, named: int) -> float:
        """Steps from where a name says."""
        return sum(apart(seen, named, self.around) for seen in self.seen) / len(self.seen)

    @property
    def is_far(self) -> bool:
        """Whether no dye explains it."""
        return self.off(self.named) > _FAR


def exchanged(places: Mapping[int, WheelPosition]) -> Iterator[tuple[int, int]]:
    """Pairs of things of one kind (their keys) each of which lies where the other should, the plainest first."""
    gains = {pair: _gain(*(places[one] for one in pair)) for pair in combinations(places, 2)}
    for pair in sorted(gains, key=gains.__getitem__, reverse=True):
        if gains[pair] > _EXCHANGED:
            yield pair


def _gain(one: WheelPosition, other: WheelPosition) -> float:
    return one.off(one.named) + other.off(other.named) - one.off(other.named) - other.off(one.named)


def wheel_position(colour: np.ndarray, inks: np.ndarray) -> float | None:
    """Where a colour (3, BGR, parts of white) lies between the mat's ``inks`` (12 x 3), in steps from red, below 12.

    None for a gray, and under a lamp that leaves the inks no order.
    """
    seen = wheel_positions(np.asarray(colour)[None], inks)
    return None if seen is None or np.isnan(seen[0]) else float(seen[0])


def wheel_positions(colours: np.ndarray, inks: np.ndarray) -> np.ndarray | None:
    """The same of many colours (N x 3), no number for grays: N; None under such a lamp."""
    rim, strong = _angles(inks)
    angles, chroma = _angles(colours)
    steps = wrapped(np.roll(rim, -1) - rim, 2 * np.pi)
    if strong.min() < _GRAY or steps.min() <= 0 or not np.isclose(steps.sum(), 2 * np.pi):
        return None
    past = (angles[:, None] - rim) % (2 * np.pi)
    between = past.argmin(1)
    seen = (between + past[np.arange(len(past)), between] / steps[between]) % STEPS
    return np.where(chroma < _GRAY, np.nan, seen)


def is_gray(colour: np.ndarray) -> bool:
    """Whether a colour (3, BGR, parts of white) has hardly any hue."""
    return bool(_angles(np.asarray(colour)[None])[1][0] < _GRAY)


def _angles(colours: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Hue (radians) and chroma (Lab) of colours (N x 3), each as bright as it can be: shade turns no hue."""
    bright = np.maximum(colours, 0) / np.maximum(colours.max(1, keepdims=True), 1e-3)
    _, a, b = cv2.cvtColor(bright[None].astype(np.float32), cv2.COLOR_LBGR2LAB)[0].T
    return np.arctan2(b, a), np.hypot(a, b)


def apart(one: float, other: float, around: float = STEPS) -> float:
    """Steps between two places, the shorter way round."""
    return abs(wrapped(one - other, around))


def wrapped(turn, around: float = STEPS):
    """The same turn the shorter way round."""
    return (turn + around / 2) % around - around / 2
