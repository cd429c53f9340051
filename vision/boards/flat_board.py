"""One picture of a board seen straight from above, and how far each pixel is from what the empty board would show.

The board tells its own light: its landings and corners are paper, and the light on them is a smooth surface. Divided by
it, the printed colours show what they are under this lamp and in this camera: the middle of all places with one ink, as
most of them are free. So nothing has to be taught of the board, and another printer or lamp makes no difference.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.boards.plan import MARKER, PAPER, BoardPlan, Srgb
from vision.geometry.registration import Registration
from vision.photometry.srgb import LINEAR

PX_PER_MM = 1.0

# Constants: chosen by hand on drawn boards of families that are learned from.
_FLOOR = 0.02  # of white: what is darker says nothing of its colour
_EDGE_PX = 1.6  # from the border of two inks: print, lens and sheet are not as exact
_CARD_EDGE_PX = 3.0  # the same where cards are laid by hand
_LOW, _HIGH = 0.12, 0.88  # of what an upper fit takes for too dark and too bright, in the first rounds
_LIGHT_SIGMA = 0.05
_EVEN = np.diag([1e-4, 0.05, 0.05, 0.3, 0.3, 0.3])
"""How even light is held to be, in spots of paper that say so: little where paper is seen all over, all that there is
where every space is covered. Four times as much was the same on the one table on which that was tried."""
_SPOTS = 24  # of paper, in each corner
_LIGHT_GRID = 24  # cells across: a smooth surface needs no more
_TO_SIGMA = 1.48  # from the middle of differences to one standard deviation
_A_LABEL = 400  # pixels of an ink that are looked at

_ABOUT = np.array([[1, 1, 1], [1, -2, 1], [-1, 0, 1]], np.float32)
_TURN = _ABOUT / np.linalg.norm(_ABOUT, axis=1, keepdims=True)
_LUT = np.float32(LINEAR)


@dataclass(frozen=True, slots=True, eq=False)
class BoardPixels:
    """What of the flat picture is what, for one plan: worked out once.

    ``labels``: H x W, the ink of each pixel; ``sure``: far enough from a border; ``landings``: N x P, pixels of each
    landing; ``corners``: spots of paper outside, S x P; ``xy``: their middles (N + S) x 2, -1 to 1; ``of_ink``: pixels
    of each ink.
    """

    labels: np.ndarray
    sure: np.ndarray
    landings: np.ndarray
    corners: np.ndarray
    xy: np.ndarray
    of_ink: tuple[np.ndarray, ...]

    @classmethod
    @lru_cache(maxsize=2)
    def of(cls, plan: BoardPlan) -> "BoardPixels":
        labels = plan.labels(PX_PER_MM)
        edges = np.zeros(labels.shape, np.uint8)
        edges[:, 1:] |= labels[:, 1:] != labels[:, :-1]
        edges[1:] |= labels[1:] != labels[:-1]
        edge = _CARD_EDGE_PX if plan.of_cards else _EDGE_PX
        sure = cv2.distanceTransform(1 - edges, cv2.DIST_L2, 3) > edge
        sure &= labels != MARKER
        middles = plan.middles * PX_PER_MM
        landings = np.stack([_disc(labels.shape, middle, (plan.landing_mm - 2) * PX_PER_MM) for middle in middles])
        spots = _paper_spots(plan, labels)
        corners = np.stack([_disc(labels.shape, spot, 3 * PX_PER_MM) for spot in spots])
        xy = np.vstack([middles, spots]) / np.array(labels.shape[::-1]) * 2 - 1
        rng = np.random.default_rng(0)
        shown = sure | (labels == MARKER)
        of_ink = [np.flatnonzero((labels == ink) & shown) for ink in (*range(len(plan.inks)), MARKER, PAPER)]
        few = [rng.choice(pixels, min(_A_LABEL, len(pixels)), replace=False) for pixels in of_ink]
        return cls(labels, sure, landings, corners, xy, tuple(few))


@dataclass(frozen=True, slots=True, eq=False)
class FlatBoard:
    """``image``: H x W x 3, uint8 BGR; ``colours``: H x W x 3, brightness and two tints of each pixel, as parts of the
    light; ``inks``: the same of each ink of the plan, then of black and of paper, I x 3; ``spread``: of their tints, I,
    the camera's noise above all; ``labels``: which ink is where; ``sure``: where that is certain."""

    image: np.ndarray
    colours: np.ndarray
    inks: np.ndarray
    spread: np.ndarray
    labels: np.ndarray
    sure: np.ndarray


