"""Read the pip dice that lie on the mat: only there, of a likely size, and whichever way up the camera hangs."""

import time
from dataclasses import replace

import numpy as np

from vision.geometry.registration import Registrar, Registration
from vision.pips.reader import PipReader
from vision.pips.readings import PipReading, SeenPips
from vision.readings import Point

# Constants: sizes are those of dice that are sold.
EDGES_MM = (9.0, 22.0)
"""Pip dice have edges of 10 to 20 mm, most of them 16."""
_USUAL_MM = 16.0
_BEYOND_MM = 12.0  # the top of a die at the border is seen beyond it


class MatPipReader:
    """What a watcher reads the mat with. Not to be shared between threads."""

    def __init__(self) -> None:
        self._reader, self._registrar = PipReader(), Registrar()

    def read(self, image: np.ndarray) -> PipReading:
        """Pip dice in the play area of a picture (uint8 BGR), left to right as the camera sees them."""
        start = time.perf_counter()
        registration, troubles = self._registrar.find(image)
        if registration is None:
            return PipReading((), troubles, False, (time.perf_counter() - start) * 1000)
        corner, part = _play_area(image, registration)
        turns = _turns(registration)
        turned = np.ascontiguousarray(np.rot90(part, turns))
        found = self._reader.read(turned, _sizes_px(registration)).dice
        placed = (_placed(die, turns, part.shape, corner, registration) for die in found)
        dice = tuple(sorted((die for die in placed if die is not None), key=lambda die: die.center_px))
        return PipReading(dice, troubles, True, (time.perf_counter() - start) * 1000)


def _play_area(image: np.ndarray, registration: Registration) -> tuple[np.ndarray, np.ndarray]:
    """The part of the picture where tops of dice in the play area are seen, and its upper left corner (px)."""
    play = registration.mat.play_corners
    outward = np.sign(play - play.mean(0)) * _BEYOND_MM
    points = [np.column_stack([play + outward, np.full(4, height)]) for height in (0.0, _USUAL_MM)]
    pixels = registration.view.project(np.vstack(points))
    height, width = image.shape[:2]
    low = np.clip(np.floor(pixels.min(0)).astype(int), 0, [width - 2, height - 2])
    high = np.clip(np.ceil(pixels.max(0)).astype(int), low + 2, [width, height])
    return low, image[low[1] : high[1], low[0] : high[0]]


def _sizes_px(registration: Registration) -> tuple[float, float]:
    """Least and greatest edge of a die anywhere in the play area."""
    play = registration.mat.play_corners
    at = np.column_stack([play, np.full(4, _USUAL_MM)])
    beside = registration.view.project(at + np.array([_USUAL_MM, 0, 0])) - registration.view.project(at)
    below = registration.view.project(at + np.array([0, _USUAL_MM, 0])) - registration.view.project(at)
    # of a square seen obliquely the longer direction is the one that is not shortened
    px_per_mm = np.maximum(np.hypot(*beside.T), np.hypot(*below.T)) / _USUAL_MM
    return float(px_per_mm.min() * EDGES_MM[0]), float(px_per_mm.max() * EDGES_MM[1])


def _turns(registration: Registration) -> int:
    """By how many quarter turns against the clock the picture must be turned so that up is up."""
    middle = registration.mat.play_corners.mean(0)
    low, high = registration.view.project(np.array([[*middle, 0.0], [*middle, _USUAL_MM]]))
    x, y = high - low
    if max(abs(x), abs(y)) < 1:  # seen from straight above
        return 0
    if abs(y) >= abs(x):
        return 0 if y < 0 else 2
    return 1 if x > 0 else 3


def _placed(
    die: SeenPips, turns: int, shape: tuple[int, ...], corner: np.ndarray, registration: Registration
) -> SeenPips | None:
    """The die in the camera's picture and on the page; None where it stands outside the play area."""

    def back(point: Point) -> Point:
        x, y = _turned_back(point, turns, shape)
        return float(x + corner[0]), float(y + corner[1])

    center = back(die.center_px)
    x, y = registration.view.on_plane(np.array(center), _USUAL_MM)
    left, upper, width, height = registration.mat.play
    if not (left <= x <= left + width and upper <= y <= upper + height):
        return None
    outline = tuple(back(point) for point in die.outline_px)
    return replace(die, center_px=center, outline_px=outline, mat_xy_mm=(float(x), float(y)))


def _turned_back(point: Point, turns: int, shape: tuple[int, ...]) -> Point:
    """Where a point of ``np.rot90(part, turns)`` lies in the part of this shape."""
    x, y = point
    height, width = shape[:2]
    if turns == 1:
        return width - 1 - y, x
    if turns == 2:
        return width - 1 - x, height - 1 - y
    return (y, height - 1 - x) if turns == 3 else (x, y)
