"""The table as the camera sees it where no mat says: how far away, how tilted. The taught dice tell."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from vision.geometry.camera_model import View
from vision.geometry.mat import Mat
from vision.geometry.play_area import FlatTable, FlatTableMap
from vision.geometry.registration import Registration

# Constants: chosen by hand: usual webcams over a tray.
FOCAL = 0.87  # longer sides of the picture, where nothing else is known: usual webcams
_BORDER = 0.02  # of the picture: what is cut off is not looked at
_REACH_MM = 260.0  # a tilted camera sees far; dice lie nearer to where it looks
_BAND = 0.07  # of the table: where a hand comes in


@dataclass(frozen=True, slots=True)
class CameraPose:
    """How the camera stands over the table. ``scale``: px a mm in the middle of the picture, in its longer sides;
    ``across``, ``down``: radians by which it is turned away from looking straight down."""

    scale: float
    across: float = 0.0
    down: float = 0.0

    def px_per_mm(self, size: tuple[int, int]) -> float:
        """In the middle of a picture of this width and height, px."""
        return self.scale * max(size)

    def to_json(self) -> list[float]:
        return [round(float(v), 6) for v in (self.scale, self.across, self.down)]

    @classmethod
    def from_json(cls, data: Any) -> "CameraPose":
        """Raises TypeError or ValueError."""
        scale, across, down = map(float, data)
        if not (1e-4 < scale < 0.1 and abs(across) < 1 and abs(down) < 1):
            raise ValueError("stance")
        return cls(scale, across, down)


def view_of(camera_pose: CameraPose, size: tuple[int, int], origin: np.ndarray) -> View:
    """The camera; it looks at the table point ``origin``, mm."""
    focal, away = FOCAL * max(size), FOCAL / camera_pose.scale
    ca, sa, cd, sd = (
        np.cos(camera_pose.across),
        np.sin(camera_pose.across),
        np.cos(camera_pose.down),
        np.sin(camera_pose.down),
    )
    turn = np.array([[1, 0, 0], [0, cd, -sd], [0, sd, cd]]) @ np.array([[ca, 0, sa], [0, 1, 0], [-sa, 0, ca]])
    shift = np.array([0.0, 0.0, away]) - turn @ np.array([origin[0], origin[1], 0.0])
    return View(turn, shift, focal, 0.0, size)


@lru_cache(maxsize=4)
def whole(camera_pose: CameraPose, size: tuple[int, int]) -> Registration:
    """The whole picture (width, height px) as a table, as if a mat had been found there."""
    width, height = size
    cut = _BORDER * width
    return _framed(camera_pose, size, np.array([[cut, cut], [width - cut, height - cut]]))


def part(camera_pose: CameraPose, size: tuple[int, int], pixels: np.ndarray, margin: float) -> Registration:
    """As much of it as shows these pixels (N x 2), and ``margin`` px around them."""
    box = np.array([pixels.min(0) - margin, pixels.max(0) + margin])
    return _framed(camera_pose, size, np.clip(box, 0, [size[0] - 1, size[1] - 1]))


def _framed(camera_pose: CameraPose, size: tuple[int, int], box: np.ndarray) -> Registration:
    (left, top), (right, bottom) = box
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    seen = view_of(camera_pose, size, np.zeros(2)).on_plane(corners)
    low, high = np.clip([seen.min(0), seen.max(0)], -_REACH_MM, _REACH_MM)
    width, height = (float(extent) for extent in high - low)
    mat = Mat("none", width, height, {}, (), (0.0, 0.0, width, height))
    return Registration(mat, view_of(camera_pose, size, -low), (), np.zeros((0, 2)), 0.0)


@lru_cache(maxsize=2)
def table_map(camera_pose: CameraPose, size: tuple[int, int]) -> FlatTableMap:
    """The map of the whole picture; the camera stands still, so it is made once."""
    return FlatTableMap.of(whole(camera_pose, size), 0.0)


def flat(image: np.ndarray, registration: Registration) -> FlatTable:
    """A part of the table from above. ``image``: uint8 BGR."""
    return FlatTable(image, FlatTableMap.of(registration, 0.0))


class MarkerlessRegistrar:
    """Stands where a registrar looks for a mat: without one the camera is where it was taught."""

    def __init__(self, camera_pose: CameraPose) -> None:
        self._camera_pose = camera_pose

    def find(self, image: np.ndarray) -> tuple[Registration, tuple[()]]:
        """The whole picture (uint8 BGR) as a table; a band around it is where hands come in. There are no troubles."""
        found = whole(self._camera_pose, (image.shape[1], image.shape[0]))
        width, height = found.mat.width, found.mat.height
        play = (_BAND * width, _BAND * height, (1 - 2 * _BAND) * width, (1 - 2 * _BAND) * height)
        return replace(found, mat=replace(found.mat, play=play)), ()
