"""Where tops of pip dice are, at a glance: a small network looks at the whole picture in steps of half its size.

It was trained on invented pictures alone (``vision.training.pips.train``).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.detector import peaks
from vision.models import network

# Constants: sizes are those the network learned (vision/training/pips); bounds were chosen by hand on invented
# pictures.
CELL = 4
USUAL_PX, SMALLEST_PX, LARGEST_PX = 17.0, 9.0, 31.0
"""px of a die's edge in a picture the network looks at; larger dice are looked at in a smaller picture."""
_SMALLEST, _LARGEST = 12.0, 24.0  # px of dice that the largest picture is for; each halving is for twice as much
_BEYOND = 1.25  # so much out of the range a size may be said and still be believed
_LEAST = 0.12  # of a chance: less is nothing
_WHOLE = 8  # px: the network takes pictures of whole eights


@dataclass(frozen=True, slots=True, eq=False)
class PipDetection:
    """A likely top: where (px of the picture), its die's edge (px), the chance, 0 to 1, that it is there at all, and
    then of each number (6)."""

    x: float
    y: float
    size: float
    there: float
    numbers: np.ndarray


def levels(smallest: float, largest: float) -> list[float]:
    """Scales of the picture in which dice of ``smallest`` to ``largest`` px are looked for, largest picture first."""
    scales = [min(_SMALLEST / smallest, 1.0)]
    while largest * scales[-1] > _LARGEST:
        scales.append(scales[-1] / 2)
    return scales


class PipDetector:
    """The network, ready to look. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = network("pips_find")

    def detect(self, image: np.ndarray, smallest: float, largest: float) -> list[PipDetection]:
        """Likely tops in a picture (uint8 BGR), surest first; one top may be there several times."""
        out: list[PipDetection] = []
        for scale in levels(smallest, largest):
            image_there = _at_scale(image, scale)
            out += _spots(self._net(_blob(image_there))[0], scale)
        return sorted(out, key=lambda spot: -spot.there)


def _at_scale(image: np.ndarray, scale: float) -> np.ndarray:
    if scale > 0.98:
        return image
    size = (max(round(image.shape[1] * scale), 1), max(round(image.shape[0] * scale), 1))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)


def _blob(image: np.ndarray) -> np.ndarray:
    """1 x 3 x H x W for the network; what is missing to whole eights repeats the border."""
    height, width = image.shape[:2]
    image = cv2.copyMakeBorder(image, 0, -height % _WHOLE, 0, -width % _WHOLE, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(image.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def _spots(said: np.ndarray, scale: float) -> list[PipDetection]:
    """What the network said (10 x h x w) of the picture at one scale."""
    heat = 1 / (1 + np.exp(-said[0]))
    out = []
    for row, column in peaks(heat, _LEAST):
        logits, (right, down, log_size) = said[1:7, row, column], said[7:, row, column]
        size = USUAL_PX * float(np.exp(np.clip(log_size, -2, 2)))
        if not SMALLEST_PX / _BEYOND < size < LARGEST_PX * _BEYOND:
            continue
        x, y = ((column + float(right) + 0.5) * CELL / scale - 0.5, (row + float(down) + 0.5) * CELL / scale - 0.5)
        numbers = np.exp(logits - logits.max())
        out.append(PipDetection(x, y, size / scale, float(heat[row, column]), numbers / numbers.sum()))
    return out
