"""The pose of a card, exactly: a proposed place is moved onto the edges around it, by least squares.

First it is tried a little to all sides, then slid along the card's own sides, then fitted to the edge that each of its
56 points sees beside it.
"""

import cv2
import numpy as np

from vision.cards.edge_map import LEAST_EDGE, EdgeMap, has_edge
from vision.cards.place import (
    MOST_PLACES,
    SIDE_FACING,
    SIDE_NORMALS,
    SIDE_POINTS,
    CardPlace,
    distinct_poses,
    outline_score,
    poses,
    shares_of_sides,
    side_points,
    turns_of,
)

# Constants: chosen by hand on renderings: how far proposals are off, and how exactly cards are cut.
_LOOKED_AT = 48
_REACH = np.linspace(-2.4, 2.4, 9)  # mm searched across a side
SLIDE = np.arange(-3.5, 3.6, 0.5)
"""mm by which a place is slid along the card's own sides."""
_NEAR = np.ones((3, 1), np.uint8)  # such steps
_BETTER = 0.03  # of a score, that a slide must bring: cards are not cut, nor lenses known, to half a millimetre
_STRAY = 0.01  # of a score, a millimetre of such a slide
_TURNS = np.radians((-1.5, 0.0, 1.5))
_NUDGES = np.array([(x, y, t) for x in (-2, 0, 2) for y in (-2, 0, 2) for t in _TURNS])
_STAY = 0.004  # of a score, a millimetre


def refine(flat: EdgeMap, places: list[CardPlace]) -> list[CardPlace]:
    """Move every place onto its edges; places that became the same are joined."""
    if not places:
        return []
    pose = _looked_at(snapped(flat, poses(places)))
    pose, _ = _moved(flat, pose, _REACH * 0.7)
    for _ in range(2):
        pose, seen = _moved(flat, _slid(flat, _looked_at(pose)), _REACH * 0.45)
    out = sorted(CardPlace.all_of(pose, seen, flat.size_mm), key=lambda place: -place.score)
    return [out[k] for k in distinct_poses(poses(out), 5.0, np.radians(5), MOST_PLACES)]


def outlined(flat: EdgeMap, pose: np.ndarray) -> list[CardPlace]:
    """Places of poses (N x 3), moved onto the edges around them."""
    for reach in (0.7, 0.45):
        pose, seen = _moved(flat, pose, _REACH * reach)
    return CardPlace.all_of(pose, seen, flat.size_mm)


def _looked_at(pose: np.ndarray) -> np.ndarray:
    """Of poses (N x 3), best first, those worth a closer look."""
    return pose[distinct_poses(pose, 2.0, np.radians(2), _LOOKED_AT)]


def snapped(flat: EdgeMap, pose: np.ndarray) -> np.ndarray:
    """Poses (N x 3) moved, of many little ways, the one that has the most edges along all sides.

    A card's outline has the card's size: print that runs along within it does not fit all around at once.
    """
    turn = (pose[:, None, 2] + _TURNS).astype(np.float32)
    c, s = np.cos(turn)[..., None], np.sin(turn)[..., None]
    along, down = (SIDE_POINTS * flat.size_mm).T.astype(np.float32)
    points = c * along - s * down, s * along + c * down  # N x turns x points
    at = (pose[:, None, :2] + _NUDGES[:, :2] - flat.origin).astype(np.float32).reshape(len(pose), -1, len(_TURNS), 1, 2)
    across = turn[:, None, :, None] + SIDE_FACING
    seen = has_edge(flat.codes, *(points[k][:, None] + at[..., k] for k in (0, 1)), across)
    seen = seen.reshape(len(pose), len(_NUDGES), -1)
    score = outline_score(*np.moveaxis(shares_of_sides(seen), -1, 0)) - _STAY * np.abs(_NUDGES[:, :2]).sum(-1)
    return (pose + _NUDGES[score.argmax(1)])[np.argsort(-score.max(1), kind="stable")]


def _slid(flat: EdgeMap, pose: np.ndarray) -> np.ndarray:
    """Poses (N x 3) slid to where, of all places around, clearly more of all sides is seen at once than here: not with
    one side on a rim that is printed, or on a neighbour's edge."""
    top, right, bottom, left = sides_around(seen_around(flat, pose))
    far = np.abs(SLIDE)
    score = outline_score(top[:, None], right[..., None], bottom[:, None], left[..., None]) - _STRAY * (
        far[:, None] + far
    )
    here = len(SLIDE) // 2
    better = score.reshape(len(pose), -1).max(1) > score[:, here, here] + _BETTER
    return np.where(better[:, None], slid(pose, *best_slide(score)), pose)


