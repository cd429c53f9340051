"""The small code by which a mat says what it is the mat of: 4 x 4 cells at a known place of the page.

The cells are those of a marker without its border, so that no detector takes it for one. Where the page lies is known
by then, so the code is not looked for: its cells are compared. It stands near a marker, where places are known best.
"""

from functools import cache

import cv2
import numpy as np

from vision.geometry.markers import DICTIONARY, gray_of
from vision.geometry.registration import Registration

CELLS = 4
MOST = 19
"""Codes there are: markers of our dictionary that no sheet has in its corners."""
PLAIN = 0
"""Nothing is printed there."""
_FIRST = 31
_BORDER = 1
# Chosen by hand; of 60 invented tables it is right in 60, in 60 at 640 x 360, in 58 blurred by 1.5 px, wrong in none: a
# spot within a cell, in parts of it; how bright all cells are where nothing is printed, in parts of the paper beside
# them; how much cells differ where something is; how well a code fits (correlation), and how much better than others.
_SPOT = np.linspace(-0.2, 0.2, 3)
_BARE, _PRINTED = 0.8, 0.25
_FITS, _BETTER = 0.85, 0.2
_BESIDE = 0.2
"""How far from the code the paper beside it is looked at, in parts of its size."""


@cache
def black_cells(code: int) -> np.ndarray:
    """Which cells of a code (1 to MOST) are black, CELLS x CELLS, row by row."""
    if not 1 <= code <= MOST:
        raise ValueError(f"codes go from 1 to {MOST}, not {code}")
    whole = cv2.aruco.generateImageMarker(DICTIONARY, _FIRST + code - 1, CELLS + 2 * _BORDER)
    return whole[_BORDER:-_BORDER, _BORDER:-_BORDER] == 0


def code_in(image: np.ndarray, registration: Registration) -> int | None:
    """The code of the mat in a picture (uint8, BGR or gray): PLAIN where none is printed, None where it cannot be told,
    as when something lies on it."""
    if registration.mat.code is None:
        return PLAIN
    cells, paper = _looked_at(gray_of(image), registration)
    if paper is None:
        return None
    parts = cells / paper
    if (parts > _BARE).all():
        return PLAIN
    if np.ptp(parts) < _PRINTED:
        return None
    fits = np.corrcoef(parts, _patterns())[0, 1:]
    second, best = np.sort(fits)[-2:]
    return int(fits.argmax()) + 1 if best > _FITS and best > second + _BETTER else None


@cache
def _patterns() -> np.ndarray:
    """Every code as parts of white, MOST x cells."""
    return np.array([1.0 - black_cells(code).ravel() for code in range(1, MOST + 1)])


def _looked_at(gray: np.ndarray, registration: Registration) -> tuple[np.ndarray, float | None]:
    """How bright each cell is, and the paper beside the code; None where it is not all in the picture, or dark."""
    assert registration.mat.code is not None
    x, y, size = registration.mat.code
    side = size / CELLS
    rows, columns = np.mgrid[:CELLS, :CELLS]
    middles = np.column_stack([columns.ravel(), rows.ravel()]) + 0.5
    beside = np.array([[across, down] for across in (0.5, 2.0, 3.5) for down in (CELLS * (1 + _BESIDE),)])
    places = np.vstack([middles, beside]) * side + (x, y)
    grid = np.stack(np.meshgrid(_SPOT, _SPOT), -1).reshape(-1, 2) * side
    pixels = registration.view.project_flat((places[:, None] + grid).reshape(-1, 2))
    high, wide = gray.shape
    if pixels.min() < 0 or (pixels > (wide - 1, high - 1)).any():
        return np.zeros(CELLS**2), None
    across, down = pixels.astype(np.float32).T.reshape(2, 1, -1)
    values = cv2.remap(gray, across, down, cv2.INTER_LINEAR).reshape(len(places), -1).astype(float).mean(1)
    paper = float(np.median(values[CELLS**2 :]))
    return values[: CELLS**2], paper if paper > 0 else None
