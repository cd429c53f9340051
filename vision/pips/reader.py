"""Read pip dice in any picture: no mat is needed and nothing is taught.

A small network finds likely tops in the whole picture (``vision.pips.detector``), a second one looks at a close-up of
each, and a larger one several times at what may be a top. What they say together is believed or asked about. All were
trained on invented pictures alone (``vision.training.pips.train``).
"""

import math
import time
from dataclasses import dataclass, replace

import numpy as np

from vision.models import Network, network
from vision.pips.closeup import PLAIN, closeup
from vision.pips.detector import PipDetection, PipDetector
from vision.pips.readings import PipReading, SeenPips

SMALLEST, LARGEST = 0.014, 0.15
"""A die's edge, in parts of the picture's longer side; smaller dots are not to be told apart."""
SURE, SURE_LARGE = 0.86, 0.9
"""What is asked about: a top whose number's chance, times the chance squared that it is there at all, is less. Squared,
because the networks are too sure of that. Chosen on invented pictures that no network learned from; of large dice so
that as few are silently wrong as before they were looked at more closely."""
_RIVAL = 20
"""How many times a top's odds must be those of another likely one so near that it could be a side of the same die."""
_MOST_LOOKS = 64
_LARGE = 28.0  # px: of larger dice a close-up of twice as many px shows more
_LIKELY, _THERE = 0.2, 0.5  # of a chance: after one look, after all
_SAME = 0.45  # die edges: so near, two places are the same top
_APART = 0.8  # nearer than this, two dice cannot be: a side of the same die
_CLASSES = 7
_CLOSE, _FLOOR = 0.9, 1e-4  # weight of the close-ups beside the finder; no chance is less


Ways = tuple[tuple[np.ndarray, bool], ...]


