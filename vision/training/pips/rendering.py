"""Draw one pip die as a camera sees it: rays are followed to a cube with rounded edges, cut by a ball.

Opposite faces add up to seven. Lengths are edges of a usual die; the table is z = 0, z points up.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.pips.makes import PipMake

# Constants: chosen by hand: as fine as is seen.
FINER = 2
"""Fine pixels of a canvas to a pixel of the finished picture, each way."""
_GRID = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
_FOIL_GLOSS = 10  # how narrow lamps are mirrored in paint like foil
_STEPS = 9  # of the way to the surface
_NEAR = 0.02  # edges: this is on it
_SMALL = 28.0  # fine px: smaller dice are drawn twice as fine
_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True, slots=True, eq=False)
class PipCamera:
    """A camera: where it stands, its axes (rows: right, down, forward), what turns directions seen into fine px about
    the ``middle``; and the lamps: directions (n x 3), strengths (n), and the light from everywhere, 0 to 1."""

    eye: np.ndarray
    axes: np.ndarray
    spread: np.ndarray
    middle: np.ndarray
    lamps: np.ndarray
    strengths: np.ndarray
    ambient: float

    def project(self, points: np.ndarray) -> np.ndarray:
        """Fine px (n x 2) of points (n x 3)."""
        seen = (points - self.eye) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] @ self.spread.T + self.middle)

    def rays(self, pixels: np.ndarray) -> np.ndarray:
        """Directions (n x 3, of length one) in which fine px (n x 2) are seen."""
        seen = (pixels - self.middle).astype(np.float32) @ np.linalg.inv(self.spread).T.astype(np.float32)
        out = seen @ self.axes[:2].astype(np.float32) + self.axes[2].astype(np.float32)
        return np.asarray(out / np.sqrt(np.square(out) @ np.ones((3, 1), np.float32)))


def looking(
    steep: float, roll: float, away: float, focal: float, middle: tuple[float, float], stretch: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The first four parts of a View of the table's origin from ``away``, ``steep`` radians above the table, the
    picture turned by ``roll`` and stretched (2 x 2); ``focal`` in fine px."""
    forward = np.array([0, np.cos(steep), -np.sin(steep)])
    right = np.array([1.0, 0, 0])
    axes = np.stack([right, np.cross(forward, right), forward])
    c, s = np.cos(roll), np.sin(roll)
    spread = np.array([[c, -s], [s, c]]) * focal
    if stretch is not None:
        spread = stretch @ spread
    return np.array([0, 0, 0.5]) - forward * away, axes, spread, np.array(middle)


def numbered(rng: np.random.Generator, mirrored: bool) -> np.ndarray:
    """Values of the faces (3 axes x 2 sides), opposite ones together seven, turned by chance."""
    sides = np.array([[1, 6], [2, 5], [3, 4]])
    order = rng.permutation(3)
    flips = rng.integers(0, 2, 3)
    out = np.array([row[::-1] if flip else row for row, flip in zip(sides[order], flips, strict=True)])
    odd = (list(order) in ([0, 2, 1], [2, 1, 0], [1, 0, 2])) ^ bool(flips.sum() % 2)
    return out[:, ::-1] if odd != mirrored else out


