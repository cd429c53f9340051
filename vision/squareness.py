"""How regular the top of a die is: a face that leans is foreshortened, one that lies flat is not.

Along every edge of the top a line is fitted to the picture. In the plane of a flat top the lines of a regular
polygon stand at equal distances and equal angles; what is left over as a stretch in one direction is the lean.
"""

import cv2
import numpy as np

from vision.find import Found
from vision.register import View
from vision.shapes import solid

_OFFSETS = np.arange(-2.4, 2.41, 0.15)  # mm across the edge
_TILTS = np.radians(np.arange(-9, 9.1, 1.5))
_ALONG = np.linspace(-0.7, 0.7, 9)  # of half an edge
_USUAL_MM, _USUAL_TURN = 1.6, 0.1


def stretch(image: np.ndarray, view: View, die: Found) -> tuple[float, float]:
    """(stretch, unrest): half the difference between the longest and shortest axis, in parts of their mean, and the
    root mean square misfit of the edges in the same unit."""
    body, size = solid(die.shape.kind), die.shape.size
    radius = body.top_radius * size * die.shape.inset
    half = radius * np.tan(np.pi / body.ring)
    angles = die.angle + np.arange(body.ring) * 2 * np.pi / body.ring
    normal = np.column_stack([np.cos(angles), np.sin(angles)])
    tangent = np.column_stack([-normal[:, 1], normal[:, 0]])
    along = _ALONG * half
    spots = (
        np.array([die.x, die.y])
        + normal[:, None, None] * (radius + _OFFSETS)[:, None]
        + tangent[:, None, None] * along[:, None, None]
    )
    points = np.concatenate([spots, np.full((*spots.shape[:-1], 1), size)], -1)
    pixels = view.project(points).astype(np.float32)
    flat = pixels.reshape(len(angles) * len(along), len(_OFFSETS), 2)
    values = cv2.remap(image, flat, None, cv2.INTER_LINEAR).astype(np.float32)
    values = values.reshape(len(angles), len(along), len(_OFFSETS), 3)
    slope = np.zeros_like(values)
    slope[:, :, 2:-2] = values[:, :, 4:] + values[:, :, 3:-1] - values[:, :, 1:-3] - values[:, :, :-4]
    offset, turn, strength = _lines(slope, along)
    return _misfit(normal, offset / radius, turn, strength)


def _lines(slope: np.ndarray, along: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Offset (mm), turn (radians) and strength of the best line of each edge."""
    step = _OFFSETS[1] - _OFFSETS[0]
    shift = np.rint(np.tan(_TILTS)[:, None] * along / step).astype(int)
    index = np.clip(np.arange(len(_OFFSETS)) + shift[..., None], 0, len(_OFFSETS) - 1)
    answer = slope[:, np.arange(len(along))[None, :, None], index].mean(2)
    strength = np.sqrt((answer**2).sum(-1))
    likely = np.exp(-0.5 * (_OFFSETS / _USUAL_MM) ** 2) * np.exp(-0.5 * (_TILTS / _USUAL_TURN) ** 2)[:, None]
    weighed = (strength * likely).reshape(len(slope), -1)
    best = weighed.argmax(1)
    turn, offset = np.unravel_index(best, likely.shape)
    return _OFFSETS[offset], _TILTS[turn], weighed.max(1)


def _misfit(normal: np.ndarray, offset: np.ndarray, turn: np.ndarray, strength: np.ndarray) -> tuple[float, float]:
    """Least squares for size, stretch (two components), place and turn."""
    double = 2 * np.arctan2(normal[:, 1], normal[:, 0])
    none, one = np.zeros(len(normal)), np.ones(len(normal))
    by_offset = np.column_stack([one, np.cos(double), np.sin(double), normal, none])
    by_turn = np.column_stack([none, np.sin(double), -np.cos(double), none, none, one])
    rows = np.vstack([by_offset, by_turn])
    wanted = np.concatenate([offset, turn])
    weight = np.sqrt(np.concatenate([strength, 0.7 * strength]) / strength.max())
    answer, *_ = np.linalg.lstsq(rows * weight[:, None], wanted * weight, rcond=None)
    off = (rows @ answer - wanted) * weight
    return float(np.hypot(answer[1], answer[2])), float(np.sqrt((off**2).mean()))
