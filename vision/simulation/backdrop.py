"""What stands still behind the dice: table and mat through the lens, under a lamp."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.simulation.laid_board import LaidBoard, lay_board
from vision.simulation.laid_print import lay_print
from vision.simulation.lamps import SimulatedLamp, encoded, linear
from vision.simulation.page import PX_PER_MM, TABLE_MM, page, raster_to_mm, sheet, wood
from vision.simulation.pinhole import Pinhole, vignette

EXPOSURE = 0.9
_FINER = 2


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """Reflectance (h, w, 3) float32 RGB of each pixel, where it lies in mm (h, w), the lens's falloff (h, w)."""

    reflectance: np.ndarray
    x_mm: np.ndarray
    y_mm: np.ndarray
    falloff: np.ndarray


def draw_backdrop(view: Pinhole, *, mat: bool = True, board: LaidBoard | None = None) -> Backdrop:
    """Draws table and, if asked for, mat and board as the camera sees them; takes some 100 ms, so keep what it
    gives."""
    width, height = view.size
    finer = np.array([[_FINER, 0, (_FINER - 1) / 2], [0, _FINER, (_FINER - 1) / 2], [0, 0, 1]])
    size = (width * _FINER, height * _FINER)
    to_px = finer @ view.homography
    table = cv2.warpPerspective(
        wood(), to_px @ raster_to_mm(1, *TABLE_MM[:2]), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    if mat:
        _lay_mat(table, to_px, size)
    if board is not None:
        lay_board(table, to_px, size, board)
    small = cv2.GaussianBlur(cv2.resize(table, view.size, interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    back = np.linalg.inv(view.homography)
    w = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
    x_mm = (back[0, 0] * columns + back[0, 1] * rows + back[0, 2]) / w
    y_mm = (back[1, 0] * columns + back[1, 1] * rows + back[1, 2]) / w
    return Backdrop(linear(small), x_mm, y_mm, np.asarray(vignette(columns, rows, view.size), np.float32))


def _lay_mat(table: np.ndarray, to_px: np.ndarray, size: tuple[int, int]) -> None:
    """Lays the sheet with its thin shadow on the drawn table."""
    sheet_to_px = to_px @ raster_to_mm(PX_PER_MM)
    mask = cv2.warpPerspective(np.full(sheet().shape[:2], 255, np.uint8), sheet_to_px, size, flags=cv2.INTER_LINEAR)
    shade = 0.28 * (cv2.GaussianBlur(np.roll(mask, (5, 5), (0, 1)), (0, 0), 5).astype(np.float32) / 255)
    # Linear interpolation alone would let small cells sparkle when the drawing is finer than the camera.
    drawn = cv2.GaussianBlur(sheet(), (0, 0), 0.8)
    printed = cv2.warpPerspective(drawn, sheet_to_px, size, flags=cv2.INTER_LINEAR)
    lay_print(table, printed, mask, shade)


def lit_backdrop(under: Backdrop, lamp: SimulatedLamp, balance: float) -> np.ndarray:
    """The picture of the ground, BGR uint8 (h, w, 3), without noise."""
    strength = lamp.strength(under.x_mm, under.y_mm, page().size) * under.falloff * EXPOSURE
    seen = cv2.transform(under.reflectance, lamp.seen(balance).astype(np.float32))
    return np.ascontiguousarray(encoded(seen * strength[..., None])[..., ::-1])
