"""Makes of pip dice: colours, stuff, roundness and dots, as wide as what is sold and wider."""

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class PipMake:
    """What dice of one make have in common; lengths in edges.

    ``inks``: colours of the pips of one to six (6 x 3); ``round``: radius of its edges; ``ball``: radius of the ball
    that cuts its corners; ``radius``, ``spread``: of its pips, and how far they are from the middle (``six``: in a
    six, across and along its rows, to that); ``ace``: how much larger the one's pip is; ``inset``: how deep pips are;
    ``foil``: how much their paint is bright where it mirrors a lamp, and dull elsewhere; ``worn``: how much of the
    paint may be gone from a pip; ``shine``, ``gloss``: how strong and narrow lamps are mirrored; ``clear``: how much
    one sees through it; ``veins``: waves (n x 3), phases and the second colour, if it is marbled.
    Without ``dotted`` it is a blank cube.
    """

    body: np.ndarray
    inks: np.ndarray
    round: float = 0.08
    ball: float = 0.87
    radius: float = 0.09
    spread: float = 0.25
    six: tuple[float, float] = (1.0, 1.0)
    ace: float = 1.0
    inset: float = 0.0
    foil: float = 0.0
    worn: float = 0.0
    shine: float = 0.1
    gloss: float = 30.0
    metal: float = 0.0
    clear: float = 0.0
    veins: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None
    mirrored: bool = False
    dotted: bool = True

    def painted(self, points: np.ndarray) -> np.ndarray:
        """Colours (n x 3) of the body at points (n x 3) of it."""
        out = np.empty((len(points), 3), np.float32)
        out[:] = self.body
        if self.veins is not None:
            waves, phases, other = self.veins
            much = np.sin(points @ waves.T.astype(np.float32) + phases).mean(1) * 2.2 + 0.4
            out += (other - out) * much.clip(0, 1)[:, None]
        if self.clear:  # light gathers below
            out = out * (1.1 - 0.5 * points[:, 2:])
        return out


def colour(rng: np.random.Generator) -> np.ndarray:
    """Any colour (BGR, 0 to 255), grays more often than by chance."""
    kind = rng.random()
    hue = rng.uniform(0, 180)
    strong = 255 * (1 - rng.uniform(0, 1) ** 2 * 0.8) if kind < 0.6 else rng.uniform(0, 70)
    value = rng.uniform(50, 255) if kind < 0.8 else rng.choice([rng.uniform(10, 60), rng.uniform(190, 255)])
    return cv2.cvtColor(np.array([[[hue, strong, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(float)


def make(rng: np.random.Generator) -> PipMake:
    """Any make of dice."""
    kind = rng.random()
    if kind < 0.38:  # white, bone, ivory
        body = np.array([rng.uniform(0.6, 1), rng.uniform(0.85, 1), 1.0]) * rng.uniform(175, 255)
    elif kind < 0.48:  # black
        body = np.full(3, rng.uniform(8, 50)) * rng.uniform(0.7, 1.3, 3)
    else:
        body = colour(rng)
    least = rng.choice([35.0, 60.0, 90.0], p=[0.12, 0.28, 0.6])
    while True:
        ink = _ink(rng)
        if np.abs(ink - body).max() > least and np.abs((ink - body).mean()) > least / 2:
            break
    ball = rng.uniform(0.62, 0.87) if rng.random() < 0.55 else 0.87
    veins = None
    if rng.random() < 0.14:
        fine = rng.uniform(3, 30)
        veins = (rng.normal(0, fine, (7, 3)), rng.uniform(0, 6.3, 7), _toward(rng, body))
    clear = rng.uniform(0.1, 0.55) if rng.random() < 0.15 else 0.0
    radius = rng.uniform(0.06, 0.125)
    spread = rng.uniform(0.19, 0.31) if ball > 0.75 else rng.uniform(0.16, 0.24)
    radius = min(radius, spread * 0.47)
    inks = np.tile(ink, (6, 1))
    asian = kind < 0.48 and rng.random() < 0.2
    if asian:  # the one is red, and often the four
        inks[[0, 3] if rng.random() < 0.5 else [0]] = rng.uniform([10, 10, 150], [60, 50, 240])
    elif kind < 0.48 and rng.random() < 0.15:  # every number its own
        inks[rng.random(6) < 0.5] = colour(rng) * 0.8
    return PipMake(
        body, inks,
        round=rng.uniform(0.01, 0.2), ball=ball, radius=radius, spread=spread,
        six=_six(rng, radius / spread),
        ace=rng.uniform(1.2, 2.3) if asian or rng.random() < 0.12 else 1.0,
        inset=rng.uniform(0.1, 0.9) if rng.random() < 0.5 else 0.0,
        foil=rng.uniform(0.3, 1.0) if rng.random() < 0.25 else 0.0,
        worn=rng.uniform(0.1, 0.8) if rng.random() < 0.2 else 0.0,
        shine=rng.uniform(0, 0.15) if rng.random() < 0.6 else rng.uniform(0.1, 0.8),
        gloss=float(np.exp(rng.uniform(np.log(6), np.log(200)))),
        metal=rng.uniform(0.4, 0.9) if rng.random() < 0.05 else 0.0, clear=clear, veins=veins,
        mirrored=bool(rng.random() < 0.5), dotted=bool(rng.random() > 0.05),
    )  # fmt: skip


def _six(rng: np.random.Generator, radius: float) -> tuple[float, float]:
    """How far apart the rows of a six are, and its pips in them, to other numbers': rows of pips that nearly touch,
    even sixes, and rows that are near each other. ``radius`` of its pips in the same measure."""
    if rng.random() < 0.5:
        return rng.uniform(0.8, 1.35), max(rng.uniform(0.75, 1.1), 2.1 * radius)
    return max(rng.uniform(0.5, 1.4), 1.1 * radius), max(rng.uniform(0.6, 1.35), 2.1 * radius)


def _ink(rng: np.random.Generator) -> np.ndarray:
    kind = rng.random()
    if kind < 0.38:
        return np.full(3, rng.uniform(185, 255)) * rng.uniform(0.9, 1, 3)
    if kind < 0.72:
        return np.full(3, rng.uniform(5, 60)) * rng.uniform(0.8, 1.2, 3)
    if kind < 0.84:  # gold
        return np.array([rng.uniform(40, 130), rng.uniform(130, 200), rng.uniform(180, 245)])
    return colour(rng)


def _toward(rng: np.random.Generator, body: np.ndarray) -> np.ndarray:
    """A second colour for marble: a lighter, darker or other one, not too far away."""
    other = body * rng.uniform(0.4, 0.8) if rng.random() < 0.5 else body + (255 - body) * rng.uniform(0.2, 0.6)
    return np.asarray(other + (colour(rng) - other) * rng.uniform(0, 0.5))
