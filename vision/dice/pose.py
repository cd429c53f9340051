"""How a die stands: flat, leaning, or on another. A small network judges close-ups of what was found at a glance.

It was trained on invented pictures (``vision.training``), where a leaning die shows what a flat one in its place could
not, and a die on another has too much below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.closeup import closeups
from vision.dice.detector import DieDetection
from vision.dice.readings import Kind
from vision.geometry.play_area import PX_PER_MM, FlatTable
from vision.models import network

# In the invented pictures a third of the dice lean and an eighth stand on others, so that there is enough to learn
# from. On tables about two in a hundred lean, and one in a hundred and fifty stands on another (a guess; that a die is
# hidden is also seen by their count): by Bayes' rule the chances are weighed anew.
_USUAL = np.array([2.1, 2.1, 0.07, 0.06])
# More looks, in other colours and mirrored: how a die stands does not depend on either, so all looks count alike.
_RECOLOURED = (([2, 0, 1, 3], -1), ([1, 2, 0, 3], 1))
_TINY = 1e-6  # of a chance
# Chosen by hand, once: a field turned by an eighth looks like a smaller die on the die. That dice lean is not forgiven
# likewise: of 174 that do not lie flat, on five tables whose dice look odd, one more was taken for flat.
_USUAL_DOUBT, _MOST_DOUBT = -5.0, 4.0
_SURE = 0.98  # that it lies flat, or that it does not: what lies between is worth more looks


@dataclass(frozen=True, slots=True)
class DiePose:
    """Chances, 0 to 1, together 1: that a die lies flat (``d6``, ``d12``), leans, stands on another, is none."""

    d6: float
    d12: float
    leaning: float
    raised: float
    nothing: float

    def flat(self, kind: Kind) -> float:
        """The chance that it is a die of this kind and lies flat."""
        return self.d6 if kind == "d6" else self.d12

    def beside(self, doubt: float) -> "DiePose":
        """The same where dice of its make look as if they stood on others, though they do not (``doubt_of``)."""
        raised = self.raised * float(np.exp(-doubt))
        less = 1 - self.raised + raised
        return DiePose(self.d6 / less, self.d12 / less, self.leaning / less, raised / less, self.nothing / less)


def doubt_of(poses: Sequence[DiePose], kind: Kind) -> float:
    """How much more than most dice these, none of which stands on another, look as if they did: a logarithm of odds, 0
    to ``_MOST_DOUBT``."""
    odds = [np.log(pose.raised + _TINY) - np.log(pose.flat(kind) + _TINY) for pose in poses]
    return float(np.clip(np.median(odds) - _USUAL_DOUBT, 0, _MOST_DOUBT))


class PoseClassifier:
    """The trained network that tells how dice lie. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = network("dice_pose")

    def classify(self, table: FlatTable, spots: Sequence[DieDetection], sizes: Sequence[float]) -> list[DiePose]:
        """How the dice at these spots stand; ``sizes``: their true heights, mm, as far as they are known."""
        if not spots:
            return []
        rows, columns = np.rint([spot.pixel[::-1] for spot in spots]).astype(int).T
        rows, columns = np.clip(rows, 0, table.height - 1), np.clip(columns, 0, table.width - 1)
        heights = [size * PX_PER_MM for size in sizes]
        views = closeups(table.image, [spot.pixel for spot in spots], table.slant[rows, columns].tolist(), heights)
        there = np.array([spot.there for spot in spots])
        twelve = np.array([spot.twelve for spot in spots])
        looked = self._chances(views)
        chances = _weighed(looked, there, twelve)
        flat = chances[np.arange(len(spots)), [0 if spot.kind == "d6" else 1 for spot in spots]]
        doubtful = np.nonzero((flat > 1 - _SURE) & (flat < _SURE))[0]
        if len(doubtful):
            again = np.concatenate([views[doubtful][:, colours, :, ::way] for colours, way in _RECOLOURED])
            looks = np.stack([looked[doubtful], *np.split(self._chances(again), len(_RECOLOURED))])
            chances[doubtful] = _weighed(looks.mean(0), there[doubtful], twelve[doubtful])
        return [DiePose(*map(float, row)) for row in chances]

    def _chances(self, views: np.ndarray) -> np.ndarray:
        said = self._net(np.ascontiguousarray(views))
        chances = np.exp(said - said.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True)


def _weighed(chances: np.ndarray, there: np.ndarray, twelve: np.ndarray) -> np.ndarray:
    """The network's chances (N x 5) as they are on tables; ``there``, ``twelve``: N, what the finder thought."""
    usual = np.column_stack([np.tile(_USUAL, (len(there), 1)), (1 - there) / there])
    weighed = chances * usual
    flat = weighed[:, :2].sum(1)
    d6, d12 = np.log(weighed[:, :2] + _TINY).T
    weighed[:, 1] = flat / (1 + np.exp(d6 - d12 - twelve))
    weighed[:, 0] = flat - weighed[:, 1]
    return weighed / weighed.sum(1, keepdims=True)
