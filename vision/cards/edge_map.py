"""The table from straight above as its edges: where they are, and along which direction.

The table is flattened to one pixel a millimetre; a network says where on it cards are seen
(``vision.cards.segmenter``), and edges elsewhere are left out.
"""

from copy import copy

import cv2
import numpy as np

from vision.cards.bare_table import BareTable
from vision.cards.segmenter import CardMask, CardSegmenter
from vision.cards.table_plane import CARD_MM, Plane, Size
from vision.photometry.illumination import Illumination

# Constants: chosen by hand on renderings; directions are told apart by six degrees, as finely as bits of an int32
# allow.
LEAST_EDGE, _NOISE = 5.0, 1.5  # gray levels a millimetre at least; times what is usual in the picture
_SPARSE = 3  # every third pixel each way tells what is usual
_MORE = 3  # px about where cards are seen
_ABOUT = 5
"""px: the edges so near tell how one runs. Of 469 single cards of the chosen families 29 were not proposed, 10 are (12
with 7 px, 13 with 9), of 163 in fans 31, and 25."""
DIRECTIONS = 30  # directions told apart where edges are looked up


class EdgeMap:
    """The table from straight above, 1 px a mm: where edges are, and their direction.

    ``soft``: the picture, softened (``soften``). ``maps``: what ``flat_map`` says. ``origin``: mm of the first pixel
    that is kept; ``corner``: of the plane's area.
    With a ``segmenter``, only the part of the table where cards are seen is kept, and the edges are those of cards
    alone, or nearly; ``cards_seen``: what it saw, from the corner of the plane's area. With the ``light`` on a mat,
    what lies on its play area is kept as well, and ``table`` is what it looks like where nothing does, if that is in
    sight. ``size_mm``: of the cards that are looked for.
    """

    def __init__(
        self,
        soft: np.ndarray,
        plane: Plane,
        maps: tuple[np.ndarray, np.ndarray] | None = None,
        segmenter: CardSegmenter | None = None,
        size_mm: Size = CARD_MM,
        light: Illumination | None = None,
    ) -> None:
        self.size_mm = size_mm
        left, top, _, _ = plane.area
        shown = cv2.remap(soft, *(flat_map(plane) if maps is None else maps), cv2.INTER_LINEAR)
        self.cards_seen = CardMask.blind(shown) if segmenter is None else segmenter.segment(shown)
        near, self.corner = self.cards_seen.near, np.array([left, top])
        self.table = None if light is None else BareTable.of(shown, self.corner, light, self.cards_seen.likely)
        if self.table is not None:
            near = near | self.table.covered
        slopes = [cv2.Scharr(shown, cv2.CV_16S, *way) for way in ((1, 0), (0, 1))]
        dx, dy = _steepest(*(part[::_SPARSE, ::_SPARSE] for part in slopes))
        usual = float(np.median(cv2.magnitude(dx, dy)))
        window, first = _around(near)
        self.origin = np.array([left + first[0], top + first[1]])
        self.dx, self.dy = _steepest(*(part[window] for part in slopes))
        self.steepness = cv2.magnitude(self.dx, self.dy)
        self.edges = _crests(self, near[window] & (self.steepness > max(LEAST_EDGE, _NOISE * usual)))
        self.direction = np.arctan2(self.dy[self.edges], self.dx[self.edges]) % np.pi
        self.codes = _codes(*self.edges, self.direction, self.steepness.shape)

    def frayed(self) -> "EdgeMap":
        """The same, each edge running as most about it do, and as it does itself: a side that is dashed by wear is one
        line all the same, but so are others that are none."""
        out = copy(self)
        out.direction = _usual_direction(self.dx, self.dy)[self.edges]
        out.codes = self.codes | _codes(*self.edges, out.direction, self.steepness.shape)
        return out

    def sized(self, size_mm: Size) -> "EdgeMap":
        """The same, to look for cards of this size."""
        out = copy(self)
        out.size_mm = size_mm
        return out


def soften(image: np.ndarray) -> np.ndarray:
    """The picture as flat pictures and faces are made of: without the grain of single pixels."""
    return cv2.blur(image, (3, 3))


