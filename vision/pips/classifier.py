"""Which number a close-up of a likely top shows, or none: three networks, which look once or several times.

A small network looks at every close-up once; what may be a top is looked at again, smaller, larger, turned, mirrored
and recoloured, by a larger one, or by one for large dice.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.models import Network, network
from vision.pips.closeup import PLAIN, closeup
from vision.pips.detector import PipDetection

# Constants: chosen on invented pictures that no network learned from.
LARGE_PX = 28.0  # px: of larger dice a close-up of twice as many px shows more
_LIKELY, _THERE = 0.2, 0.5  # of a chance: after one look, after all
SAME_TOP = 0.45  # die edges: so near, two places are the same top
_CLASSES = 7
_CLOSE, _FLOOR = 0.9, 1e-4  # weight of the close-ups beside the detector; no chance is less
Ways = tuple[tuple[np.ndarray, bool], ...]


def _turned(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


_ONCE: Ways = ((PLAIN, False),)
_WAYS = (
    ((PLAIN, True), (PLAIN * 1.15, False)),
    (
        (PLAIN / 1.15, True), (_turned(0.25), False), (_turned(-0.25), True),
        (np.diag([1 / 1.15, 1.15]), False), (np.diag([1.15, 1 / 1.15]), True),
    ),
)  # fmt: skip
"""How a likely top is looked at again, and then once more if it still is one: smaller, larger, turned, stretched; and
whether mirrored and recoloured."""


@dataclass(slots=True)
class LikelyTop:
    """A likely top: place and size (px), the chance that it is there, and of each number then."""

    x: float
    y: float
    size: float
    there: float
    numbers: np.ndarray


class PipClassifier:
    """The three networks, ready to look. Not to be shared between threads."""

    def __init__(self) -> None:
        self._first, self._second, self._large = network("pips"), network("pips_again"), network("pips_large")

    def classify(self, image: np.ndarray, spots: list[PipDetection]) -> list[LikelyTop]:
        """The tops among these places of a picture (uint8 BGR), as all networks see them, surest first. What may be one
        is looked at again where the first look saw it, in several ways."""
        said, off = _seen_by(self._first, image, spots, _ONCE)
        spots = [_moved(spot, by) for spot, by in zip(spots, off, strict=True)]
        for k in (k for k, spot in enumerate(spots) if spot.size > LARGE_PX):
            # the detector guesses the size of large ones badly, and a close-up of a wrong size shows nothing
            said[k], off = _seen_by(self._first, image, [spots[k]], _ONCE)
            spots[k] = _moved(spots[k], off[0])
        for ways in _WAYS:
            tops = [_joined(spot, chances) for spot, chances in zip(spots, geometric_mean(said), strict=True)]
            likely = [k for k, top in enumerate(tops) if top.there > _LIKELY]
            spots = [spots[k] for k in likely]
            said = np.concatenate([said[likely], self._again(image, spots, ways)], 1)
        tops = [_joined(spot, chances) for spot, chances in zip(spots, geometric_mean(said), strict=True)]
        out: list[LikelyTop] = []
        for top in sorted(tops, key=lambda top: -top.there):
            if top.there > _THERE and all(gap(top, other) > SAME_TOP for other in out):
                out.append(top)
        return out

    def _again(self, image: np.ndarray, spots: list[PipDetection], ways: Ways) -> np.ndarray:
        """Chances (n x ways x 7) as the larger networks see them: large dice in finer close-ups."""
        large = np.array([spot.size > LARGE_PX for spot in spots], bool)
        said = np.empty((len(spots), len(ways), _CLASSES))
        for net, finer, mine in ((self._second, 1, ~large), (self._large, 2, large)):
            said[mine], _ = _seen_by(
                net, image, [spot for spot, one in zip(spots, mine, strict=True) if one], ways, finer
            )
        return said


def _seen_by(
    net: Network, image: np.ndarray, spots: list[PipDetection], ways: Ways, finer: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Chances (n x ways x 7: nothing, one to six) of places, each seen in these ways: bent so, and mirrored and
    recoloured or not; and how far off the tops are (n x 3), as the first of them shows it. ``finer``: as many times the
    px of a close-up each way."""
    if not spots:
        return np.empty((0, len(ways), _CLASSES)), np.empty((0, 3))
    views = [
        closeup(image, spot.x, spot.y, spot.size, bent, finer)[:, :: -1 if mirrored else 1, :: -1 if mirrored else 1]
        for spot in spots
        for bent, mirrored in ways
    ]
    said = net(np.ascontiguousarray(np.stack(views).transpose(0, 3, 1, 2), np.float32) / np.float32(255))
    said = said.reshape(len(spots), len(ways), -1)
    return _softmax(said[..., :_CLASSES]), said[:, 0, _CLASSES:]


def _softmax(logits: np.ndarray) -> np.ndarray:
    """Chances that add up to one along the last axis."""
    chances = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(chances / chances.sum(-1, keepdims=True))


def geometric_mean(chances: np.ndarray) -> np.ndarray:
    """What several looks (n x looks x 7) say together (n x 7): their geometric mean, in which one look that is quite
    sure counts for more than several that cannot tell."""
    return _softmax(np.log(np.maximum(chances, _FLOOR)).mean(1))


def _moved(spot: PipDetection, off: np.ndarray) -> PipDetection:
    """The place where a close-up of it showed the top."""
    right, down, larger = (float(v) for v in np.clip(off, -0.5, 0.5))
    x, y = spot.x + right * spot.size, spot.y + down * spot.size
    return replace(spot, x=x, y=y, size=spot.size * float(np.exp(larger)))


def _joined(spot: PipDetection, chances: np.ndarray) -> LikelyTop:
    """What detector and close-ups say of a place, as two witnesses: whether a top is there; of its number, weighed."""
    there = 1 - float(chances[0])
    yes, no = there * spot.there, (1 - there) * (1 - spot.there)
    numbers = (chances[1:] / max(there, 1e-9) + _FLOOR) ** _CLOSE * (spot.numbers + _FLOOR) ** (1 - _CLOSE)
    return LikelyTop(spot.x, spot.y, spot.size, yes / max(yes + no, 1e-9), numbers / numbers.sum())


def gap(one: LikelyTop | PipDetection, other: LikelyTop | PipDetection) -> float:
    """How far apart two places are, in mean edges: a pip of a large die may look like a small die."""
    return math.hypot(one.x - other.x, one.y - other.y) * 2 / (one.size + other.size)