def draw_die(
    rng: np.random.Generator, canvas: np.ndarray, owner: np.ndarray, view: PipCamera, make: PipMake,
    at: tuple[float, float, float], edge: float, number: int,
) -> tuple[int, float, float, float, float]:  # fmt: skip
    """Draw a die at x, y, yaw, and mark its top in ``owner`` with its number.

    Returns the value on top, where the top is and the die's edge there (px), and how many fine px the top would take.
    """
    x, y, yaw = at
    c, s = np.cos(yaw), np.sin(yaw)
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])  # rows: the die's own axes
    base = np.array([x, y, edge / 2])
    values = numbered(rng, make.mirrored)
    _shadow(rng, canvas, view, base, _CORNERS * 0.95 @ turn * edge)
    top = base + np.array([0, 0, edge / 2])
    corners = view.project(top + np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) / 2 @ turn * edge)
    area = float(cv2.contourArea(corners.astype(np.float32))) * min(make.ball * 2, 1.0)
    middle = (view.project(top[None])[0] + 0.5) / FINER - 0.5
    depth = float((top - view.eye) @ view.axes[2])
    size = edge * float(np.sqrt(abs(np.linalg.det(view.spread)))) / depth / FINER
    hull = view.project(base + _CORNERS @ turn * edge)
    low = np.clip(np.floor(hull.min(0)).astype(int) - 1, 0, canvas.shape[1::-1])
    high = np.clip(np.ceil(hull.max(0)).astype(int) + 2, 0, canvas.shape[1::-1])
    row = (int(values[2, 1]), float(middle[0]), float(middle[1]), size)
    if (high - low < 2).any():
        return *row, np.inf
    finer = 2 if size * FINER < _SMALL else 1
    shape = tuple((high - low)[::-1] * finer)
    grid = np.mgrid[: shape[0], : shape[1]].reshape(2, -1)[::-1].T.astype(np.float32)
    rays = view.rays((grid + 0.5) / finer - 0.5 + low) @ turn.T.astype(np.float32)
    hits, points, normals = _met((view.eye - base) @ turn.T / edge, rays, make)
    colours = np.zeros((len(rays), 4), np.float32)
    colours[hits, :3] = _lit(rng, view, make, values, points, normals, rays[hits], turn)
    colours[hits, 3] = 1
    part = canvas[low[1] : high[1], low[0] : high[0]]
    small = cv2.resize(colours.reshape(*shape, 4), part.shape[1::-1], interpolation=cv2.INTER_AREA)
    if make.clear:  # what is behind shines through
        small[..., :3] = (1 - make.clear) * small[..., :3] + make.clear * small[..., 3:] * cv2.GaussianBlur(
            part, (0, 0), 0.15 * size * FINER
        )
    part += small[..., :3] - part * small[..., 3:]
    marks = np.zeros(len(rays), np.float32)
    marks[hits] = 1 + (normals[:, 2] > 0.7)
    marks = marks.reshape(shape)[::finer, ::finer]
    mine = owner[low[1] : high[1], low[0] : high[0]]
    mine[marks > 0] = 0
    mine[marks > 1] = number
    whole = hull.min() >= 0 and (hull.max(0) < canvas.shape[1::-1]).all()
    return *row, float((marks > 1).sum()) if whole else area


def _met(eye: np.ndarray, rays: np.ndarray, make: PipMake) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which rays (indices) meet the die, where, and its direction there, in its own axes."""
    middle = -(rays @ eye)
    beside = eye @ eye - middle**2
    reach = min(make.ball, 0.87) ** 2
    hits = np.nonzero(beside < reach)[0]
    ways = np.ascontiguousarray(rays[hits].T, np.float32)
    far = (middle[hits] - np.sqrt(reach - beside[hits])).astype(np.float32)
    inner, points = np.float32(0.5 - make.round), eye.astype(np.float32)[:, None] + far * ways
    for _ in range(_STEPS):
        beyond = np.abs(points) - inner
        outside = np.maximum(beyond, 0)
        gap = np.sqrt(np.square(outside).sum(0)) - np.float32(make.round)
        gap += np.minimum(np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2]), 0)
        long = np.sqrt(np.square(points).sum(0))
        gap = np.maximum(gap, long - np.float32(make.ball))
        points += gap * ways
    points, outside = points.T, outside.T
    there = gap < _NEAR
    points, outside, long = points[there], outside[there], long[there]
    normals = np.sign(points) * outside
    normals /= np.maximum(_long(normals), 1e-6)
    cut = long > make.ball - _NEAR / 2
    normals[cut] = points[cut] / long[cut, None]
    return hits[there], points, normals


def _lit(
    rng: np.random.Generator, view: PipCamera, make: PipMake, values: np.ndarray,
    points: np.ndarray, normals: np.ndarray, rays: np.ndarray, turn: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """Colours (n x 3) of points of the surface."""
    colours = make.painted(points)
    axis = np.abs(points).argmax(1)
    side = (points[np.arange(len(points)), axis] > 0).astype(int)
    flat = np.stack([points[np.arange(len(points)), (axis + k) % 3] for k in (1, 2)], 1)
    spots, widths, inks = _spots(rng, make, values)
    off = flat[:, None] - spots[axis, side]
    gaps = (off[..., 0] ** 2 + off[..., 1] ** 2) / widths[axis, side] ** 2
    near = gaps.argmin(1)
    rows = np.arange(len(points))
    inside = gaps[rows, near] < 1
    colours[inside] = inks[axis, side, near][inside]
    if make.inset:
        lean = off[rows, near] / widths[axis, side][rows, near][:, None] * -make.inset
        normals = normals.copy()
        for k in (1, 2):
            normals[rows[inside], ((axis + k) % 3)[inside]] += lean[inside, k - 1]
        normals /= _long(normals)
    turn = turn.astype(np.float32)
    faces, seen = normals @ turn, rays @ turn
    light = view.ambient * (0.72 + 0.28 * faces[:, 2])
    shine, foil = np.zeros((2, len(points)), np.float32)
    for lamp, strength in zip(view.lamps.astype(np.float32), view.strengths.astype(np.float32), strict=True):
        light += strength * np.maximum(faces @ lamp, 0)
        half = lamp - seen
        half /= _long(half)
        mirrored = np.maximum(np.einsum("ij,ij->i", faces, half), 0)
        shine += min(strength * 1.5, 1.5) * mirrored ** np.float32(make.gloss)
        foil += strength * mirrored ** np.float32(_FOIL_GLOSS)
    if make.foil:
        colours[inside] *= (1 - make.foil + make.foil * (0.5 + 2 * foil[inside]))[:, None]
    mirror = (1 + np.einsum("ij,ij->i", faces, seen).clip(-1, 0)) ** 3  # a bright room, seen at grazing angles
    shine = make.shine * shine + make.shine * 0.35 * mirror
    if make.metal:
        colours = colours * (1 - make.metal + make.metal * 1.6 * shine[:, None]) * light[:, None]
    else:
        colours = colours * light[:, None]
    return np.asarray(colours + 230 * shine[:, None])


def _spots(rng: np.random.Generator, make: PipMake, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of every face (axis x side): places of its pips (6 x 2), their radii (6) and colours (6 x 3)."""
    spots = np.full((3, 2, 6, 2), 9.0, np.float32)
    widths = np.full((3, 2, 6), make.radius, np.float32)
    inks = np.zeros((3, 2, 6, 3), np.float32)
    for axis in range(3):
        for side in range(2):
            value, turned = int(values[axis, side]), rng.random() < 0.5
            if make.dotted:
                places = np.array(_GRID[value]) * make.spread * (make.six if value == 6 else (1.0, 1.0))
                spots[axis, side, :value] = places[:, ::-1] * [-1, 1] if turned else places
            widths[axis, side] *= make.ace if value == 1 else 1
            inks[axis, side] = make.inks[value - 1]
            if make.worn:
                inks[axis, side] += (make.body - make.inks[value - 1]) * make.worn * rng.uniform(0, 1, (6, 1))
    return spots, widths, inks


