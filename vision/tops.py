"""Which hue lies on top: the top's own colour and the faces around it, weighed together."""

from dataclasses import dataclass

import numpy as np

from engine.hues import Hue
from vision.colours import SIDE, TOP, fit
from vision.faces import Faces
from vision.light import Light
from vision.order import hues_of, rings, turned
from vision.seen import Kind
from vision.teaching import TaughtKind, expected_colours

_SIDE_CAP = 9.0  # a side face may be in a shadow or hidden: it never says more than this
_SIDE_TRUST = 0.6
# Costs are not quite chi-squared: systematic errors are shared, by the many faces of a d12 more than by a cube's few.
_TEMPERATURE: dict[Kind, float] = {"d6": 1.25, "d12": 1.6}


@dataclass(frozen=True, slots=True, eq=False)
class TopVote:
    """``chances``: probability of every hue of the kind; ``top_cost``: how badly the best hue's own colour agrees;
    ``glare``: parts of white on the top."""

    chances: np.ndarray
    hues: tuple[Hue, ...]
    top_cost: float
    side_cost: float
    glare: float

    def ranked(self) -> list[tuple[Hue, float]]:
        order = np.argsort(-self.chances)
        return [(self.hues[k], float(self.chances[k])) for k in order]


def vote(kind: Kind, faces: Faces, light: Light, taught: TaughtKind | None) -> list[TopVote]:
    """A vote for each die of one kind."""
    hues = hues_of(kind)
    expected = expected_colours(kind, light.inks, taught.ratios if taught else None)
    there = light.at(faces.xy)
    tops, _, glare = fit(faces.colour[:, 0], there[:, 0], expected, TOP)
    around = _around(kind, faces, there, expected, taught.ring if taught else None)
    total = tops + around
    scaled = -0.5 / _TEMPERATURE[kind] * (total - total.min(1, keepdims=True))
    chances = np.exp(scaled)
    chances /= chances.sum(1, keepdims=True)
    best = total.argmin(1)
    return [
        TopVote(chances[k], hues, float(tops[k, b]), float(around[k, b]), float(glare[k, b]))
        for k, b in enumerate(best)
    ]


def _around(kind: Kind, faces: Faces, there: np.ndarray, expected: np.ndarray, ring: np.ndarray | None) -> np.ndarray:
    """How badly the faces around agree with each hue on top: N x hues."""
    colour, light, seen = faces.colour[:, 1:], there[:, 1:], faces.seen[:, 1:]
    count, around = colour.shape[:2]
    costs, _, _ = fit(colour.reshape(-1, 3), light.reshape(-1, 3), expected, SIDE)
    costs = _SIDE_TRUST * np.minimum(costs.reshape(count, around, -1), _SIDE_CAP) * seen[..., None]
    if ring is not None:
        options = turned(rings(kind, ring))
        picked = costs[:, np.arange(around), options]
        return picked.sum(-1).min(-1)
    return np.stack([_without(costs, hue) for hue in range(len(expected))], -1)


def _without(costs: np.ndarray, top: int) -> np.ndarray:
    """Order unknown: a side may have any hue but the top's own and its opposite."""
    count = costs.shape[-1]
    others = [k for k in range(count) if k not in (top, (top + count // 2) % count)]
    return costs[..., others].min(-1).sum(-1)
