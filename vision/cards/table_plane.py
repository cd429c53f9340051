"""The table as a plane in millimetres, known from the mat."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.geometry.camera_model import View
from vision.geometry.registration import Registration

Size = tuple[float, float]
"""Width and height in mm."""
CARD_MM: Size = (63.0, 88.0)
"""What most decks have; another size is measured in teaching (``card_size``)."""


class Plane(Protocol):
    """``project``: (..., 2) mm on the table -> (..., 2) px; ``project_grid``: x (W) and y (H) mm of a grid -> x and y
    px, H x W float32 each. ``area``: left, top, right, bottom in mm to search."""

    area: tuple[float, float, float, float]

    def project(self, points: np.ndarray) -> np.ndarray:
        """Points on the table, (..., 2) mm -> (..., 2) px."""

    def project_grid(self, across: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A grid of them: x (W) and y (H), mm -> x and y px, H x W float32 each."""


@dataclass(frozen=True, slots=True, eq=False)
class MatPlane:
    """The plane of a mat that has been found, with some table around it."""

    view: View
    area: tuple[float, float, float, float]

    @classmethod
    def of(cls, registration: Registration, margin: float = 25.0, right: float = 25.0) -> "MatPlane":
        """The plane of a mat, with ``margin`` mm of table around it, but ``right`` to its right."""
        mat = registration.mat
        return cls(registration.view, (-margin, -margin, mat.width + right, mat.height + margin))

    def project(self, points: np.ndarray) -> np.ndarray:
        """Points on the table, (..., 2) mm -> (..., 2) px."""
        return self.view.project_flat(points)

    def project_grid(self, across: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A grid of them: x (W) and y (H), mm -> x and y px, H x W float32 each."""
        x, y = self.view.project_grid(across, down, np.float64)
        return x.astype(np.float32), y.astype(np.float32)


def shown_at(picture: np.ndarray, plane: Plane, points: np.ndarray) -> np.ndarray:
    """What a picture (uint8 BGR) shows at points of the table ((..., 2) mm): (..., 3) grey levels as float, not a
    number beyond the picture."""
    px = np.rint(plane.project(points)).astype(int)
    there = ((px >= 0) & (px < picture.shape[1::-1])).all(-1)
    out = np.full((*there.shape, 3), np.nan)
    x, y = px[there].T
    out[there] = picture[y, x]
    return out
