"""Close-ups of invented pip dice to learn from: of every place where the reader would look."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from vision.pips.blobs import STEP, USUAL, Place, places
from vision.pips.closeup import closeup, glances
from vision.training.pipdice import HIDDEN, PipPicture

NOTHING = 0
_SAME_PLACE, _OTHER_PLACE = 0.2, 0.32  # of a size
_SAME_SIZE, _OTHER_SIZE = 0.32, 0.5  # of its logarithm
_PLACE_UNSURE, _SIZE_UNSURE = 0.07, 0.16
_MOST_OF_ONE, _SIDES, _ELSEWHERE = 2, 8, 5
_LOOKED_AT, _HARDEST, _MISTAKEN, _EASY = 30, 7, 0.02, 2

Judge = Callable[[np.ndarray], np.ndarray]
"""Close-ups (n x 40 x 40 x 3) to the chances (n) that they show a top, as a network says that has learned a little."""


@dataclass(frozen=True, slots=True, eq=False)
class Closeups:
    """``views``: n x 40 x 40 x 3, ``glances``: n x 20 x 20 x 3 (uint8); ``labels``: n, 1 to 6 or NOTHING;
    ``off``: n x 3, how far right and down of the middle the top is (die edges), logarithm of its size to the usual."""

    views: np.ndarray
    glances: np.ndarray
    labels: np.ndarray
    off: np.ndarray


def pip_closeups(pictures: Iterable[PipPicture], rng: np.random.Generator, judge: Judge | None = None) -> Closeups:
    """What the reader would look at in these pictures, and what it should say. With a ``judge`` there are more places
    that are no tops, and of those the ones it takes for tops."""
    views, coarse, labels, offs = [], [], [], []
    for one in pictures:
        for place in _chosen(one, rng, judge):
            label, off = _truth(place, one.dice)
            if label is None:
                continue
            views.append(closeup(one.image, place.x, place.y, place.size))
            coarse.append(glances(one.image, [place])[0])
            labels.append(label)
            offs.append(off)
    return Closeups(np.array(views), np.array(coarse), np.array(labels), np.array(offs, np.float32))


def _chosen(one: PipPicture, rng: np.random.Generator, judge: Judge | None) -> list[Place]:
    """Places as the reader proposes them, a share of each sort, and the tops themselves, not quite hit."""
    size = float(np.exp(np.log(one.dice[:, 3]).mean()))
    sizes = [size * STEP ** rng.uniform(-0.6, 0.6), float(np.exp(rng.uniform(np.log(13), np.log(80))))]
    found = [p for s in sizes for p in places(one.image, USUAL / s)]
    out: list[Place] = []
    near: list[Place] = []
    far: list[Place] = []
    for place in found:
        label, _ = _truth(place, one.dice)
        if label:
            out.append(place)
        elif label == NOTHING:
            gaps = np.hypot(one.dice[:, 1] - place.x, one.dice[:, 2] - place.y)
            (near if (gaps < 1.3 * one.dice[:, 3]).any() else far).append(place)
    rng.shuffle(out)  # type: ignore[arg-type]
    out = out[: _MOST_OF_ONE * len(one.dice)]
    for group, most in ((near, _SIDES), (far, _ELSEWHERE)):
        rng.shuffle(group)  # type: ignore[arg-type]
        if judge is not None and group:
            looked = group[:_LOOKED_AT]
            said = judge(np.stack([closeup(one.image, p.x, p.y, p.size) for p in looked]))
            hardest = np.argsort(-said)[:_HARDEST]
            out += [looked[k] for k in hardest if said[k] > _MISTAKEN]
            most = _EASY
        out += group[:most]
    for label, x, y, edge in one.dice:
        if label != HIDDEN:
            x, y = (x, y) + rng.normal(0, _PLACE_UNSURE, 2) * edge
            out.append(Place(float(x), float(y), float(edge * np.exp(rng.normal(0, _SIZE_UNSURE))), 0.0))
    return out


def _truth(place: Place, dice: np.ndarray) -> tuple[int | None, tuple[float, float, float]]:
    """What is there: its label, NOTHING, or None where it cannot be said; and how far off it is."""
    nothing = (NOTHING, (0.0, 0.0, 0.0))
    if not len(dice):
        return nothing
    gaps = np.hypot(dice[:, 1] - place.x, dice[:, 2] - place.y) / dice[:, 3]
    k = int(gaps.argmin())
    label, x, y, size = dice[k]
    ratio = float(np.log(size / place.size))
    if label == HIDDEN and gaps[k] < 0.6:
        return None, nothing[1]
    if gaps[k] > _OTHER_PLACE or abs(ratio) > _OTHER_SIZE:
        return nothing
    if gaps[k] > _SAME_PLACE or abs(ratio) > _SAME_SIZE:
        return None, nothing[1]
    return int(label), (float((x - place.x) / place.size), float((y - place.y) / place.size), ratio)
