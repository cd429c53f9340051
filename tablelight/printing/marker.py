"""The markers by which a camera finds a sheet, as boxes to print."""

import cv2

from tablelight.printing.paper import Box
from vision.geometry.markers import DICTIONARY
from vision.geometry.mat import Mat

_CELLS = 6  # DICT_4X4: four cells of code and a black border of one cell on each side


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
