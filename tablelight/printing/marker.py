"""The markers by which a camera finds a sheet, as boxes to print."""

import cv2
import numpy as np

from tablelight.printing.inks import BLACK
from tablelight.printing.paper import Box, Paper
from vision.geometry import mat_code
from vision.geometry.markers import DICTIONARY
from vision.geometry.mat import Mat
from vision.readings import Point

_CELLS = 6  # DICT_4X4: four cells of code and a black border of one cell on each side


def draw_markers(paper: Paper, sheet: Mat) -> None:
    """All markers of a sheet, each in its place."""
    for marker in sheet.markers:
        paper.boxes(black_cells(sheet, marker), BLACK)


def corners_of_markers(sheet: Mat) -> tuple[Point, ...]:
    """All corners of a sheet's markers, mm."""
    return tuple((float(x), float(y)) for marker in sheet.markers for x, y in sheet.marker_corners(marker))


def black_cells(mat: Mat, marker: int) -> list[Box]:
    """The marker's black cells in mm, taken from OpenCV's own picture of it."""
    return _boxes(cv2.aruco.generateImageMarker(DICTIONARY, marker, _CELLS) == 0, mat.markers[marker])


def code_cells(mat: Mat, code: int) -> list[Box]:
    """The black cells, in mm, of the code that says what this is the mat of. Raises ValueError for a mat that has no
    place for it."""
    if mat.code is None:
        raise ValueError(f"the mat {mat.name} has no place for a code")
    return _boxes(mat_code.black_cells(code), mat.code)


def _boxes(black: np.ndarray, at: tuple[float, float, float]) -> list[Box]:
    x, y, size = at
    side = size / len(black)
    return [(x + float(column) * side, y + float(row) * side, side, side) for row, column in np.argwhere(black)]