def _turned(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


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
class _Top:
    """A likely top: place and size (px), the chance that it is there, and of each number then."""

    x: float
    y: float
    size: float
    there: float
    numbers: np.ndarray


class PipReader:
    """Reads pip dice; up in the picture must be away from the camera. Not to be shared between threads."""

    def __init__(self) -> None:
        self._detector, self._glance = PipDetector(), network("pips")
        self._judge, self._magnifier = network("pips_again"), network("pips_large")

    def read(self, image: np.ndarray, sizes_px: tuple[float, float] | None = None) -> PipReading:
        """Read a picture (uint8 BGR). ``sizes_px``: least and greatest edge of a die in it, where that is known."""
        start = time.perf_counter()
        long = max(image.shape[:2])
        found = self._detector.detect(image, *(sizes_px or (SMALLEST * long, LARGEST * long)))
        tops = self._looked_at(image, _spread(found)[:_MOST_LOOKS])
        dice = tuple(_seen(top, rival) for top, rival in _without_sides(tops))
        return PipReading(dice, (), False, (time.perf_counter() - start) * 1000)

    def _looked_at(self, image: np.ndarray, spots: list[PipDetection]) -> list[_Top]:
        """The tops among these places, as all networks see them, surest first. What may be one is looked at again
        where the first look saw it, in several ways."""
        said, off = _look(self._glance, image, spots, ((PLAIN, False),))
        spots = [_moved(spot, by) for spot, by in zip(spots, off, strict=True)]
        for ways in _WAYS:
            tops = [_together(spot, chances) for spot, chances in zip(spots, _agreed(said), strict=True)]
            likely = [k for k, top in enumerate(tops) if top.there > _LIKELY]
            spots = [spots[k] for k in likely]
            said = np.concatenate([said[likely], self._again(image, spots, ways)], 1)
        tops = [_together(spot, chances) for spot, chances in zip(spots, _agreed(said), strict=True)]
        out: list[_Top] = []
        for top in sorted(tops, key=lambda top: -top.there):
            if top.there > _THERE and all(_gap(top, other) > _SAME for other in out):
                out.append(top)
        return out

    def _again(self, image: np.ndarray, spots: list[PipDetection], ways: Ways) -> np.ndarray:
        """Chances (n x ways x 7) as the larger networks see them: large dice in finer close-ups."""
        large = np.array([spot.size > _LARGE for spot in spots], bool)
        said = np.empty((len(spots), len(ways), _CLASSES))
        for net, finer, mine in ((self._judge, 1, ~large), (self._magnifier, 2, large)):
            said[mine], _ = _look(net, image, [spot for spot, one in zip(spots, mine, strict=True) if one], ways, finer)
        return said


def _look(
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
    return _shares(said[..., :_CLASSES]), said[:, 0, _CLASSES:]


def _shares(logits: np.ndarray) -> np.ndarray:
    """Chances that add up to one along the last axis."""
    chances = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(chances / chances.sum(-1, keepdims=True))


def _agreed(chances: np.ndarray) -> np.ndarray:
    """What several looks (n x looks x 7) say together (n x 7): their geometric mean, in which one look that is quite
    sure counts for more than several that cannot tell."""
    return _shares(np.log(np.maximum(chances, _FLOOR)).mean(1))


def _spread(found: list[PipDetection]) -> list[PipDetection]:
    """The places found, surest first, each once."""
    kept: list[PipDetection] = []
    for one in found:
        if all(_gap(one, other) > _SAME / 2 or abs(math.log(one.size / other.size)) > 0.3 for other in kept):
            kept.append(one)
    return kept


def _moved(spot: PipDetection, off: np.ndarray) -> PipDetection:
    """The place where a close-up of it showed the top."""
    right, down, larger = (float(v) for v in np.clip(off, -0.5, 0.5))
    x, y = spot.x + right * spot.size, spot.y + down * spot.size
    return replace(spot, x=x, y=y, size=spot.size * float(np.exp(larger)))


def _together(spot: PipDetection, chances: np.ndarray) -> _Top:
    """What finder and close-ups say of a place, as two witnesses: whether a top is there; of its number, weighed."""
    there = 1 - float(chances[0])
    yes, no = there * spot.there, (1 - there) * (1 - spot.there)
    numbers = (chances[1:] / max(there, 1e-9) + _FLOOR) ** _CLOSE * (spot.numbers + _FLOOR) ** (1 - _CLOSE)
    return _Top(spot.x, spot.y, spot.size, yes / max(yes + no, 1e-9), numbers / numbers.sum())


def _gap(one: _Top | PipDetection, other: _Top | PipDetection) -> float:
    """How far apart two places are, in mean edges: a pip of a large die may look like a small die."""
    return math.hypot(one.x - other.x, one.y - other.y) * 2 / (one.size + other.size)


def _without_sides(tops: list[_Top]) -> list[tuple[_Top, float]]:
    """The tops, surest first, without sides of the same dice; with each, how likely the likeliest of these was."""
    kept: list[_Top] = []
    rivals: list[float] = []
    for top in tops:
        near = [k for k, other in enumerate(kept) if _gap(top, other) < _APART]
        for k in near:
            rivals[k] = max(rivals[k], top.there)
        if not near:
            kept.append(top)
            rivals.append(0.0)
    return list(zip(kept, rivals, strict=True))


def _odds(chance: float) -> float:
    return chance / max(1 - chance, 1e-9)


def _seen(top: _Top, rival: float) -> SeenPips:
    order = np.argsort(-top.numbers)
    best = int(order[0])
    alone = _odds(top.there) >= _RIVAL * _odds(rival)
    bound = SURE_LARGE if top.size > _LARGE else SURE
    sure = top.there**2 * float(top.numbers[best]) >= bound and alone
    candidates = tuple(
        (int(k) + 1, float(top.numbers[k])) for i, k in enumerate(order) if i < 2 or top.numbers[k] > 0.02
    )
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    outline = tuple(
        (top.x + 0.6 * top.size * float(np.cos(a)), top.y + 0.5 * top.size * float(np.sin(a))) for a in angles
    )
    return SeenPips("ok" if sure else "ask", best + 1 if sure else None, candidates, (top.x, top.y), outline, top.size)