def _around(near: np.ndarray) -> tuple[tuple[slice, slice], tuple[int, int]]:
    """The part of a picture (H x W bool) that holds all of it, and a little more; its first column and row."""
    rows, columns = np.flatnonzero(near.any(1)), np.flatnonzero(near.any(0))
    if not len(rows):
        return (slice(0, 3), slice(0, 3)), (0, 0)
    top, left = max(rows[0] - _MORE, 0), max(columns[0] - _MORE, 0)
    return (slice(top, rows[-1] + 1 + _MORE), slice(left, columns[-1] + 1 + _MORE)), (int(left), int(top))


def _steepest(dx: np.ndarray, dy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slopes (H x W x 3 int16) of the channel that is steepest in each place, H x W float32 gray levels a pixel."""
    best_x, best_y = (np.ascontiguousarray(part[..., 0]) for part in (dx, dy))
    most = np.maximum(np.abs(best_x), np.abs(best_y))
    for k in (1, 2):
        x, y = (np.ascontiguousarray(part[..., k]) for part in (dx, dy))
        steep = np.maximum(np.abs(x), np.abs(y))
        more = cv2.compare(steep, most, cv2.CMP_GT)
        for part, best in ((x, best_x), (y, best_y), (steep, most)):
            cv2.copyTo(part, more, best)
    return best_x * np.float32(1 / 32), best_y * np.float32(1 / 32)


def flat_map(plane: Plane) -> tuple[np.ndarray, np.ndarray]:
    """Where every pixel of the flat picture (1 px a mm of the plane's area) lies in the camera's: the two maps that
    ``cv2.remap`` takes quickest, int16 and uint16."""
    left, top, right, bottom = plane.area
    return cv2.convertMaps(*plane.project_grid(np.arange(left, right), np.arange(top, bottom)), cv2.CV_16SC2)


def _crests(flat: EdgeMap, steep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns where an edge is at its steepest, of places that are ``steep`` (H x W bool): a thin line along
    every edge."""
    rows, columns = nonzero(steep[1:-1, 1:-1])
    rows, columns = rows + 1, columns + 1
    width = steep.shape[1]
    at = rows * width + columns
    slope = flat.steepness.ravel()
    on = np.where(np.abs(flat.dx.ravel()[at]) > np.abs(flat.dy.ravel()[at]), 1, width)  # to the next place uphill
    here = slope[at]
    crest = (here >= slope[at - on]) & (here > slope[at + on])
    return rows[crest], columns[crest]


def _usual_direction(dx: np.ndarray, dy: np.ndarray) -> np.ndarray:
    """Across which direction (radians, 0 to pi) most edges about every place run (H x W): the structure tensor's
    (Bigun & Granlund 1987)."""
    both, apart = (cv2.blur(part, (_ABOUT, _ABOUT)) for part in (dx * dy, dx * dx - dy * dy))
    return np.arctan2(2 * both, apart) / 2 % np.pi


def _codes(rows: np.ndarray, columns: np.ndarray, direction: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """For every pixel, which directions of edges pass within a millimetre, a bit each (int32)."""
    code = np.rint(direction / np.pi * DIRECTIONS).astype(np.int32) % DIRECTIONS
    bits = np.int32(1) << np.arange(DIRECTIONS, dtype=np.int32)
    out = np.zeros(size, np.int32)
    out[rows, columns] = (bits | np.roll(bits, 1) | np.roll(bits, -1))[code]
    wide = out.copy()
    wide[:, 1:] |= out[:, :-1]
    wide[:, :-1] |= out[:, 1:]
    tall = wide.copy()
    tall[1:] |= wide[:-1]
    tall[:-1] |= wide[1:]
    tall[[0, -1]] = 0
    tall[:, [0, -1]] = 0
    return tall


def nonzero(there: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns (N each) of what is true in ``there`` (H x W, bool): ``np.nonzero``, which is much slower along
    two axes than along one."""
    return np.divmod(np.flatnonzero(there), there.shape[1])


def has_edge(codes: np.ndarray, across: np.ndarray, down: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Whether an edge of this direction passes at these points (px, float32); bool. None does beyond the codes."""
    # halves are rounded up here: along rows and columns many points lie midway, and ``cv2.remap`` takes the even ones
    x, y = (np.floor(part + np.float32(0.5)).reshape(len(part), -1) for part in (across, down))
    there = cv2.remap(codes, x, y, cv2.INTER_NEAREST)
    bit = np.int32(1) << np.rint(turn * (DIRECTIONS / np.pi)).astype(np.int32) % DIRECTIONS
    return (there.reshape(across.shape) & bit) > 0
