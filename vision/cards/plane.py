"""The table as a plane in millimetres, known from the mat or, without one, from a card's own outline."""

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.register import Registration, View

CARD_MM = (63.0, 88.0)


class Plane(Protocol):
    """``project``: (..., 2) mm on the table -> (..., 2) px. ``area``: left, top, right, bottom in mm to search."""

    area: tuple[float, float, float, float]

    def project(self, points: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True, slots=True, eq=False)
class MatPlane:
    """The plane of a mat that has been found, with some table around it."""

    view: View
    area: tuple[float, float, float, float]

    @classmethod
    def of(cls, registration: Registration, margin: float = 25.0) -> "MatPlane":
        mat = registration.mat
        return cls(registration.view, (-margin, -margin, mat.width + margin, mat.height + margin))

    def project(self, points: np.ndarray) -> np.ndarray:
        points = np.asarray(points, float)
        return self.view.project(np.concatenate([points, np.zeros_like(points[..., :1])], -1))


@dataclass(frozen=True, slots=True, eq=False)
class CardPlane:
    """A plane known from four corners of one card; ``homography``: 3 x 3, mm -> px."""

    homography: np.ndarray
    area: tuple[float, float, float, float]

    @classmethod
    def of(cls, corners_px: np.ndarray, size: tuple[int, int]) -> "CardPlane":
        """``corners_px``: 4 x 2 clockwise, the first side a short one. ``size``: of the picture, px."""
        width, height = CARD_MM
        card = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        matrix = cv2.getPerspectiveTransform(card, np.asarray(corners_px, np.float32))
        frame = np.array([[[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]], np.float64)
        seen = cv2.perspectiveTransform(frame, np.linalg.inv(matrix))[0]
        low, high = np.maximum(seen.min(0), -330), np.minimum(seen.max(0), 400)
        return cls(matrix, (float(low[0]), float(low[1]), float(high[0]), float(high[1])))

    def project(self, points: np.ndarray) -> np.ndarray:
        points = np.asarray(points, float)
        flat = points @ self.homography[:, :2].T + self.homography[:, 2]
        return flat[..., :2] / flat[..., 2:]
