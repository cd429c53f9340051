"""Read pip dice in any picture: no mat is needed and nothing is taught.

Places where a top may be are proposed by dots (``vision.pips.blobs``), a small network throws most of them away at a
glance, a second one reads close-ups of the others and says where exactly the top is; there it looks again.
Both networks were trained on invented pictures alone (``vision.training.train_pips``).
"""

import time
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from vision.models import network
from vision.pips.blobs import Place, at_scale, levels, places
from vision.pips.closeup import SIDE, closeup, glances, quick_closeups
from vision.pips.seen import PipReading, SeenPips

SMALLEST, LARGEST = 0.022, 0.14
"""A die's edge, in parts of the picture's longer side; smaller dots are not to be told apart."""
SURE_THERE, SURE_NUMBER = 0.97, 0.85
"""Least probability that the top of a die is there at all, and of its number then, that is not asked about. Chosen on
invented pictures that no network learned from."""
_RIVAL = 0.5
_GLANCE = -3.0  # logit; see vision/models/README.md
_MOST_LOOKS = 140
_LIKELY = 0.3  # of a chance that a top is there: worth a second look
_BESIDE, _LIKE = 0.14, 0.2  # die edges; logarithm of their ratio
_THERE = 0.5
_SAME = 0.45  # die edges: so near, two places are the same top
_APART = 0.8  # nearer than this, two dice cannot be: a side of the same die
_CLASSES = 7
_LOOKS = ((1.0, False), (0.93, True), (1.07, False))  # size, mirrored and recoloured


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A place worth a close look in the picture at one ``scale``; ``glance``: what the first network says of it."""

    level: np.ndarray
    place: Place
    scale: float
    glance: float

    @property
    def in_picture(self) -> tuple[float, float, float]:
        """Where it is in the picture as it came, and the die's size there, px."""
        x, y, size = self.place.x, self.place.y, self.place.size
        return (x + 0.5) / self.scale - 0.5, (y + 0.5) / self.scale - 0.5, size / self.scale


@dataclass(slots=True)
class _Top:
    """A likely top: place and size (px), chances of nothing and of each number."""

    x: float
    y: float
    size: float
    chances: np.ndarray

    @property
    def there(self) -> float:
        return 1 - float(self.chances[0])


