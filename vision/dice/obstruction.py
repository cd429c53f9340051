"""Is something large in the play area: a hand, a sleeve, a sheet of paper?"""

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from vision.dice.edge_fit import FittedDie
from vision.dice.readings import Kind
from vision.dice.solids import placed, solid
from vision.geometry.play_area import PX_PER_MM, FlatTable
from vision.photometry.channels import largest_channel
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR, encoded

# Constants: chosen by hand on hands, pencils and mirrored lamps over rendered and invented tables (of 80 hands 73
# were noticed). Of 276 hands over 46 invented tables 242 are noticed, with the dice that are seen or without them; of
# 138 pictures without a hand 2 seem to have one with their dice, none without.
_STEP = 4
_CELL_MM2 = (_STEP / PX_PER_MM) ** 2
_RIM = 4  # cells beside the end of the play area
_UNLIKE, _MORE = 0.03, 0.06  # of the camera's range, and of the ground's own brightness
_KEEN = 0.8  # so far from the table's look is enough for what has an outline
_EDGE, _EDGED = 0.09, 0.35  # a step of the camera's range within two cells; so much of an outline
_AROUND = np.ones((3, 3), np.uint8)
_BESIDE = np.ones((2 * _STEP + 1,) * 2, np.uint8)  # a cell beside a die shows some of it
_FINE = 4095
_ENCODED = np.rint(255 * encoded(np.arange(_FINE + 1) / _FINE)).astype(np.uint8)
_LINEAR = LINEAR.astype(np.float32)
_GAP = 3  # px
_BLACK = 1e-9  # of light squared: nothing comes back
_SMALL_MM2 = 60.0  # less than that is no glare that matters
_SHADED, _MOST_GLARE = 0.3, 0.6  # of the ground's own light, and of white
_GLARE, _OTHERS = 0.8, 0.3  # of a part, and of nine cells
_OUTLINED = 0.85
_LARGE_MM2 = 4200.0  # twice the largest thing that belongs here beside dice, about a hand's palm


def covered_mm2(table: FlatTable, light: Illumination, ground: np.ndarray, taken: np.ndarray) -> float:
    """Area of the largest thing that is neither table nor shadow nor glare nor a die that is seen, mm2.

    ``ground``: the table's own reflectance; ``taken``: where dice are seen (``places_taken``).
    """
    stored = np.ascontiguousarray(cv2.blur(table.image, (3, 3))[::_STEP, ::_STEP])
    small = cv2.LUT(stored, _LINEAR)
    rows, columns = np.mgrid[0 : table.height : _STEP, 0 : table.width : _STEP]
    xy = np.stack([columns, rows], -1) / PX_PER_MM + table.where.origin
    white = light.at(xy).astype(np.float32)
    there = (white * ground).astype(np.float32)
    much = np.maximum(np.einsum("rcb,rcb->rc", there, there), _BLACK)  # what sends back nothing at all has no shade
    shade = np.clip(np.einsum("rcb,rcb->rc", small, there) / much, 0.03, 1.4)
    far = _far(stored, shade[..., None] * there)
    doubtful = _largest(_part(far, _KEEN))
    if not is_large(doubtful * _CELL_MM2):
        return doubtful * _CELL_MM2
    glare, edges = _far(stored, _with_glare(small, there, white)) < 1, _edges(stored, taken)
    bare = 1 - cv2.dilate(taken, _BESIDE)[::_STEP, ::_STEP]
    things, outlined = _part(far, 1.0) * bare, _outlined(_part(far, _KEEN) * bare, edges)
    return max(_largest(things & ~_faded(things, glare, edges)), _largest(outlined)) * _CELL_MM2


def _far(stored: np.ndarray, linear: np.ndarray) -> np.ndarray:
    """How far a picture (uint8) is from what such light (linear) would give: above 1 it is something else."""
    shown = _ENCODED[np.rint(np.clip(linear, 0, 1) * _FINE).astype(np.int32)]
    return largest_channel(cv2.absdiff(stored, shown)) / (255 * _UNLIKE + _MORE * largest_channel(shown))


def _part(far: np.ndarray, least: float) -> np.ndarray:
    """1 within the play area where the picture is so far from the table's own look (uint8)."""
    part = (far > least).astype(np.uint8)
    part[:_RIM], part[-_RIM:], part[:, :_RIM], part[:, -_RIM:] = 0, 0, 0, 0
    return part


def _with_glare(small: np.ndarray, there: np.ndarray, white: np.ndarray) -> np.ndarray:
    """What comes closest to the picture (linear) of the table's own light, a little shaded, and a mirrored lamp."""
    extra = small - there
    across = there - white * (_dot(there, white) / np.maximum(_dot(white, white), _BLACK))[..., None]
    most = _dot(across, across)
    shade = np.where(most > _BLACK, _dot(extra, across) / np.maximum(most, _BLACK), 0)
    own = there * (1 + np.clip(shade, -_SHADED, _SHADED))[..., None]
    glare = _dot(small - own, white) / np.maximum(_dot(white, white), _BLACK)
    return own + white * np.clip(glare, 0, _MOST_GLARE)[..., None]


