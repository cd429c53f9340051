"""Where dice are, at a glance: a small network looks at the flat picture and says what lies where, and how.

It was trained on invented pictures (``vision.training``) and knows geometry alone: colours were left to chance there.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.readings import Kind
from vision.geometry.play_area import PX_PER_MM, FlatTable
from vision.models import network

# Constants: the cell is the network's; bounds were chosen by hand so that hardly any die is lost here: what is none,
# the pose classifier says.
CELL = 8
USUAL_MM = 17.0
_LEAST = 0.12  # of a chance: less is nothing
# Cubes whose fields are no squares look twelve-sided to this network and to the pose classifier; no d12 looks like a
# cube. Of 2,127 d12 on 48 tables of families that choose, the logarithms of both networks' odds together are 10 and
# more, of 1,563 cubes 10 at most, mostly far less. Where the odds are said to be even lies between, nearer to cubes.
_TWELVE = 6.0
_APART = 0.75  # of the smaller size: nearer than this, two tops cannot be


@dataclass(frozen=True, slots=True)
class DieDetection:
    """A die at a glance: its kind, the middle of its top (px of the flat picture), angle (radians), size (mm), the
    chance, 0 to 1, that it is ``there`` at all, and ``twelve``: how much more it looks like a d12 than like a d6, the
    logarithm of the odds."""

    kind: Kind
    pixel: tuple[float, float]
    angle: float
    size: float
    there: float
    twelve: float = 0.0


class DiceDetector:
    """The network, ready to look. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = network("dice")
        self._blob = np.empty((0,), np.float32)
        self._slant: np.ndarray | None = None

    def detect(self, table: FlatTable) -> list[DieDetection]:
        """What may be a die, surest first; two may be nearer to each other than dice can lie."""
        return self.detect_in(table.image, table.slant)

    def detect_in(self, image: np.ndarray, slant: np.ndarray) -> list[DieDetection]:
        """The same for a flat picture (uint8 BGR) and how obliquely each of its pixels is seen (H x W x 2)."""
        said = self._net(self.blob(image, slant))[0]
        heat = 1 / (1 + np.exp(-said[0]))
        return sorted((_spot(said, heat, *peak) for peak in peaks(heat, _LEAST)), key=lambda spot: -spot.there)

    def blob(self, image: np.ndarray, slant: np.ndarray) -> np.ndarray:
        """1 x 5 x H x W for the network: whole cells, what is too little repeats the border. Memory is used again."""
        height, width = image.shape[:2]
        whole = (1, 5, height + -height % CELL, width + -width % CELL)
        if self._blob.shape != whole:
            self._blob, self._slant = np.empty(whole, np.float32), None
        planes = self._blob[0]
        if slant is not self._slant:  # it stays while the camera does
            self._slant = slant
            planes[3:, :height, :width] = slant.transpose(2, 0, 1)
        for plane, channel in zip(planes, cv2.split(image), strict=False):
            np.multiply(channel, np.float32(1 / 255), out=plane[:height, :width])
        planes[:, :height, width:] = planes[:, :height, width - 1 : width]
        planes[:, height:] = planes[:, height - 1 : height]
        return self._blob


def peaks(heat: np.ndarray, least: float) -> list[tuple[int, int]]:
    """Rows and columns of a heat map's (H x W, 0 to 1) summits above ``least``."""
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= around) & (heat > least))
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _spot(said: np.ndarray, heat: np.ndarray, row: int, column: int) -> DieDetection:
    """What the network said (10 x h x w) about one cell."""
    d6, d12, _, _, right, down, cosine, sine, log_size = map(float, said[1:, row, column])
    kind: Kind = "d6" if d6 >= d12 else "d12"
    pixel = ((column + right + 0.5) * CELL - 0.5, (row + down + 0.5) * CELL - 0.5)
    angle = float(np.arctan2(sine, cosine)) / (4 if kind == "d6" else 5)
    return DieDetection(
        kind, pixel, angle, USUAL_MM * float(np.exp(log_size)), float(heat[row, column]), d12 - d6 - _TWELVE
    )


def apart(spots: list[DieDetection]) -> list[DieDetection]:
    """The spots, surest first, without those in the place of a surer one."""
    kept: list[DieDetection] = []
    for one in spots:
        least = _APART * one.size * PX_PER_MM
        if all(np.hypot(*np.subtract(one.pixel, other.pixel)) > least for other in kept):
            kept.append(one)
    return kept