class PipReader:
    """Reads pip dice; up in the picture must be away from the camera. Not to be shared between threads."""

    def __init__(self) -> None:
        self._glance, self._net = network("pips_glance"), network("pips")

    def read(self, image: np.ndarray, sizes_px: tuple[float, float] | None = None) -> PipReading:
        """Read a picture (uint8 BGR). ``sizes_px``: least and greatest edge of a die in it, where that is known."""
        start = time.perf_counter()
        long = max(image.shape[:2])
        smallest, largest = sizes_px or (SMALLEST * long, LARGEST * long)
        found: list[_Spot] = []
        for scale in levels(smallest, largest):
            found += self._likely(at_scale(image, scale), scale)
        tops = self._tops(_spread(found)[:_MOST_LOOKS])
        tops = self._again(image, tops)
        dice = tuple(_seen(top, rival) for top, rival in _without_sides(tops))
        return PipReading(dice, (), False, (time.perf_counter() - start) * 1000)

    def _likely(self, level: np.ndarray, scale: float) -> list["_Spot"]:
        """The places in the picture at one scale that are worth a close look."""
        proposed = places(level, 1.0)
        if not proposed:
            return []
        blob = glances(level, proposed).transpose(0, 3, 1, 2).astype(np.float32) / 255
        said = self._glance(np.ascontiguousarray(blob))[:, 0]
        return [_Spot(level, p, scale, float(s)) for p, s in zip(proposed, said, strict=True) if s > _GLANCE]

    def _look(self, views: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Chances (n x 7) and offsets (n x 3) of close-ups (n x SIDE x SIDE x 3)."""
        said = self._net(np.ascontiguousarray(views.transpose(0, 3, 1, 2).astype(np.float32) / 255))
        chances = np.exp(said[:, :_CLASSES] - said[:, :_CLASSES].max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True), said[:, _CLASSES:]

    def _tops(self, found: list["_Spot"]) -> list[_Top]:
        """Likely tops, each once, surest first."""
        if not found:
            return []
        found = sorted(found, key=lambda one: one.scale)
        groups = [list(group) for _, group in groupby(found, key=lambda one: one.scale)]
        views = np.concatenate([quick_closeups(group[0].level, [one.place for one in group]) for group in groups])
        chances, off = self._look(views)
        out: list[_Top] = []
        for k in np.argsort(chances[:, 0], kind="stable"):
            if chances[k, 0] > 1 - _LIKELY:
                break
            top = _moved(*found[k].in_picture, off[k], chances[k])
            if all(_gap(top, other) > _SAME for other in out):
                out.append(top)
        return out

    def _again(self, image: np.ndarray, tops: list[_Top]) -> list[_Top]:
        """The same tops, looked at where they are, three times each."""
        if not tops:
            return []
        views = np.empty((len(tops), len(_LOOKS), SIDE, SIDE, 3), np.uint8)
        for row, top in zip(views, tops, strict=True):
            for view, (larger, mirrored) in zip(row, _LOOKS, strict=True):
                seen = closeup(image, top.x, top.y, top.size * larger)
                view[:] = seen[:, ::-1, ::-1] if mirrored else seen
        chances, off = self._look(views.reshape(-1, SIDE, SIDE, 3))
        chances, off = chances.reshape(len(tops), len(_LOOKS), -1).mean(1), off.reshape(len(tops), len(_LOOKS), 3)
        moved = [_moved(t.x, t.y, t.size, o[0], c) for t, o, c in zip(tops, off, chances, strict=True)]
        out: list[_Top] = []
        for top in sorted(moved, key=lambda top: -top.there):
            if top.there > _THERE and all(_gap(top, other) > _SAME for other in out):
                out.append(top)
        return out


def _spread(found: list[_Spot]) -> list[_Spot]:
    """The places that look best at a glance, without those beside a better one: a close look tells where the top is."""
    kept: list[_Spot] = []
    found = sorted(found, key=lambda one: -one.glance)
    at = np.array([one.in_picture for one in found]).reshape(-1, 3)
    hidden = np.zeros(len(found), bool)
    for k, one in enumerate(found):
        if hidden[k]:
            continue
        kept.append(one)
        x, y, size = at[k]
        beside = np.hypot(at[:, 0] - x, at[:, 1] - y) < _BESIDE * size
        hidden |= beside & (np.abs(np.log(at[:, 2] / size)) < _LIKE)
    return kept


def _moved(x: float, y: float, size: float, off: np.ndarray, chances: np.ndarray) -> _Top:
    right, down, larger = np.clip(off, -0.5, 0.5)
    return _Top(x + float(right) * size, y + float(down) * size, size * float(np.exp(larger)), chances)


def _gap(one: _Top, other: _Top) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y) / min(one.size, other.size))


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


def _seen(top: _Top, rival: float) -> SeenPips:
    numbers = top.chances[1:] / max(top.there, 1e-9)
    order = np.argsort(-numbers)
    best = int(order[0])
    sure = top.there >= SURE_THERE and float(numbers[best]) >= SURE_NUMBER and rival < _RIVAL
    candidates = tuple((int(k) + 1, float(numbers[k])) for i, k in enumerate(order) if i < 2 or numbers[k] > 0.02)
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    outline = tuple(
        (top.x + 0.6 * top.size * float(np.cos(a)), top.y + 0.5 * top.size * float(np.sin(a))) for a in angles
    )
    return SeenPips("ok" if sure else "ask", best + 1 if sure else None, candidates, (top.x, top.y), outline, top.size)