def _shadow(
    rng: np.random.Generator, canvas: np.ndarray, view: PipCamera, base: np.ndarray, corners: np.ndarray
) -> None:
    """What the lamps do not reach, and the dark line where die and table meet."""
    whole = view.ambient + float((view.strengths * view.lamps[:, 2]).sum())
    long = float(np.ptp(corners[:, 2]))
    px = float(np.sqrt(abs(np.linalg.det(view.spread)))) / float(np.linalg.norm(view.eye - base)) * long
    for lamp, strength in zip(view.lamps, view.strengths, strict=True):
        points = base + corners
        fall = points - lamp * (points[:, 2] / max(lamp[2], 0.15))[:, None]
        _darken(canvas, view.project(fall), rng.uniform(0.01, 0.2) * px, strength * lamp[2] / whole)
    foot = base + corners * [1.08, 1.08, 0] - [0, 0, base[2]]
    _darken(canvas, view.project(foot), 0.07 * px, view.ambient / whole * rng.uniform(0.2, 0.8))


def _darken(canvas: np.ndarray, points: np.ndarray, blur: float, by: float) -> None:
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    room = int(3 * blur) + 3
    low = np.clip(np.floor(hull.min(0)).astype(int) - room, 0, canvas.shape[1::-1])
    high = np.clip(np.ceil(hull.max(0)).astype(int) + room, 0, canvas.shape[1::-1])
    if (high - low < 2).any():
        return
    part = np.zeros((high - low)[::-1], np.float32)
    cv2.fillConvexPoly(part, np.round((hull - low) * 16).astype(np.int32), min(by, 0.9), cv2.LINE_AA, 4)
    canvas[low[1] : high[1], low[0] : high[0]] *= 1 - cv2.GaussianBlur(part, (0, 0), max(blur, 0.4))[..., None]


def _long(vectors: np.ndarray) -> np.ndarray:
    """Lengths (n x 1) of vectors (n x 3)."""
    return np.asarray(np.sqrt(np.square(vectors) @ np.ones((3, 1), vectors.dtype)))
