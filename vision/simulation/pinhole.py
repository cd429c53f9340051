"""The simulated lens: a pinhole above the table, a little oblique (Hartley & Zisserman, ch. 6)."""

from dataclasses import dataclass

import numpy as np

# Constants: chosen by hand, as lenses of webcams are.
_VIGNETTE = 0.22


def vignette(column: np.ndarray | float, row: np.ndarray | float, size: tuple[int, int]) -> np.ndarray | float:
    """The part of the light (0 to 1) that reaches a pixel: 1 in the middle, less in the corners. ``size``: px."""
    width, height = size
    return 1 - _VIGNETTE * ((column - width / 2) ** 2 + (row - height / 2) ** 2) / (width**2 + height**2) * 4


@dataclass(frozen=True, slots=True, eq=False)
class Pinhole:
    """A camera: ``matrix`` (3, 4) from mm (x, y, z into the table) to pixels; whole pixels are pixel centres."""

    size: tuple[int, int]
    matrix: np.ndarray
    position: np.ndarray

    @classmethod
    def above(
        cls,
        page: tuple[float, float],
        size: tuple[int, int],
        *,
        fill: float = 0.66,
        tilt_deg: float = 13.0,
        turn_deg: float = 2.5,
        aim_mm: tuple[float, float] = (0.0, 0.0),
        height_mm: float = 620.0,
    ) -> "Pinhole":
        """Looks at the middle of the page, plus ``aim_mm``, from its near side; the page fills ``fill`` of it."""
        target = np.array([page[0] / 2 + aim_mm[0], page[1] / 2 + aim_mm[1], 0.0])
        position = target + np.array([0.0, height_mm * np.tan(np.radians(tilt_deg)), -height_mm])
        forward = (target - position) / np.linalg.norm(target - position)
        right = np.cross([0.0, 1.0, 0.0], forward)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        axes = np.stack([c * right + s * down, c * down - s * right, forward])
        focal = fill * size[0] / page[0] * float(np.linalg.norm(target - position))
        lens = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
        return cls(size, lens @ np.column_stack([axes, -axes @ position]), position)

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels (n, 2) of points (n, 3) in mm."""
        seen = np.asarray(points, float) @ self.matrix[:, :3].T + self.matrix[:, 3]
        return seen[:, :2] / seen[:, 2:]

    @property
    def homography(self) -> np.ndarray:
        """The matrix (3, 3) from mm on the page to pixels."""
        return self.matrix[:, [0, 1, 3]]

    def falloff(self, point: np.ndarray) -> float:
        """How much light the lens passes from a point (3,) in mm: less towards the corners."""
        return float(vignette(*self.project(point[None])[0], self.size))

    def px_per_mm(self, point: np.ndarray) -> float:
        """The scale across the line of sight at a point (3,) in mm."""
        depth = self.matrix[2, :3] @ point + self.matrix[2, 3]
        return float(np.linalg.norm(self.matrix[0, :3] - self.matrix[2, :3] * (self.size[0] - 1) / 2) / depth)
