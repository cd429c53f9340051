"""Lamps that flicker: a camera exposes row after row, so that brighter and darker bands walk over its picture.

Between two frames paper then changes like a wave along the rows of the sensor (along the columns of the picture, where
the camera stands upright). The wave is found on the paper, with its first overtone, as lamps are dimmed by being
switched on and off; what it explains is no motion.
"""

from functools import cached_property

import numpy as np

# Constants: lengths of waves follow from mains and sensors; the bounds were chosen by hand on simulated lamps.
_WAVES = np.arange(0.5, 5.01, 0.25)  # in a picture: lamps of 100 and 120 Hz, sensors read in 8 to 40 ms
_CALM = 0.008  # of its brightness: paper changes so little where no lamp flickers
_EXPLAINED, _WELL = 0.5, 0.2  # parts of how paper changes: what leaves more is no wave; what leaves less, surely one
_NOISE = 0.002  # of its brightness: noise leaves as much besides
_BETTER = 0.7
_REST = 20  # pictures until waves of all lengths are tried again
_ROUNDS = 3
_FLOOR = 8.0  # gray levels beside which noise is small
_MOST = 1.6  # no lamp flickers more than so many times


class Flicker:
    """For pictures of one size (width, height px) with paper at these pixels. It remembers the last wave's length."""

    def __init__(self, rows: np.ndarray, columns: np.ndarray, size: tuple[int, int]) -> None:
        self._rows, self._columns = rows, columns
        self._along = (np.arange(size[1]) / size[1], np.arange(size[0]) / size[0])
        self._at = (rows / size[1], columns / size[0])
        self._last: tuple[int, float] | None = None
        self._rest = 0

    @cached_property
    def _designs(self) -> dict[tuple[int, float], np.ndarray]:
        """By axis and number the waves on the paper; made when first a lamp flickers, which most never do."""
        return {(axis, n): _waves(self._at[axis], float(n)) for axis in (0, 1) for n in _WAVES}

    def as_lit_now(self, before: np.ndarray, now: np.ndarray) -> np.ndarray:
        """A picture of before (H x W x 3 uint8) in the light of another one; itself where no wave goes over the
        paper."""
        old, new = (image[self._rows, self._columns].sum(-1, dtype=np.float32) for image in (before, now))
        change = np.log((new + _FLOOR) / (old + _FLOOR))
        spread = float(np.median(np.abs(change - np.median(change))))
        if spread < _CALM:
            return before
        found = self._found(change, spread)
        if found is None:
            return before
        (axis, waves), weights = found
        gain = np.exp(np.clip(_waves(self._along[axis], waves) @ weights, -np.log(_MOST), np.log(_MOST)))
        gain = gain[:, None, None] if axis == 0 else gain[None, :, None]
        return np.clip(before * gain.astype(np.float32), 0, 255).astype(np.uint8)

    def _found(self, change: np.ndarray, spread: float) -> tuple[tuple[int, float], np.ndarray] | None:
        """The wave that explains how paper changed: its axis and number, and its weights. The last one, unless another
        is clearly better: lamps and sensors stay the same while hands come and go."""
        last = self._last and _fitted(self._designs[self._last], change)
        if (last is None or last[1] > _WELL * spread + _NOISE) and self._rest == 0:
            self._rest = _REST
            fits = {way: _fitted(design, change) for way, design in self._designs.items()}
            best = min(fits, key=lambda way: fits[way][1])
            if last is None or fits[best][1] < _BETTER * last[1]:
                self._last, last = best, fits[best]
        self._rest = max(self._rest - 1, 0)
        if self._last is None or last is None or last[1] > _EXPLAINED * spread + _NOISE:
            return None
        return self._last, last[0]


def _waves(at: np.ndarray, number: float) -> np.ndarray:
    """N x 5: a constant, a wave and its overtone."""
    turns = 2 * np.pi * number * at[:, None] * [1, 2]
    return np.hstack([np.ones((len(at), 1)), np.cos(turns), np.sin(turns)])


def _fitted(design: np.ndarray, change: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights, and what they leave (median): least squares of what is left, not of its squares, as a hand covers some
    of the paper."""
    weight = np.ones(len(change))
    for _ in range(_ROUNDS):
        scaled = design * weight[:, None]
        weights = np.linalg.solve(scaled.T @ design + 1e-6 * np.eye(design.shape[1]), scaled.T @ change)
        left = np.abs(change - design @ weights)
        weight = 1 / np.maximum(left, 0.005)
    return weights, float(np.median(left))
