"""What stands still behind the dice: a coarse picture of the table, taught with them, to compare the light with.

The camera stands where it stood, so every cell that no die covers shows the same thing as then; what has changed is the
light. Cells are as coarse as a hand's breadth so that a small nudge does not matter much.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.photometry.srgb import LINEAR

# Constants: chosen by hand on invented trays.
CELLS = (24, 14)  # across, down
_DARK, _CLIPPED = 0.02, 0.92  # linear: darker is noise, brighter may clip
_NOISE = 0.008  # linear, of a channel
_LIKE = 0.25  # logarithm: cells that differ more from most show another thing than then
_LEAST = 12
OTHER_TINT = 0.45
"""Logarithm: from here on the light's colour is another, and dice are asked about sooner."""
_UNTOLD = 0.35  # logarithm: of a change less exactly known, too
_ALIKE = 0.5  # part of the cells that must agree


def cells(image: np.ndarray) -> np.ndarray:
    """The picture (uint8 BGR) in cells, linear: CELLS down x across x 3; NaN where it nearly clips."""
    small = cv2.resize(image, (CELLS[0] * 8, CELLS[1] * 8), interpolation=cv2.INTER_AREA)
    linear = LINEAR[small]
    blocks = linear.reshape(CELLS[1], 8, CELLS[0], 8, 3)
    clipped = blocks.max(-1, keepdims=True) > _CLIPPED
    middle = np.median(blocks, axis=(1, 3))
    middle[clipped.mean((1, 3))[..., 0] > 0.3] = np.nan
    return middle


def without(grid: np.ndarray, pixels: np.ndarray, reach: float, size: tuple[int, int]) -> np.ndarray:
    """The cells with NaN where dice are: ``pixels`` N x 2, each with ``reach`` px around, in a picture of ``size``."""
    out = grid.copy()
    step = np.array(size) / CELLS
    rows, columns = np.mgrid[: CELLS[1], : CELLS[0]]
    middles = (np.stack([columns, rows], -1) + 0.5) * step
    for pixel in pixels:
        out[(np.abs(middles - pixel) < reach + step / 2).all(-1)] = np.nan
    return out


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """How the light has changed: ``gain``, logarithm for each channel (BGR), and ``cover``, its covariance."""

    gain: np.ndarray
    cover: np.ndarray

    @property
    def tint(self) -> float:
        """How far the light's colour changed, logarithm."""
        return float(np.ptp(self.gain))

    @property
    def as_taught(self) -> bool:
        """Whether the light has the colour it had then, as far as the table can tell: a deep blue one tells little."""
        return self.tint <= OTHER_TINT and float(np.sqrt(np.trace(self.cover))) <= _UNTOLD


def change(now: np.ndarray, then: np.ndarray) -> Change | None:
    """The light now against the light then, from two pictures in cells; None where they do not show the same."""
    known = np.isfinite(now).all(-1) & np.isfinite(then).all(-1)
    known &= (np.nan_to_num(now).max(-1) > _DARK) & (np.nan_to_num(then).max(-1) > _DARK)
    if known.sum() < _LEAST:
        return None
    now, then = now[known] + _NOISE, then[known] + _NOISE  # a deep blue cloth has a channel that tells nothing
    ratio = np.log(now / then)
    tint = ratio - ratio.mean(1, keepdims=True)
    centre = np.median(tint, axis=0)
    for _ in range(4):
        near = np.linalg.norm(tint - centre, axis=1) < _LIKE
        if near.sum() < _LEAST:
            return None
        centre = tint[near].mean(0)
    if near.mean() < _ALIKE:
        return None
    off = tint[near] - centre
    faint = (_NOISE / np.minimum(now, then)[near].mean(0)) ** 2
    # Cells side by side are not independent: as if a fifth of them had been looked at.
    return Change(ratio[near].mean(0), off.T @ off / near.sum() / max(near.sum() / 5, 1) + np.diag(faint))
