"""Read pip dice in any picture: no mat is needed and nothing is taught.

A small network finds likely tops in the whole picture (``vision.pips.detector``), others look at close-ups of each
(``vision.pips.classifier``). What they say together is believed or asked about. All were trained on invented pictures
alone (``vision.training.pips.train``).
"""

import math
import time

import numpy as np

from vision.pips.classifier import LARGE_PX, SAME_TOP, LikelyTop, PipClassifier, gap
from vision.pips.detector import PipDetection, PipDetector
from vision.pips.readings import PipReading, SeenPips
from vision.readings import shortlist

SMALLEST, LARGEST = 0.014, 0.15
"""A die's edge, in parts of the picture's longer side; smaller dots are not to be told apart."""
SURE, SURE_LARGE = 0.86, 0.9
"""What is asked about: a top whose number's chance, times the chance squared that it is there at all, is less. Squared,
because the networks are too sure of that. Chosen on invented pictures that no network learned from; of large dice so
that as few are silently wrong as before they were looked at more closely."""
_RIVAL = 20
"""How many times a top's odds must be those of another likely one so near that it could be a side of the same die."""
_MOST_LOOKS = 64
_APART = 0.8  # nearer than this, two dice cannot be: a side of the same die
_LARGER, _WITHIN = 2.0, 0.6  # times as large, edges of the larger one: what lies so may be one of its dots


class PipReader:
    """Reads pip dice; up in the picture must be away from the camera. Not to be shared between threads."""

    def __init__(self) -> None:
        self._detector, self._classifier = PipDetector(), PipClassifier()

    def read(self, image: np.ndarray, sizes_px: tuple[float, float] | None = None) -> PipReading:
        """Read a picture (uint8 BGR). ``sizes_px``: least and greatest edge of a die in it, where that is known."""
        start = time.perf_counter()
        long = max(image.shape[:2])
        found = self._detector.detect(image, *(sizes_px or (SMALLEST * long, LARGEST * long)))
        tops = self._classifier.classify(image, _spread(found)[:_MOST_LOOKS])
        dice = tuple(_seen(top, rival) for top, rival in _without_sides(_without_dots(tops)))
        return PipReading(dice, (), False, (time.perf_counter() - start) * 1000)


def _spread(found: list[PipDetection]) -> list[PipDetection]:
    """The places found, surest first, each once."""
    kept: list[PipDetection] = []
    for one in found:
        if all(gap(one, other) > SAME_TOP / 2 or abs(math.log(one.size / other.size)) > 0.3 for other in kept):
            kept.append(one)
    return kept


def _without_dots(tops: list[LikelyTop]) -> list[LikelyTop]:
    """The tops without dots of larger ones, which from very near look like small dice: they say nothing against the
    larger one. No small die lies on a die that is surely read."""

    def is_dot(small: LikelyTop, large: LikelyTop) -> bool:
        within = math.hypot(small.x - large.x, small.y - large.y) < _WITHIN * large.size
        within = within and large.size > _LARGER * small.size
        return within and (_sure(large) or _chance(small) < _chance(large))

    return [top for top in tops if not any(is_dot(top, other) for other in tops)]


def _without_sides(tops: list[LikelyTop]) -> list[tuple[LikelyTop, float]]:
    """The tops, surest first, without sides of the same dice; with each, how likely the likeliest of these was."""
    kept: list[LikelyTop] = []
    rivals: list[float] = []
    for top in tops:
        near = [k for k, other in enumerate(kept) if gap(top, other) < _APART]
        for k in near:
            rivals[k] = max(rivals[k], top.there)
        if not near:
            kept.append(top)
            rivals.append(0.0)
    return list(zip(kept, rivals, strict=True))


def _chance(top: LikelyTop) -> float:
    """That its likeliest number is on top there; squared, as the networks are too sure that a top is there."""
    return top.there**2 * float(top.numbers.max())


def _sure(top: LikelyTop) -> bool:
    return _chance(top) >= (SURE_LARGE if top.size > LARGE_PX else SURE)


def _odds(chance: float) -> float:
    return chance / max(1 - chance, 1e-9)


def _seen(top: LikelyTop, rival: float) -> SeenPips:
    order = np.argsort(-top.numbers)
    best = int(order[0])
    alone = _odds(top.there) >= _RIVAL * _odds(rival)
    sure = _sure(top) and alone
    candidates = shortlist((int(k) + 1, float(top.numbers[k])) for k in order)
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    outline = tuple(
        (top.x + 0.6 * top.size * float(np.cos(a)), top.y + 0.5 * top.size * float(np.sin(a))) for a in angles
    )
    return SeenPips("ok" if sure else "ask", best + 1 if sure else None, candidates, (top.x, top.y), outline, top.size)
