"""Find rectangles of a card's size on the table, also where other cards lie on top of them.

The table is flattened to one pixel a millimetre, and a network says where on it cards are seen (``glance``). For every
direction that has long edges there, edge pixels are gathered into maps of "an edge along this direction here"; sums
along 63 and 88 mm then tell at once where a card's side may lie. A card is proposed where one whole side is seen
together with the beginnings of the two sides next to it: that much is visible of every card in a fan. Its place is then
refined on the full picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.segmenter import CardMask, CardSegmenter
from vision.cards.table_plane import CARD_MM, Plane

_EDGE, _NOISE = 5.0, 1.5  # gray levels a millimetre at least; times what is usual in the picture
_SPARSE = 3  # every third pixel each way tells what is usual
_MORE = 3  # px about where cards are seen
_BINS = 90  # directions of edges within half a circle
_CODES = 30  # directions told apart where edges are looked up
_LINE = 20  # mm of edge that make a line worth looking at
_LINES = 90
_LONG = 45  # mm: half a card's side
_LEG = np.arange(1.5, 13.0, dtype=np.float32)  # mm of the neighbouring sides that must show
_ENDS_MOST = 32000  # places where a side may end: ``cv2.remap`` takes no more at once, usual are 10000
_WHOLE, _ENDS = 0.55, 0.55  # of a side, and of the beginnings of the two next to it, that must be seen
_CLEAR, _CORNER = 0.85, 0.6  # so clear, a side and the beginning of one beside it are enough; and what they count
_MOST = 60
_LOOKED_AT = 48
_REACH = np.linspace(-2.4, 2.4, 9)  # mm searched across a side
SLIDE = np.arange(-3.5, 3.6, 0.5)
"""mm by which a place is slid along the card's own sides."""
_NEAR = np.ones((3, 1), np.uint8)  # such steps
_BETTER = 0.03  # of a score, that a slide must bring: cards are not cut, nor lenses known, to half a millimetre
_STRAY = 0.01  # of a score, a millimetre of such a slide


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card lies: its middle (mm), its turn (radians, the card's up against the table's), and its evidence.

    ``sides``: how much of its top, right, bottom and left side is seen as an edge, 0 to 1; ``seen``: at which of the
    points ``SIDES``. ``under``: what is supposed to lie on a card there, though it was not made out: the card hides
    nothing where that is.
    """

    x: float
    y: float
    turn: float
    score: float
    sides: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    seen: tuple[bool, ...] = ()
    under: tuple["CardPlace", ...] = ()

    @classmethod
    def of(cls, x: float, y: float, turn: float, seen: np.ndarray) -> "CardPlace":
        """A place whose sides are seen at these of the points ``SIDES`` (bool)."""
        return cls.all_of(np.array([[x, y, turn]]), seen[None])[0]

    @classmethod
    def all_of(cls, pose: np.ndarray, seen: np.ndarray) -> list["CardPlace"]:
        """Places of many poses (N x 3: x, y, turn), each seen at these of the points ``SIDES`` (N x 56 bool)."""
        share = _shares(seen)
        parts = (part.tolist() for part in (pose, _score(*share.T), share, seen))
        return [cls(*at, score, tuple(sides), tuple(there)) for at, score, sides, there in zip(*parts, strict=True)]

    def to_table(self, points: np.ndarray) -> np.ndarray:
        """Points of the card, mm from its top left, (..., 2) -> mm on the table."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        away = np.asarray(points, float) - np.array(CARD_MM) / 2
        return away @ np.array([[c, s], [-s, c]]) + [self.x, self.y]

    @property
    def two_sides(self) -> float:
        """How much of the two best seen sides is seen, 0 to 1."""
        return sum(sorted(self.sides)[-2:]) / 2

    @property
    def corners(self) -> np.ndarray:
        """4 x 2 mm, clockwise from the card's top left."""
        width, height = CARD_MM
        return self.to_table(np.array([[0, 0], [width, 0], [width, height], [0, height]]))


