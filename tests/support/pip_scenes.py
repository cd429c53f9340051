"""The printed mat with one dotted die on it, as a camera sees it obliquely."""

import cv2
import numpy as np

from vision.simulation.page import PX_PER_MM, sheet
from vision.training.pips.makes import PipMake
from vision.training.pips.rendering import FINER, PipCamera, draw_die, looking


def mat_with_die(turns, seed, xy=(150.0, 105.0), size=16.0, with_die=True):
    """A picture of the A4 mat seen obliquely, by a camera turned by quarter ``turns``, with one die; its number."""
    page = cv2.cvtColor(sheet("a4"), cv2.COLOR_RGB2BGR)
    height, width = page.shape[:2]
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    shown = np.float32([[230, 60], [1050, 60], [1240, 690], [40, 690]])
    way = cv2.getPerspectiveTransform(corners, shown)
    picture = cv2.warpPerspective(page, way, (1280, 720), borderValue=(90, 110, 130), flags=cv2.INTER_AREA)

    def seen(x, y):
        return cv2.perspectiveTransform(np.float32([[[x * PX_PER_MM, y * PX_PER_MM]]]), way)[0, 0]

    at = np.rint(seen(*xy)).astype(int)
    across = (seen(xy[0] + 8, xy[1]) - seen(xy[0] - 8, xy[1])) / 16
    away = (seen(xy[0], xy[1] + 8) - seen(xy[0], xy[1] - 8)) / 16
    steep = float(np.arcsin(np.clip(away[1] / across[0], 0.1, 0.99)))
    make = PipMake(np.array([225.0] * 3), np.full((6, 3), 25.0), round=0.08)
    half = 60
    if not with_die:
        return np.ascontiguousarray(np.rot90(picture, turns)), 0
    part = picture[at[1] - half : at[1] + half, at[0] - half : at[0] + half]
    canvas = cv2.resize(part, None, fx=FINER, fy=FINER).astype(np.float32)
    edge = float(across[0]) * size * FINER
    middle = (half * FINER, half * FINER - edge / 2 * np.cos(steep))
    far = 100.0
    lamp = np.array([[0.2, 0.3, 0.93]])
    view = PipCamera(*looking(steep, 0.0, far, edge * far, middle), lamp, np.array([0.5]), 0.6)
    rng = np.random.default_rng(seed)
    yaw = float(rng.uniform(0, 2 * np.pi))
    number, *_ = draw_die(rng, canvas, np.zeros(canvas.shape[:2], np.int32), view, make, (0.0, 0.0, yaw), 1.0, 1)
    part[:] = cv2.resize(canvas, (2 * half, 2 * half), interpolation=cv2.INTER_AREA).clip(0, 255)
    return np.ascontiguousarray(np.rot90(picture, turns)), number
