"""Is something large in the play area: a hand, a sleeve, a sheet of paper?"""

from functools import cache

import cv2
import numpy as np

from vision.fit import Found
from vision.light import LINEAR, Light, encoded
from vision.seen import Kind
from vision.shapes import placed, solid
from vision.table import PX_PER_MM, Table

_STEP = 4
_CELL_MM2 = (_STEP / PX_PER_MM) ** 2
_RIM = 4  # cells beside the end of the play area
_UNLIKE, _MORE = 0.03, 0.06  # of the camera's range, and of the ground's own brightness
_EDGE, _EDGED = 0.09, 0.25  # a step of the camera's range within two cells; so much of an outline
_AROUND = np.ones((3, 3), np.uint8)
_FINE = 4095
_ENCODED = np.rint(255 * encoded(np.arange(_FINE + 1) / _FINE)).astype(np.uint8)
_LINEAR = LINEAR.astype(np.float32)
_GAP = 3  # px
_BLACK = 1e-9  # of light squared: nothing comes back
_LARGE_MM2 = 4200.0  # twice the largest thing that belongs here beside dice, about a hand's palm


def covered_mm2(table: Table, light: Light, ground: np.ndarray, taken: np.ndarray) -> float:
    """Area of the largest thing that is neither table nor shadow nor glare, mm2; dice that touch count together.

    ``ground``: the table's own reflectance; ``taken``: where dice are seen (``places_taken``).
    """
    stored = np.ascontiguousarray(cv2.blur(table.image, (3, 3))[::_STEP, ::_STEP])
    small = cv2.LUT(stored, _LINEAR)
    rows, columns = np.mgrid[0 : table.height : _STEP, 0 : table.width : _STEP]
    xy = np.stack([columns, rows], -1) / PX_PER_MM + table.where.origin
    there = (light.at(xy) * ground).astype(np.float32)
    much = np.maximum(np.einsum("rcb,rcb->rc", there, there), _BLACK)  # what sends back nothing at all has no shade
    shade = np.clip(np.einsum("rcb,rcb->rc", small, there) / much, 0.03, 1.4)
    plain = np.rint(np.clip(shade[..., None] * there, 0, 1) * _FINE).astype(np.int32)
    shown = _ENCODED[plain]
    unlike = cv2.absdiff(stored, shown).max(-1) > 255 * _UNLIKE + _MORE * shown.max(-1)
    unlike[:_RIM], unlike[-_RIM:], unlike[:, :_RIM], unlike[:, -_RIM:] = False, False, False, False
    return _largest(unlike.astype(np.uint8), _edges(stored, taken)) * _CELL_MM2


def _edges(stored: np.ndarray, taken: np.ndarray) -> np.ndarray:
    """The coarse picture (uint8) with 2 where brightness changes at once, 1 where it does not, and 0 where nothing is
    to be learned from that: at dice, and where the play area ends."""
    steps = (cv2.dilate(stored, _AROUND) - cv2.erode(stored, _AROUND)).max(-1) > 255 * _EDGE
    dice = cv2.dilate(taken, np.ones((3 * _STEP + 1,) * 2, np.uint8))[::_STEP, ::_STEP] > 0
    edges = np.where(dice, 0, 1 + steps).astype(np.uint8)
    end = _RIM + 1  # there outlines are cut off
    edges[:end], edges[-end:], edges[:, :end], edges[:, -end:] = 0, 0, 0, 0
    return edges


def _largest(unlike: np.ndarray, edges: np.ndarray) -> float:
    """Cells of the largest connected part of ``unlike`` that is not large, or ends in edges: glare fades out."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(unlike)
    areas = stats[:, cv2.CC_STAT_AREA].astype(float)
    for part in sorted(range(1, count), key=lambda k: -areas[k]):
        if not is_large(areas[part] * _CELL_MM2) or _ends_in_edges((labels == part).astype(np.uint8), edges):
            return areas[part]
    return 0.0


def _ends_in_edges(part: np.ndarray, edges: np.ndarray) -> bool:
    """Whether the outline of a part (uint8) runs along edges, gaps in it filled."""
    whole = cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    columns, rows = np.concatenate(outlines).reshape(-1, 2).T
    seen = edges[rows, columns]
    return bool((seen == 2).sum() >= _EDGED * (seen > 0).sum())


def is_large(area_mm2: float) -> bool:
    """Too large for dice, cards, coins and pencils."""
    return area_mm2 > _LARGE_MM2


def places_taken(table: Table, dice: list[Found]) -> np.ndarray:
    """The flat picture (height x width) with 1 where dice lying flat would be seen, and a little around."""
    taken = np.zeros((table.height, table.width), np.uint8)
    for die in dice:
        pixels = table.flat(placed(_corners(die.shape.kind), die.x, die.y, die.angle, die.shape.size))
        cv2.fillConvexPoly(taken, cv2.convexHull(np.rint(pixels).astype(np.int32)), 1)
    return cv2.dilate(taken, np.ones((_GAP, _GAP), np.uint8))


@cache
def _corners(kind: Kind) -> np.ndarray:
    """Every corner of a solid once, N x 3."""
    return np.unique(solid(kind).faces.reshape(-1, 3).round(9), axis=0)


def ground_colour(table: Table, light: Light, taken: np.ndarray) -> np.ndarray:
    """The table's own reflectance (3 BGR): the middle of a coarse grid away from the dice, if they leave any."""
    down, across = np.mgrid[14 : table.height - 14 : 9, 14 : table.width - 14 : 9]
    free = taken[down, across] == 0
    free |= not free.any()
    down, across = down[free], across[free]
    xy = np.column_stack([across, down]) / PX_PER_MM + table.where.origin
    return np.median(LINEAR[table.image[down, across]] / light.at(xy), axis=0)
