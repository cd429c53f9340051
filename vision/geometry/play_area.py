"""The play area seen straight from above: one flat picture in which everything else is measured."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.camera_model import View
from vision.geometry.registration import Registration

# Constants: chosen by hand: a d6 of 16 mm has 24 px, as the networks of dice learned to see it.
PX_PER_MM = 1.5
MARGIN_MM = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class FlatTableMap:
    """Where in the camera's picture every point of the flat picture lies. Reusable while the camera stands still.

    ``low``, ``high``: x, y px, the part of the camera's picture that is needed; ``maps``: where in that part, as
    ``cv2.remap`` takes it quickest. ``origin``: table mm of the first pixel. ``slant``: height x width x 2 float32,
    how obliquely each pixel is seen, mm sideways a mm down.
    """

    low: tuple[int, int]
    high: tuple[int, int]
    maps: tuple[np.ndarray, np.ndarray]
    origin: np.ndarray
    slant: np.ndarray
    view: View

    @classmethod
    def of(cls, registration: Registration, margin: float = MARGIN_MM) -> "FlatTableMap":
        x, y, width, height = registration.mat.play
        across = np.arange(x - margin, x + width + margin, 1 / PX_PER_MM)
        down = np.arange(y - margin, y + height + margin, 1 / PX_PER_MM)
        columns, rows = registration.view.project_grid(across, down)
        left, top = (max(int(part.min()) - 4, 0) for part in (columns, rows))
        right, bottom = (int(part.max()) + 6 for part in (columns, rows))
        maps = cv2.convertMaps(columns - left, rows - top, cv2.CV_16SC2)
        eye = registration.view.eye
        slant = np.empty((len(down), len(across), 2), np.float32)
        slant[..., 0], slant[..., 1] = (across - eye[0]) / eye[2], ((down - eye[1]) / eye[2])[:, None]
        return cls((left, top), (right, bottom), maps, np.array([across[0], down[0]]), slant, registration.view)


class FlatTable:
    """The flat picture of one frame. Heights above the table are carried along lines of sight.

    ``image``: uint8 BGR; ``slopes``: int16, 6 channels, eight times its change to the right, then downwards.
    """

    def __init__(self, image: np.ndarray, where: FlatTableMap) -> None:
        self.where = where
        (left, top), (right, bottom) = where.low, where.high
        part = cv2.GaussianBlur(image[top:bottom, left:right], (3, 3), 0)
        self.image = cv2.remap(part, *where.maps, cv2.INTER_LINEAR)
        self.height, self.width = self.image.shape[:2]
        smooth = cv2.GaussianBlur(self.image, (3, 3), 0.7)
        steps = [cv2.Sobel(smooth, cv2.CV_16S, *way, ksize=3) for way in ((1, 0), (0, 1))]
        self.slopes = cv2.merge(steps)
        self.eye = where.view.eye

    @property
    def slant(self) -> np.ndarray:
        """How obliquely each pixel is seen: height x width x 2, mm sideways a mm down."""
        return self.where.slant

    def foot(self, pixel: tuple[float, float], height: float) -> np.ndarray:
        """Where on the table (2, mm) that stands of which a point ``height`` mm above is seen at this pixel."""
        seen = np.asarray(pixel) / PX_PER_MM + self.where.origin
        return self.eye[:2] + (seen - self.eye[:2]) * (self.eye[2] - height) / self.eye[2]

    def flat(self, points: np.ndarray) -> np.ndarray:
        """Pixels of the flat picture (..., 2) where table points (..., 3) mm are seen."""
        eye = self.eye
        grow = eye[2] / (eye[2] - points[..., 2:])
        on_table = eye[:2] + (points[..., :2] - eye[:2]) * grow
        return (on_table - self.where.origin) * PX_PER_MM