def _dot(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.einsum("rcb,rcb->rc", one, other)


def _edges(stored: np.ndarray, taken: np.ndarray) -> np.ndarray:
    """The coarse picture (uint8) with 2 where brightness changes at once, 1 where it does not, and 0 where nothing is
    to be learned from that: at dice, and where the play area ends."""
    steps = largest_channel(cv2.dilate(stored, _AROUND) - cv2.erode(stored, _AROUND)) > 255 * _EDGE
    dice = cv2.dilate(taken, np.ones((3 * _STEP + 1,) * 2, np.uint8))[::_STEP, ::_STEP] > 0
    edges = np.where(dice, 0, 1 + steps).astype(np.uint8)
    end = _RIM + 1  # there outlines are cut off
    edges[:end], edges[-end:], edges[:, :end], edges[:, -end:] = 0, 0, 0, 0
    return edges


def _largest(mask: np.ndarray) -> float:
    """Cells of the largest connected part of a mask (uint8)."""
    return float(cv2.connectedComponentsWithStats(mask)[2][1:, cv2.CC_STAT_AREA].max(initial=0))


def _faded(unlike: np.ndarray, glare: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """1 at parts of ``unlike`` that fade out, as glare does; ``glare``: where it might be glare by its colour.

    Edges of what lies in the middle of glare and has other colours tell nothing of the glare.
    """
    others = cv2.blur((~glare).astype(np.float32), (3, 3)) > _OTHERS
    own = np.where(cv2.dilate(others.astype(np.uint8), _AROUND), 0, edges)
    faded = np.zeros_like(unlike)
    for part in _parts(unlike, edges, _SMALL_MM2):
        bare = glare[(part & edges) > 0]  # dice in the middle of it are none
        if _edged(part, own if bare.size and bare.mean() > _GLARE else edges) < _EDGED:
            faded |= part
    return faded


def _outlined(unlike: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """1 at large parts of ``unlike`` with edges nearly all around: a hand, though it has nearly the table's colour."""
    outlined = np.zeros_like(unlike)
    for part in _parts(unlike, edges, _LARGE_MM2):
        if _edged(part, edges) > _OUTLINED:
            outlined |= part
    return outlined


def _parts(unlike: np.ndarray, edges: np.ndarray, least_mm2: float) -> Iterator[np.ndarray]:
    """Connected parts (uint8), cut at edges: what lies in the middle of glare has edges of its own."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(unlike * (edges != 2))
    for part in range(1, count):
        if stats[part, cv2.CC_STAT_AREA] * _CELL_MM2 > least_mm2:
            yield (labels == part).astype(np.uint8)


def _edged(part: np.ndarray, edges: np.ndarray) -> float:
    """Along how much of the outline of a part (uint8) edges run, gaps in it filled; 1 where nothing tells."""
    whole = cv2.dilate(cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), _AROUND)
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    columns, rows = np.concatenate(outlines).reshape(-1, 2).T
    seen = edges[rows, columns]
    known = (seen > 0).sum()
    return float((seen == 2).sum() / known) if known else 1.0


def is_large(area_mm2: float) -> bool:
    """Too large for dice, cards, coins and pencils."""
    return area_mm2 > _LARGE_MM2


def places_taken(table: FlatTable, dice: list[FittedDie]) -> np.ndarray:
    """The flat picture (height x width, uint8) with 1 where dice lying flat would be seen, and 3 px around."""
    taken = np.zeros((table.height, table.width), np.uint8)
    for die in dice:
        pixels = table.flat(placed(_corners(die.shape.kind), die.x, die.y, die.angle, die.shape.size))
        cv2.fillConvexPoly(taken, cv2.convexHull(np.rint(pixels).astype(np.int32)), 1)
    return cv2.dilate(taken, np.ones((_GAP, _GAP), np.uint8))


@cache
def _corners(kind: Kind) -> np.ndarray:
    """Every corner of a solid once, N x 3."""
    return np.unique(solid(kind).faces.reshape(-1, 3).round(9), axis=0)


def ground_colour(table: FlatTable, light: Illumination, taken: np.ndarray) -> np.ndarray:
    """The table's own reflectance (3 BGR): the middle of a coarse grid away from the dice, if they leave any."""
    down, across = np.mgrid[14 : table.height - 14 : 9, 14 : table.width - 14 : 9]
    free = taken[down, across] == 0
    free |= not free.any()
    down, across = down[free], across[free]
    xy = np.column_stack([across, down]) / PX_PER_MM + table.where.origin
    return np.median(LINEAR[table.image[down, across]] / light.at(xy), axis=0)