def seen_around(flat: EdgeMap, pose: np.ndarray, further: np.ndarray = SLIDE) -> np.ndarray:
    """Which samples of the sides of poses (N x 3) are seen as an edge so many mm ``further`` out (M x N x 56 uint8)."""
    across, along, _ = _slopes(flat, pose, further)
    inner = across[1:-1]
    near = np.zeros(across.shape, np.uint8)
    near[1:-1] = (inner > LEAST_EDGE) & (inner > 2 * along[1:-1]) & (inner >= across[:-2]) & (inner >= across[2:])
    return cv2.dilate(near, _NEAR).reshape(len(further), len(pose), -1)


def sides_around(seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """How much of each side (top, right, bottom, left; N x SLIDE) is seen where a card is slid so far, to the right or
    down as it lies. ``seen``: ``seen_around``."""
    share = shares_of_sides(seen).transpose(1, 2, 0)
    return share[:, 0, ::-1], share[:, 1], share[:, 2], share[:, 3, ::-1]


def best_slide(score: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """By how much to the right and down (mm, N each) the score (N x SLIDE to the right x SLIDE down) is best."""
    x, y = np.unravel_index(score.reshape(len(score), -1).argmax(1), score.shape[1:])
    return SLIDE[x], SLIDE[y]


def slid(pose: np.ndarray, right: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Poses (N x 3) moved so far, each as it lies."""
    c, s = np.cos(pose[:, 2]), np.sin(pose[:, 2])
    return pose + np.stack([c * right - s * down, s * right + c * down, np.zeros(len(pose))], -1)


def _slopes(flat: EdgeMap, pose: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, ...]:
    """Slopes across and along the sides (reach x 56 N), so many mm further out each, and
    outward directions (N x 56 x 2)."""
    points, out = side_points(pose, flat.size_mm) - flat.origin, SIDE_NORMALS @ turns_of(pose)
    (x, y), (right, down) = (part.reshape(-1, 2).T.astype(np.float32, order="C") for part in (points, out))
    step = reach[:, None].astype(np.float32)
    at = x + right * step, y + down * step
    dx, dy = (cv2.remap(slope, *at, cv2.INTER_LINEAR) for slope in (flat.dx, flat.dy))
    return np.abs(dx * right + dy * down), np.abs(dx * down - dy * right), out


def _moved(flat: EdgeMap, pose: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """One step of the fit (N x 3), and which samples lie on an edge (N x 56)."""
    across, along, out = _slopes(flat, pose, reach)
    n, m = out.shape[:2]
    # of several edges the inner one: print lies alike within all four sides, but a neighbour lies beside one
    strength = np.sqrt(across * (across > 2 * along)) - 0.1 * reach[:, None].astype(np.float32)
    best = strength[1:-1].argmax(0) + 1
    at = best * (n * m) + np.arange(n * m)
    before, peak, after = (strength.ravel().take(at + k * n * m).reshape(n, m) for k in (-1, 0, 1))
    best = best.reshape(n, m)
    found = (peak > np.sqrt(LEAST_EDGE)) & (peak >= before) & (peak >= after)
    bend = np.maximum(2 * peak - before - after, 1e-3)
    move = reach[best] + np.clip((after - before) / (2 * bend), -0.5, 0.5) * (reach[1] - reach[0])
    points = SIDE_POINTS * flat.size_mm
    arm = points[:, 0] * SIDE_NORMALS[:, 1] - points[:, 1] * SIDE_NORMALS[:, 0]
    rows = np.concatenate([out, np.broadcast_to(arm[None, :, None], (n, m, 1))], -1)
    products = (rows[..., None] * np.concatenate([rows, move[..., None]], -1)[..., None, :]).reshape(n, m, -1)
    weight = found.astype(float)
    for _ in range(3):
        sums = (weight[:, None] @ products).reshape(n, 3, 4)
        step = np.linalg.solve(sums[..., :3] + np.diag([0.5, 0.5, 200.0]), sums[..., 3:])
        off = move - (rows @ step)[..., 0]
        weight = found / (1 + (off / 0.5) ** 2)
    return pose + step[..., 0], found & (np.abs(off) < 0.9)