def poses(places: Sequence[CardPlace]) -> np.ndarray:
    """N x 3: x, y, turn."""
    return np.array([(place.x, place.y, place.turn) for place in places]).reshape(-1, 3)


class EdgeMap:
    """The table from straight above, 1 px a mm: where edges are, and their direction.

    ``soft``: the picture, softened (``soften``). ``maps``: what ``flat_map`` says. ``origin``: mm of the first pixel.
    With a ``segmenter``, only the part of the table where cards are seen is kept, and the edges are those of cards
    alone, or nearly; ``cards_seen``: what it saw, from the corner of the plane's area.
    """

    def __init__(
        self,
        soft: np.ndarray,
        plane: Plane,
        maps: tuple[np.ndarray, np.ndarray] | None = None,
        segmenter: CardSegmenter | None = None,
    ) -> None:
        left, top, _, _ = plane.area
        shown = cv2.remap(soft, *(flat_map(plane) if maps is None else maps), cv2.INTER_LINEAR)
        self.cards_seen = CardMask.blind(shown) if segmenter is None else segmenter.look(shown)
        near = self.cards_seen.near
        slopes = [cv2.Scharr(shown, cv2.CV_16S, *way) for way in ((1, 0), (0, 1))]
        dx, dy = _steepest(*(part[::_SPARSE, ::_SPARSE] for part in slopes))
        usual = float(np.median(cv2.magnitude(dx, dy)))
        window, first = _around(near)
        self.origin = np.array([left + first[0], top + first[1]])
        self.dx, self.dy = _steepest(*(part[window] for part in slopes))
        self.steepness = cv2.magnitude(self.dx, self.dy)
        self.edges = _crests(self, near[window] & (self.steepness > max(_EDGE, _NOISE * usual)))
        self.direction = np.arctan2(self.dy[self.edges], self.dx[self.edges]) % np.pi
        self.codes = _codes(*self.edges, self.direction, self.steepness.shape)


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
    """Where every pixel of the flat picture lies in the camera's, as ``cv2.remap`` takes it quickest."""
    left, top, right, bottom = plane.area
    return cv2.convertMaps(*plane.project_grid(np.arange(left, right), np.arange(top, bottom)), cv2.CV_16SC2)


def propose(flat: EdgeMap, corners: bool = False) -> list[CardPlace]:
    """Places where a card may lie, best first. Each card's turn is known up to half a circle. ``corners``: also where
    one corner alone is seen, as of cards below others."""
    rows, columns = flat.edges
    if len(rows) < 60:
        return []
    height, width = flat.steepness.shape
    middle = np.array([width, height]) / 2
    lines = _lines(np.stack([columns, rows], -1) - middle, flat.direction, float(np.hypot(width, height)) / 2)
    found = _cards_along(lines, flat.codes, middle, corners)
    found = found[np.argsort(-found[:, 3], kind="stable")]
    found = found[apart(found, 4.0, np.radians(6), _MOST)] + [*flat.origin, 0, 0]
    return [CardPlace(*one) for one in found.tolist()]