def flatten(image: np.ndarray, registration: Registration, plan: BoardPlan) -> FlatBoard:
    """A picture (uint8 BGR) in which the board's sheet was found."""
    pixels = BoardPixels.of(plan)
    flat = cv2.remap(image, *_maps(registration), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    linear = cv2.LUT(flat, _LUT)
    colours = _turned(linear / _light(linear, pixels))
    each = [colours.reshape(-1, 3)[of] for of in pixels.of_ink]
    inks = np.stack([np.median(one, axis=0) for one in each])
    spread = [_TO_SIGMA * np.median(np.abs(one - ink)[:, 1:]) for one, ink in zip(each, inks, strict=True)]
    return FlatBoard(flat, colours, inks, np.array(spread, np.float32), pixels.labels, pixels.sure)


def ink_colour(srgb: Srgb) -> np.ndarray:
    """What an ink looks like beside white paper, about: brightness and two tints, as ``FlatBoard.colours``."""
    return _turned(_LUT[np.array(srgb[::-1], np.uint8)].reshape(1, 1, 3))[0, 0]


def parts_of_light(colour: np.ndarray) -> np.ndarray:
    """Blue, green and red, as parts of the light, of a colour as ``FlatBoard.colours`` has it (3)."""
    return np.maximum(np.exp(colour @ _TURN) - _FLOOR, 0.0)


def _turned(parts: np.ndarray) -> np.ndarray:
    """Brightness and two tints, logarithms, of parts of the light (H x W x 3)."""
    logs = cv2.log(parts.astype(np.float32) + np.float32(_FLOOR))
    return cv2.transform(logs, _TURN)


@lru_cache(maxsize=2)  # it stays while the camera does
def _maps(registration: Registration) -> tuple[np.ndarray, np.ndarray]:
    width, height = registration.mat.size
    across, down = ((np.arange(round(side * PX_PER_MM)) + 0.5) / PX_PER_MM for side in (width, height))
    return cv2.convertMaps(*registration.view.project_grid(across, down), cv2.CV_16SC2)


def _light(linear: np.ndarray, pixels: BoardPixels) -> np.ndarray:
    """What white paper would show in every pixel (H x W x 3): a smooth surface through the paper that nothing
    covers."""
    flat = linear.reshape(-1, 3)
    logs = np.log(np.vstack([_bright(flat[pixels.landings]), _bright(flat[pixels.corners])]) + 1e-4)
    terms = _terms(*pixels.xy.T)
    weight = np.ones(len(logs))
    for k in range(8):
        weighed = terms.T * weight
        answer = np.linalg.solve(weighed @ terms + _EVEN, weighed @ logs)
        off = logs - terms @ answer
        worst = off[np.arange(len(off)), np.abs(off).argmax(1)]
        # What covers paper is darker than it, in some channel: first what is brightest is taken for the paper.
        weight = np.where(off.min(1) < 0, _LOW, _HIGH) if k < 3 else 1 / (1 + (worst / _LIGHT_SIGMA) ** 2) ** 2
    height, width = linear.shape[:2]
    few = np.linspace(-1, 1, _LIGHT_GRID) * (1 - 1 / _LIGHT_GRID)  # middles of cells, as resizing takes them
    grid = np.exp(_terms(*np.meshgrid(few, few)) @ answer).astype(np.float32)
    return cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)


def _terms(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], -1)


def _bright(values: np.ndarray) -> np.ndarray:
    """The middle of the brighter half of each spot's pixels (S x P x 3): S x 3."""
    total = values.sum(-1)
    bright = np.take_along_axis(values, total.argsort(1)[:, total.shape[1] // 2 :, None], 1)
    return np.median(bright, axis=1)


def _disc(shape: tuple[int, ...], middle: np.ndarray, radius: float) -> np.ndarray:
    """Places, laid end to end, of the pixels in a disc; as many for every disc of that radius."""
    reach = int(radius) + 1
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    inside = across**2 + down**2 <= radius**2
    x, y = np.rint(middle - 0.5).astype(int)
    return np.clip(y + down[inside], 0, shape[0] - 1) * shape[1] + np.clip(x + across[inside], 0, shape[1] - 1)


def _paper_spots(plan: BoardPlan, labels: np.ndarray) -> np.ndarray:
    """Places of bare paper in the sheet's corners, px."""
    free = cv2.distanceTransform((labels == PAPER).astype(np.uint8), cv2.DIST_L2, 5)
    height, width = labels.shape
    spots = []
    for x, y in ((0, 0), (width, 0), (width, height), (0, height)):
        near = np.zeros(labels.shape, bool)
        near[max(y - height // 5, 0) : y + height // 5, max(x - width // 5, 0) : x + width // 5] = True
        for landing in plan.middles * PX_PER_MM:
            a, b = np.rint(landing).astype(int)
            near[b - 10 : b + 10, a - 10 : a + 10] = False
        rows, columns = np.nonzero((free > 5 * PX_PER_MM) & near)
        some = np.linspace(0, len(rows) - 1, _SPOTS).astype(int)
        spots.append(np.column_stack([columns[some], rows[some]]) + 0.5)
    return np.vstack(spots)
