"""The markers by which a camera finds a sheet, as boxes to print."""

import cv2

from tablelight.printing.inks import BLACK
from tablelight.printing.paper import Box, Paper
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
    x, y, size = mat.markers[marker]
    cells = cv2.aruco.generateImageMarker(DICTIONARY, marker, _CELLS)
    side = size / _CELLS
    return [
        (x + column * side, y + row * side, side, side)
        for row in range(_CELLS)
        for column in range(_CELLS)
        if not cells[row, column]
    ]
