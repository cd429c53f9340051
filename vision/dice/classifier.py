"""Which hue lies on top: the top's own colour and the faces around it, weighed together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.components.hues import Hue
from vision.dice.faces import Faces
from vision.dice.hue_order import hues_of, orders
from vision.dice.ink_ratios import expected_colours
from vision.dice.readings import Kind
from vision.dice.taught import TaughtKind
from vision.photometry.colour_likelihood import SIDE, TOP, ColourComparison, Fit, fit_all
from vision.photometry.illumination import Illumination

# A side face may be hidden, or lit by what the die lies on: disagreement counts ever less the more there is of it.
_SIDE_TAIL = 10.0
_SIDE_CAP, _SIDE_TRUST = 9.0, 0.6  # how ``side_cost`` counts it
_BLOWN = 1.3  # an ink that clips is as bright as it looks, or up to this much brighter
# A top that mirrors a lamp agrees with no hue, and then says little: its disagreement counts ever less, too.
_TOP_TAIL = 10.0
_ASTRAY = 0.06  # less is it worth with every unit of cost of the hue that agrees best
# What costs are worth beside chi-squared. All three set by the likelihood of 1,450 cubes and 1,770 dodecahedra of
# invented families that choose, a third of them in pictures of 640 x 360, and of 920 others among which two tops of
# five mirrored a lamp, counted a thirtieth.
_WORTH = 2.5


@dataclass(frozen=True, slots=True, eq=False)
class TopPosterior:
    """``chances``: probability of every hue of the kind; ``top_cost``: how badly the best hue's own colour agrees;
    ``side_cost``: how badly the faces around agree with it, a hidden one counting little."""

    chances: np.ndarray
    hues: tuple[Hue, ...]
    top_cost: float
    side_cost: float

    def ranked(self) -> list[tuple[Hue, float]]:
        """Hues with their probability, likeliest first."""
        order = np.argsort(-self.chances)
        return [(self.hues[k], float(self.chances[k])) for k in order]


@dataclass(frozen=True, slots=True, eq=False)
class FacesOfKind:
    """The faces in sight of dice of one kind, whose top hues are to be classified. ``taught``: how this table's own
    look; None: nominal hues are used."""

    kind: Kind
    faces: Faces
    taught: TaughtKind | None


def classify(kind: Kind, faces: Faces, light: Illumination, taught: TaughtKind | None) -> list[TopPosterior]:
    """The posterior over hues for each die of one kind, seen in ``light``; by nominal hues where ``taught`` is None."""
    return classify_all([FacesOfKind(kind, faces, taught)], light)[0]


def classify_all(seen: Sequence[FacesOfKind], light: Illumination) -> list[list[TopPosterior]]:
    """The same for several kinds at once, which takes hardly longer than one."""
    fits = fit_all([comparison for one in seen for comparison in _comparisons(one, light)])
    return [_posteriors(one, *costs) for one, *costs in zip(seen, fits[::2], fits[1::2], strict=True)]


def _comparisons(one: FacesOfKind, light: Illumination) -> tuple[ColourComparison, ColourComparison]:
    """The tops, and all side faces in sight, of all dice."""
    faces = one.faces
    expected = one.taught.expected(light.inks) if one.taught else expected_colours(one.kind, light.inks, None)
    brightest = _brightest(expected, light.blown[[int(hue) for hue in hues_of(one.kind)]])
    there = light.at(faces.xy)
    square = faces.seen[:, 1:] > 0
    glared = one.taught is not None
    tops = ColourComparison(faces.colour[:, 0], there[:, 0], expected, TOP, brightest, glared)
    return tops, ColourComparison(faces.colour[:, 1:][square], there[:, 1:][square], expected, SIDE, brightest, glared)


def _posteriors(one: FacesOfKind, top_fit: Fit, side_fit: Fit) -> list[TopPosterior]:
    hues, tops, seen = hues_of(one.kind), top_fit[0], one.faces.seen[:, 1:]
    sides = np.zeros((*seen.shape, len(hues)))
    sides[seen > 0] = side_fit[0]
    hue_orders = orders(one.kind, one.taught.ring if one.taught else None)
    around = _around(_SIDE_TAIL * np.log1p(sides / _SIDE_TAIL), seen, hue_orders)
    side_cost = _around(_SIDE_TRUST * np.minimum(sides, _SIDE_CAP), seen, hue_orders)
    chances = posterior_of(tops, around)
    best = chances.argmax(1)
    of_top = tops[np.arange(len(best)), best]
    return [TopPosterior(chances[k], hues, float(of_top[k]), float(side_cost[k, b])) for k, b in enumerate(best)]


def posterior_of(tops: np.ndarray, around: np.ndarray | float) -> np.ndarray:
    """Chances (N x hues) of dice whose top (N x hues), and the faces around it, cost so much with each hue on top."""
    tops = np.maximum(tops, 0)
    own = _TOP_TAIL * np.log1p(tops / _TOP_TAIL) / (1 + _ASTRAY * tops.min(1, keepdims=True))
    log = -0.5 * _WORTH * (own + around)
    chances = np.exp(log - log.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True)


def _brightest(expected: np.ndarray, blown: np.ndarray) -> np.ndarray | None:
    """The brightest that each colour (hues x 3) may be, where the mat's ink of that hue was blown out."""
    return expected * np.where(blown, _BLOWN, 1.0) if blown.any() else None


def _around(costs: np.ndarray, seen: np.ndarray, hue_orders: np.ndarray | None) -> np.ndarray:
    """How badly the faces around agree with each hue on top: N x hues. ``costs``: N x ring x hues."""
    costs = costs * seen[..., None]
    if hue_orders is not None:
        return costs[:, np.arange(costs.shape[1]), hue_orders].sum(-1).min(-1)
    return np.stack([cost_in_any_order(costs, hue) for hue in range(costs.shape[-1])], -1)


def cost_in_any_order(costs: np.ndarray, top: int) -> np.ndarray:
    """The cost of the faces around (... x ring x hues, chi-squared) where their order is unknown: (...). Each may have
    any hue but the ``top``'s own (its place among the hues) and its opposite."""
    count = costs.shape[-1]
    others = [k for k in range(count) if k not in (top, (top + count // 2) % count)]
    return costs[..., others].min(-1).sum(-1)
