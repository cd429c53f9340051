"""Where the top of a pip die may be: at a dot, or in the middle of two dots that are alike.

The middle of every face is one or the other: one, three and five have a dot there; two, four and six have pairs of dots
on opposite sides of it. So no face is lost whose dots are seen, and no scene need be searched place by place.
"""

from dataclasses import dataclass

import cv2
import numpy as np

USUAL = 26.0
"""px of the level's picture that a die's edge takes there; half a step of the levels more or less does no harm."""
STEP = 2**0.5
_FINE, _COARSE = 1.15, 3.2  # px: of a dot, of what is around it
_CONTRAST = 5.0  # gray values; camera noise stays under it
_ROUND = 0.12  # of the strongest bend: a line bends in one direction alone
_NEAREST, _FARTHEST = 4.0, 24.0  # px between the dots of a pair
_ALIKE_STRENGTH, _ALIKE_COLOUR = 0.45, 60.0
_CELL = 3.0  # px: proposals nearer to each other are the same
_MOST_DOTS = 220


@dataclass(frozen=True, slots=True)
class Place:
    """Where a top may be: px of the picture, and about how large the die is (its edge, px)."""

    x: float
    y: float
    size: float
    score: float


def levels(smallest: float, largest: float) -> list[float]:
    """Scales at which dice of ``smallest`` to ``largest`` px have their usual size."""
    count = int(np.ceil(np.log(largest / smallest) / np.log(STEP) + 1e-9))
    return [USUAL / (smallest * STEP ** (k + 0.5)) for k in range(count)]


def at_scale(image: np.ndarray, scale: float) -> np.ndarray:
    """The picture made smaller or larger."""
    if abs(scale - 1) < 0.02:
        return image
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)


def places(image: np.ndarray, scale: float, most: int = 160) -> list[Place]:
    """Likely places in a picture (uint8 BGR), looked at in one scale; the best ``most``, best first."""
    at, strength, colour = _dots(at_scale(image, scale))
    if not len(at):
        return []
    middles, scores = _middles(at, strength, colour)
    best = np.argsort(-scores, kind="stable")
    cells, out = set(), []
    for k in best:
        x, y = middles[k]
        cell = (round(x / _CELL), round(y / _CELL))
        if cell in cells:
            continue
        cells.add(cell)
        out.append(Place((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5, USUAL / scale, float(scores[k])))
        if len(out) >= most:
            break
    return out


def _dots(image: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Round dots unlike what is around them: places (n x 2), signed strength (n), their colour (n x 3)."""
    fine = cv2.GaussianBlur(image, (0, 0), _FINE)
    around = cv2.GaussianBlur(image, (0, 0), _COARSE)
    blue, green, red = cv2.split(cv2.subtract(fine, around, dtype=cv2.CV_16S))
    bright, dark = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    signed = np.where(bright > -dark, bright, dark)
    much = np.abs(signed)
    peak = (much >= cv2.dilate(much, np.ones((3, 3), np.uint8))) & (much > _CONTRAST)
    peak[:2] = peak[-2:] = peak[:, :2] = peak[:, -2:] = False
    rows, columns = np.nonzero(peak)
    signed = signed.astype(np.float32)
    right = signed[rows, columns + 1] + signed[rows, columns - 1] - 2 * signed[rows, columns]
    down = signed[rows + 1, columns] + signed[rows - 1, columns] - 2 * signed[rows, columns]
    both = (
        signed[rows + 1, columns + 1]
        + signed[rows - 1, columns - 1]
        - signed[rows + 1, columns - 1]
        - signed[rows - 1, columns + 1]
    ) / 4
    half, apart = (right + down) / 2, np.hypot((right - down) / 2, both)
    weak = np.abs(half) - apart
    round_enough = weak > _ROUND * (np.abs(half) + apart)
    rows, columns = rows[round_enough], columns[round_enough]
    strength = signed[rows, columns]
    best = np.argsort(-np.abs(strength), kind="stable")[:_MOST_DOTS]
    at = np.column_stack([columns, rows])[best].astype(np.float32)
    return at, strength[best], fine[rows[best], columns[best]].astype(np.float32)


def _middles(at: np.ndarray, strength: np.ndarray, colour: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The dots themselves and the middles of pairs that are alike, with how strong they are."""
    first, second = np.triu_indices(len(at), 1)
    gap = np.hypot(*(at[first] - at[second]).T)
    one, other = strength[first], strength[second]
    weaker = np.minimum(np.abs(one), np.abs(other))
    alike = (gap > _NEAREST) & (gap < _FARTHEST) & (one * other > 0)
    alike &= weaker > _ALIKE_STRENGTH * np.maximum(np.abs(one), np.abs(other))
    alike &= np.abs(colour[first] - colour[second]).max(1) < _ALIKE_COLOUR
    first, second = first[alike], second[alike]
    middles = np.vstack([at, (at[first] + at[second]) / 2])
    return middles, np.concatenate([np.abs(strength) * 0.9, weaker[alike]])
