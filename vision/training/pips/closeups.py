"""Close-ups of invented pip dice to learn from: of every place where the reader would look."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.pips.closeup import closeup
from vision.pips.detector import LARGEST_PX, SMALLEST_PX, PipDetector
from vision.training.pips.pictures import HIDDEN, PipPicture

# Constants: chosen by hand: as far off as the detector is.
NOTHING = 0
_SAME_PLACE, _OTHER_PLACE = 0.2, 0.32  # of a size
_SAME_SIZE, _OTHER_SIZE = 0.32, 0.5  # of its logarithm
_PLACE_UNSURE, _SIZE_UNSURE = 0.06, 0.12
_FOUND = 10  # places the finder found, of one picture
_BESIDE = 0.4  # of the tops: a place beside them


@dataclass(frozen=True, slots=True, eq=False)
class Closeups:
    """``views``: n x SIDE x SIDE x 3 uint8, or finer; ``labels``: n, 1 to 6 or NOTHING; ``off``: n x 3, how far right
    and down of the middle the top is (die edges), logarithm of its size to the usual."""

    views: np.ndarray
    labels: np.ndarray
    off: np.ndarray


def pip_closeups(
    pictures: Iterable[PipPicture],
    detector: PipDetector,
    rng: np.random.Generator,
    sizes: tuple[float, float] = (SMALLEST_PX, LARGEST_PX),
    finer: int = 1,
) -> Closeups:
    """What the reader would look at in these pictures, and what it should say. ``sizes``: of dice that are looked for,
    px; ``finer``: of the close-ups."""
    views, labels, offs = [], [], []
    for one in pictures:
        for place in _chosen(one, detector, rng, sizes):
            label, off = _truth(place, one.dice)
            if label is None:
                continue
            views.append(closeup(one.image, *place, finer=finer))
            labels.append(label)
            offs.append(off)
    return Closeups(np.array(views), np.array(labels), np.array(offs, np.float32))


def _chosen(
    one: PipPicture, detector: PipDetector, rng: np.random.Generator, sizes: tuple[float, float]
) -> list[tuple[float, float, float]]:
    """Places (x, y, size) the finder finds, the tops themselves, not quite hit, and places beside them."""
    found = detector.detect(one.image, *sizes)
    rng.shuffle(found)  # type: ignore[arg-type]
    out = [(spot.x, spot.y, spot.size) for spot in found[:_FOUND]]
    for label, x, y, edge in one.dice:
        if label != HIDDEN:
            x, y = (x, y) + rng.normal(0, _PLACE_UNSURE, 2) * edge
            out.append((float(x), float(y), float(edge * np.exp(rng.normal(0, _SIZE_UNSURE)))))
        if rng.random() < _BESIDE:  # its sides, for the most part
            x, y = (x, y) + np.array([rng.normal(0, 0.5), rng.uniform(0.3, 1.2)]) * edge
            out.append((float(x), float(y), float(edge * np.exp(rng.normal(0, 0.3)))))
    return out


def _truth(place: tuple[float, float, float], dice: np.ndarray) -> tuple[int | None, tuple[float, float, float]]:
    """What is there: its label, NOTHING, or None where it cannot be said; and how far off it is."""
    nothing = (NOTHING, (0.0, 0.0, 0.0))
    if not len(dice):
        return nothing
    x, y, size = place
    gaps = np.hypot(dice[:, 1] - x, dice[:, 2] - y) / dice[:, 3]
    k = int(gaps.argmin())
    label, *at, edge = dice[k]
    ratio = float(np.log(edge / size))
    if label == HIDDEN and gaps[k] < 0.6:
        return None, nothing[1]
    if gaps[k] > _OTHER_PLACE or abs(ratio) > _OTHER_SIZE:
        return nothing
    if gaps[k] > _SAME_PLACE or abs(ratio) > _SAME_SIZE:
        return None, nothing[1]
    return int(label), (float((at[0] - x) / size), float((at[1] - y) / size), ratio)
