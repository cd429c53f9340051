"""The play area seen straight from above: one flat picture in which everything else is measured."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.register import Registration, View

PX_PER_MM = 1.5
MARGIN_MM = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class TableMap:
    """Where in the camera's picture every point of the flat picture lies. Reusable while the camera stands still.

    ``maps``: height x width x 2 float32, px in the camera's picture. ``origin``: table mm of the first pixel.
    ``slant``: height x width x 2 float32, how obliquely each pixel is seen, mm sideways a mm down.
    """

    maps: np.ndarray
    origin: np.ndarray
    slant: np.ndarray
    view: View

    @classmethod
    def of(cls, registration: Registration, margin: float = MARGIN_MM) -> "TableMap":
        x, y, width, height = registration.mat.play
        across = np.arange(x - margin, x + width + margin, 1 / PX_PER_MM)
        down = np.arange(y - margin, y + height + margin, 1 / PX_PER_MM)
        points = np.zeros((len(down), len(across), 3))
        points[..., 0], points[..., 1] = across, down[:, None]
        maps = registration.view.project(points).astype(np.float32)
        eye = registration.view.eye
        slant = ((points[..., :2] - eye[:2]) / eye[2]).astype(np.float32)
        return cls(maps, np.array([across[0], down[0]]), slant, registration.view)


class Table:
    """The flat picture of one frame, with its gradients. Heights above the table are carried along lines of sight."""

    def __init__(self, image: np.ndarray, where: TableMap) -> None:
        self.where = where
        low = np.floor(where.maps.reshape(-1, 2).min(0)).astype(int) - 4
        high = np.ceil(where.maps.reshape(-1, 2).max(0)).astype(int) + 5
        low = np.clip(low, 0, None)
        part = cv2.GaussianBlur(image[low[1] : high[1], low[0] : high[0]], (0, 0), 0.8)
        self.image = cv2.remap(part, where.maps - low.astype(np.float32), None, cv2.INTER_LINEAR)
        smooth = cv2.GaussianBlur(self.image, (0, 0), 0.7)
        self.height, self.width = smooth.shape[:2]
        dx = cv2.Sobel(smooth, cv2.CV_16S, 1, 0, ksize=3).reshape(-1, 3)
        dy = cv2.Sobel(smooth, cv2.CV_16S, 0, 1, ksize=3).reshape(-1, 3)
        self.slopes = np.empty((len(dx), 3), np.complex64)
        self.slopes.real, self.slopes.imag = dx, dy
        self.slopes *= 1 / 8
        self.eye = where.view.eye

    @property
    def slant(self) -> np.ndarray:
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

    def nearest(self, pixels: np.ndarray) -> np.ndarray:
        """Index into the flattened picture of the nearest pixel (..., 2); outside points are moved to its border."""
        whole = np.rint(pixels).astype(np.int32)
        across = np.clip(whole[..., 0], 0, self.width - 1)
        down = np.clip(whole[..., 1], 0, self.height - 1)
        return down * self.width + across