def _crests(flat: EdgeMap, steep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns where an edge is at its steepest, of places that are ``steep`` (H x W bool): a thin line along
    every edge."""
    rows, columns = _places(steep[1:-1, 1:-1])
    rows, columns = rows + 1, columns + 1
    width = steep.shape[1]
    at = rows * width + columns
    slope = flat.steepness.ravel()
    on = np.where(np.abs(flat.dx.ravel()[at]) > np.abs(flat.dy.ravel()[at]), 1, width)  # to the next place uphill
    here = slope[at]
    crest = (here >= slope[at - on]) & (here > slope[at + on])
    return rows[crest], columns[crest]


def _codes(rows: np.ndarray, columns: np.ndarray, direction: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """For every pixel, which directions of edges pass within a millimetre, a bit each (int32)."""
    code = np.rint(direction / np.pi * _CODES).astype(np.int32) % _CODES
    bits = np.int32(1) << np.arange(_CODES, dtype=np.int32)
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


def _lines(points: np.ndarray, direction: np.ndarray, most: float) -> np.ndarray:
    """Lines with many edge pixels, N x 2: direction across the line (radians), distance from the middle (px)."""
    own = np.rint(direction / np.pi * _BINS).astype(int)
    half = int(most) + 2
    ways = np.arange(-2, _BINS + 3)
    turn = ways % _BINS
    sign = np.where(turn == ways, 1, -1)  # half a circle further, a line has its other side in front
    each = own + np.arange(5)[:, None]
    across, down = ((sign * of(ways * (np.pi / _BINS)))[each] for of in (np.cos, np.sin))
    away = points[:, 0] * across + points[:, 1] * down
    where = turn[each] * (2 * half) + np.rint(away).astype(int) + half
    votes = np.bincount(where.ravel(), minlength=_BINS * 2 * half).reshape(_BINS, -1).astype(np.float32)
    votes = cv2.blur(votes, (3, 1), borderType=cv2.BORDER_CONSTANT) * 3
    ring = np.vstack([votes[-2:, ::-1], votes, votes[:2, ::-1]])
    peak = (votes >= cv2.dilate(ring, np.ones((5, 5), np.uint8))[2:-2]) & (votes > _LINE)
    turn, away = _places(peak)
    best = np.argsort(-votes[turn, away], kind="stable")[:_LINES]
    return np.stack([turn[best] * (np.pi / _BINS), away[best] - half], -1)


def _cards_along(lines: np.ndarray, codes: np.ndarray, middle: np.ndarray, corners: bool) -> np.ndarray:
    """N x 4 (x, y, turn, score) in flat pixels of cards that have a whole side on one of the lines."""
    found = [np.zeros((0, 4))]
    if not len(lines):
        return found[0]
    turn = lines[:, 0].astype(np.float32)
    out = np.stack([np.cos(turn), np.sin(turn)], -1)
    along = np.stack([-out[:, 1], out[:, 0]], -1)
    half = max(int(np.hypot(*middle)), _LONG)  # where little is seen, a side is longer than all of it
    steps = np.arange(-half, half + 1, dtype=np.float32)
    first = (lines[:, 1, None] * out + middle).astype(np.float32)
    base = [first[:, k, None] + steps * along[:, k, None] for k in (0, 1)]  # x and y
    total = np.zeros((len(lines), len(steps) + 1), np.float32)
    np.cumsum(has_edge(codes, *base, turn[:, None]), 1, out=total[:, 1:])
    whole = {length: (total[:, length:-1] - total[:, : -length - 1]) / length for length in (88, 63)}
    needed = np.zeros(base[0].shape, bool)  # where a side may begin or end
    for length, share in whole.items():
        needed[:, :-length] |= share > _WHOLE
        needed[:, length:] |= share > _WHOLE
    line, at = (part[:_ENDS_MOST] for part in _places(needed))
    if not len(line):
        return found[0]
    clear = {length: (share > _CLEAR).astype(np.float32) for length, share in whole.items()}
    first, away = [part[line, at] for part in base], out[line].T
    for side in (1.0, -1.0):
        # a row for each step: long rows are quicker than many short ones
        points = (first[k] + away[k] * (side * _LEG[:, None]) for k in (0, 1))
        leg = np.zeros(needed.shape, np.float32)
        leg[line, at] = has_edge(codes, *points, turn[line] + np.pi / 2).sum(0, dtype=np.uint8) / np.float32(len(_LEG))
        for length, depth, extra in ((88, 63, 0.0), (63, 88, np.pi / 2)):
            one, other = leg[:, :-length], leg[:, length:]
            ends = np.minimum(one, other)
            if corners:  # what is at the other end is covered
                corner = np.maximum(one, other) * clear[length]
                ends = np.maximum(ends, _CORNER * cv2.threshold(corner, _CLEAR, 0, cv2.THRESH_TOZERO)[1])
            score = cv2.blur(0.65 * whole[length] + 0.35 * ends, (3, 1))  # the middle of what fits equally well
            good = (whole[length] > _WHOLE) & (ends > _ENDS)
            peak = good & (score >= cv2.dilate(score, np.ones((1, 7), np.uint8)))
            k, begin = _places(peak)
            x, y = (base[j][k, begin] + along[k, j] * (length / 2) + side * out[k, j] * (depth / 2) for j in (0, 1))
            found.append(np.stack([x, y, turn[k] - extra, score[k, begin]], -1))
    return np.concatenate(found)


def _places(there: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of what is true: ``np.nonzero``, which is much slower along two axes than along one."""
    return np.divmod(np.flatnonzero(there), there.shape[1])


def has_edge(codes: np.ndarray, across: np.ndarray, down: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Whether an edge of this direction passes at these points (px, float32); bool. None does beyond the codes."""
    # halves are rounded up here: along rows and columns many points lie midway, and ``cv2.remap`` takes the even ones
    x, y = (np.floor(part + np.float32(0.5)).reshape(len(part), -1) for part in (across, down))
    there = cv2.remap(codes, x, y, cv2.INTER_NEAREST)
    bit = np.int32(1) << np.rint(turn * (_CODES / np.pi)).astype(np.int32) % _CODES
    return (there.reshape(across.shape) & bit) > 0


def apart(pose: np.ndarray, near: float, alike: float, most: int) -> list[int]:
    """Of poses (N x 3 or more: x, y, turn), best first, those to look at: not nearly the same twice, not too many."""
    apart = np.abs((pose[:, 2, None] - pose[:, 2] + np.pi / 2) % np.pi - np.pi / 2)
    away = (pose[:, 0, None] - pose[:, 0]) ** 2 + (pose[:, 1, None] - pose[:, 1]) ** 2
    other = (away >= near**2) | (apart >= alike)
    free = np.ones(len(pose), bool)
    kept: list[int] = []
    for k in range(len(pose)):
        if free[k] and len(kept) < most:
            kept.append(k)
            free &= other[k]
    return kept


# ---- refining

_steps = np.linspace(0.05, 0.95, 14)
SIDES = (
    np.concatenate(
        [
            np.stack([_steps, np.zeros(14)], -1),
            np.stack([np.ones(14), _steps], -1),
            np.stack([_steps, np.ones(14)], -1),
            np.stack([np.zeros(14), _steps], -1),
        ]
    )
    - 0.5
) * CARD_MM
"""Points along the four sides, mm from the card's middle."""
_NORMALS = np.repeat(np.array([[0, -1.0], [1, 0], [0, 1], [-1, 0]]), 14, 0)
_FACING = np.arctan2(_NORMALS[:, 1], _NORMALS[:, 0]).astype(np.float32)
_TURNS = np.radians((-1.5, 0.0, 1.5))
_NUDGES = np.array([(x, y, t) for x in (-2, 0, 2) for y in (-2, 0, 2) for t in _TURNS])
_STAY = 0.004  # of a score, a millimetre


def refine(flat: EdgeMap, places: list[CardPlace]) -> list[CardPlace]:
    """Move every place onto its edges; places that became the same are joined."""
    if not places:
        return []
    pose = _looked_at(_snapped(flat, poses(places)))
    pose, _ = _moved(flat, pose, _REACH * 0.7)
    for _ in range(2):
        pose, seen = _moved(flat, _slid(flat, _looked_at(pose)), _REACH * 0.45)
    out = sorted(CardPlace.all_of(pose, seen), key=lambda place: -place.score)
    return [out[k] for k in apart(poses(out), 5.0, np.radians(5), _MOST)]


def outlined(flat: EdgeMap, pose: np.ndarray) -> list[CardPlace]:
    """Places of poses (N x 3), moved onto the edges around them."""
    for reach in (0.7, 0.45):
        pose, seen = _moved(flat, pose, _REACH * reach)
    return CardPlace.all_of(pose, seen)


def _looked_at(pose: np.ndarray) -> np.ndarray:
    """Of poses (N x 3), best first, those worth a closer look."""
    return pose[apart(pose, 2.0, np.radians(2), _LOOKED_AT)]


def _snapped(flat: EdgeMap, pose: np.ndarray) -> np.ndarray:
    """Poses (N x 3) moved, of many little ways, the one that has the most edges along all sides.

    A card's outline has the card's size: print that runs along within it does not fit all around at once.
    """
    turn = (pose[:, None, 2] + _TURNS).astype(np.float32)
    c, s = np.cos(turn)[..., None], np.sin(turn)[..., None]
    along, down = SIDES.T.astype(np.float32)
    points = c * along - s * down, s * along + c * down  # N x turns x points
    at = (pose[:, None, :2] + _NUDGES[:, :2] - flat.origin).astype(np.float32).reshape(len(pose), -1, len(_TURNS), 1, 2)
    across = turn[:, None, :, None] + _FACING
    seen = has_edge(flat.codes, *(points[k][:, None] + at[..., k] for k in (0, 1)), across)
    seen = seen.reshape(len(pose), len(_NUDGES), -1)
    score = _score(*np.moveaxis(_shares(seen), -1, 0)) - _STAY * np.abs(_NUDGES[:, :2]).sum(-1)
    return (pose + _NUDGES[score.argmax(1)])[np.argsort(-score.max(1), kind="stable")]


def _score(top: np.ndarray, right: np.ndarray, bottom: np.ndarray, left: np.ndarray) -> np.ndarray:
    """How good an outline is whose sides are seen in such shares: the best seen side counts most."""
    most, least = np.maximum(top, bottom), np.minimum(top, bottom)
    wide, thin = np.maximum(right, left), np.minimum(right, left)
    second, third = np.minimum(most, wide), np.maximum(least, thin)
    first, last = np.maximum(most, wide), np.minimum(least, thin)
    return 0.45 * first + 0.3 * np.maximum(second, third) + 0.15 * np.minimum(second, third) + 0.1 * last


def _slid(flat: EdgeMap, pose: np.ndarray) -> np.ndarray:
    """Poses (N x 3) slid to where, of all places around, clearly more of all sides is seen at once than here: not with
    one side on a rim that is printed, or on a neighbour's edge."""
    top, right, bottom, left = sides_around(seen_around(flat, pose))
    far = np.abs(SLIDE)
    score = _score(top[:, None], right[..., None], bottom[:, None], left[..., None]) - _STRAY * (far[:, None] + far)
    here = len(SLIDE) // 2
    better = score.reshape(len(pose), -1).max(1) > score[:, here, here] + _BETTER
    return np.where(better[:, None], slid(pose, *best_slide(score)), pose)


def seen_around(flat: EdgeMap, pose: np.ndarray) -> np.ndarray:
    """Which samples of the sides of poses (N x 3) are seen as an edge so many mm further out (SLIDE x N x 56 uint8)."""
    across, along, _ = _slopes(flat, pose, SLIDE)
    inner = across[1:-1]
    near = np.zeros(across.shape, np.uint8)
    near[1:-1] = (inner > _EDGE) & (inner > 2 * along[1:-1]) & (inner >= across[:-2]) & (inner >= across[2:])
    return cv2.dilate(near, _NEAR).reshape(len(SLIDE), len(pose), -1)


def sides_around(seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """How much of each side (top, right, bottom, left; N x SLIDE) is seen where a card is slid so far, to the right or
    down as it lies. ``seen``: ``seen_around``."""
    share = _shares(seen).transpose(1, 2, 0)
    return share[:, 0, ::-1], share[:, 1], share[:, 2], share[:, 3, ::-1]


def best_slide(score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """By how much to the right and down (mm, N each) the score (N x SLIDE to the right x SLIDE down) is best."""
    x, y = np.unravel_index(score.reshape(len(score), -1).argmax(1), score.shape[1:])
    return SLIDE[x], SLIDE[y]


def slid(pose: np.ndarray, right: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Poses (N x 3) moved so far, each as it lies."""
    c, s = np.cos(pose[:, 2]), np.sin(pose[:, 2])
    return pose + np.stack([c * right - s * down, s * right + c * down, np.zeros(len(pose))], -1)


def _shares(seen: np.ndarray) -> np.ndarray:
    """How much of each side is seen (... x 4), of samples (... x 56, 0 or 1)."""
    each = seen.shape[-1] // 4
    number = seen.reshape(-1, each).astype(np.float32) @ np.ones(each, np.float32)
    return number.reshape(*seen.shape[:-1], 4).astype(float) / each


def side_points(pose: np.ndarray, out: float = 0.0) -> np.ndarray:
    """The points ``SIDES`` of poses (N x 3) on the table, so many mm further ``out``: N x 56 x 2 mm."""
    return (SIDES + out * _NORMALS) @ _turned(pose) + pose[:, None, :2]


def _turned(pose: np.ndarray) -> np.ndarray:
    """What turns rows of vectors as poses (N x 3) are, N x 2 x 2."""
    c, s = np.cos(pose[:, 2]), np.sin(pose[:, 2])
    return np.array([[c, s], [-s, c]]).transpose(2, 0, 1)


def _slopes(flat: EdgeMap, pose: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, ...]:
    """Slopes across and along the sides (reach x 56 N), so many mm further out each, and
    outward directions (N x 56 x 2)."""
    points, out = side_points(pose) - flat.origin, _NORMALS @ _turned(pose)
    (x, y), (right, down) = (part.reshape(-1, 2).T.astype(np.float32, order="C") for part in (points, out))
    step = reach[:, None].astype(np.float32)
    at = x + right * step, y + down * step
    dx, dy = (cv2.remap(slope, *at, cv2.INTER_LINEAR) for slope in (flat.dx, flat.dy))
    return np.abs(dx * right + dy * down), np.abs(dx * down - dy * right), out


def _moved(flat: EdgeMap, pose: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One step of the fit (N x 3) and which samples lie on an edge (N x 56)."""
    across, along, out = _slopes(flat, pose, reach)
    n, m = out.shape[:2]
    # of several edges the inner one: print lies alike within all four sides, but a neighbour lies beside one
    strength = np.sqrt(across * (across > 2 * along)) - 0.1 * reach[:, None].astype(np.float32)
    best = strength[1:-1].argmax(0) + 1
    at = best * (n * m) + np.arange(n * m)
    before, peak, after = (strength.ravel().take(at + k * n * m).reshape(n, m) for k in (-1, 0, 1))
    best = best.reshape(n, m)
    found = (peak > np.sqrt(_EDGE)) & (peak >= before) & (peak >= after)
    bend = np.maximum(2 * peak - before - after, 1e-3)
    move = reach[best] + np.clip((after - before) / (2 * bend), -0.5, 0.5) * (reach[1] - reach[0])
    arm = SIDES[:, 0] * _NORMALS[:, 1] - SIDES[:, 1] * _NORMALS[:, 0]
    rows = np.concatenate([out, np.broadcast_to(arm[None, :, None], (n, m, 1))], -1)
    products = (rows[..., None] * np.concatenate([rows, move[..., None]], -1)[..., None, :]).reshape(n, m, -1)
    weight = found.astype(float)
    for _ in range(3):
        sums = (weight[:, None] @ products).reshape(n, 3, 4)
        step = np.linalg.solve(sums[..., :3] + np.diag([0.5, 0.5, 200.0]), sums[..., 3:])
        off = move - (rows @ step)[..., 0]
        weight = found / (1 + (off / 0.5) ** 2)
    return pose + step[..., 0], found & (np.abs(off) < 0.9)
