"""Propose places of cards: rectangles of a card's size on the table, also where other cards lie on top of them.

For every direction that has long edges (``vision.cards.edge_map``), edge pixels are gathered into maps of "an edge
along this direction here"; sums along a card's width and height then tell at once where a card's side may lie. A card
is proposed where one whole side is seen together with the beginnings of the two sides next to it: that much is visible
of every card in a fan. Its place is then refined (``vision.cards.pose``).
"""

import cv2
import numpy as np

from vision.cards.edge_map import EdgeMap, has_edge, nonzero
from vision.cards.place import MOST_PLACES, CardPlace, distinct_poses

# Constants: chosen by hand on renderings and invented tables, so that no card of a fan is lost that is seen by one
# side; what is finer than that costs time and finds nothing more.
_BINS = 90  # directions of edges within half a circle
_LINE = 20  # mm of edge that make a line worth looking at
_LINES = 90
_LONG = 66  # mm: half a card's side
_LEG = np.arange(1.5, 13.0, dtype=np.float32)  # mm of the neighbouring sides that must show
_ENDS_MOST = 32000  # places where a side may end: ``cv2.remap`` takes no more at once, usual are 10000
_WHOLE, _ENDS = 0.55, 0.55  # of a side, and of the beginnings of the two next to it, that must be seen
_CLEAR, _CORNER = 0.85, 0.6  # so clear, a side and the beginning of one beside it are enough; and what they count


def propose(flat: EdgeMap, corners: bool = False) -> list[CardPlace]:
    """Places where a card may lie, best first. Each card's turn is known up to half a circle. ``corners``: also where
    one corner alone is seen, as of cards below others."""
    rows, columns = flat.edges
    if len(rows) < 60:
        return []
    height, width = flat.steepness.shape
    middle = np.array([width, height]) / 2
    lines = lines_of(np.stack([columns, rows], -1) - middle, flat.direction, float(np.hypot(width, height)) / 2)
    found = _cards_along(lines, flat, middle, corners)
    found = found[np.argsort(-found[:, 3], kind="stable")]
    found = found[distinct_poses(found, 4.0, np.radians(6), MOST_PLACES)] + [*flat.origin, 0, 0]
    return [CardPlace(*one, size_mm=flat.size_mm) for one in found.tolist()]


def lines_of(points: np.ndarray, direction: np.ndarray, most: float) -> np.ndarray:
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
    turn, away = nonzero(peak)
    best = np.argsort(-votes[turn, away], kind="stable")[:_LINES]
    return np.stack([turn[best] * (np.pi / _BINS), away[best] - half], -1)


def _cards_along(lines: np.ndarray, flat: EdgeMap, middle: np.ndarray, corners: bool) -> np.ndarray:
    """N x 4 (x, y, turn, score) in flat pixels of cards that have a whole side on one of the lines."""
    found = [np.zeros((0, 4))]
    if not len(lines):
        return found[0]
    codes, (across, down) = flat.codes, (round(side) for side in flat.size_mm)
    turn = lines[:, 0].astype(np.float32)
    out = np.stack([np.cos(turn), np.sin(turn)], -1)
    along = np.stack([-out[:, 1], out[:, 0]], -1)
    half = max(int(np.hypot(*middle)), _LONG)  # where little is seen, a side is longer than all of it
    steps = np.arange(-half, half + 1, dtype=np.float32)
    first = (lines[:, 1, None] * out + middle).astype(np.float32)
    base = [first[:, k, None] + steps * along[:, k, None] for k in (0, 1)]  # x and y
    total = np.zeros((len(lines), len(steps) + 1), np.float32)
    np.cumsum(has_edge(codes, *base, turn[:, None]), 1, out=total[:, 1:])
    whole = {length: (total[:, length:-1] - total[:, : -length - 1]) / length for length in (down, across)}
    needed = np.zeros(base[0].shape, bool)  # where a side may begin or end
    for length, share in whole.items():
        needed[:, :-length] |= share > _WHOLE
        needed[:, length:] |= share > _WHOLE
    line, at = (part[:_ENDS_MOST] for part in nonzero(needed))
    if not len(line):
        return found[0]
    clear = {length: (share > _CLEAR).astype(np.float32) for length, share in whole.items()}
    first, away = [part[line, at] for part in base], out[line].T
    for side in (1.0, -1.0):
        # a row for each step: long rows are quicker than many short ones
        points = (first[k] + away[k] * (side * _LEG[:, None]) for k in (0, 1))
        leg = np.zeros(needed.shape, np.float32)
        leg[line, at] = has_edge(codes, *points, turn[line] + np.pi / 2).sum(0, dtype=np.uint8) / np.float32(len(_LEG))
        for length, depth, extra in ((down, across, 0.0), (across, down, np.pi / 2)):
            one, other = leg[:, :-length], leg[:, length:]
            ends = np.minimum(one, other)
            if corners:  # what is at the other end is covered
                corner = np.maximum(one, other) * clear[length]
                ends = np.maximum(ends, _CORNER * cv2.threshold(corner, _CLEAR, 0, cv2.THRESH_TOZERO)[1])
            score = cv2.blur(0.65 * whole[length] + 0.35 * ends, (3, 1))  # the middle of what fits equally well
            good = (whole[length] > _WHOLE) & (ends > _ENDS)
            peak = good & (score >= cv2.dilate(score, np.ones((1, 7), np.uint8)))
            k, begin = nonzero(peak)
            x, y = (base[j][k, begin] + along[k, j] * (length / 2) + side * out[k, j] * (depth / 2) for j in (0, 1))
            found.append(np.stack([x, y, turn[k] - extra, score[k, begin]], -1))
    return np.concatenate(found)
