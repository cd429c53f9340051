"""Invented pictures of pip dice on a table, seen obliquely, in any colours, under any lamp, by a poor camera.

Only geometry can be learned from them: a cube whose opposite faces add up to seven, its top nearest to the upper border
of the picture. Wood, boards, cables, coins and printed dots lie around it. All lengths are px of the finished picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np

SIDE = 176
_FINER = 2
_BITS = 4
HIDDEN = 0
"""The label of a top that too little is seen of to judge by."""
_LEAST_SEEN = 0.7
_GRID = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
_CIRCLE = np.array([(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 16, endpoint=False)])


@dataclass(frozen=True, slots=True, eq=False)
class PipPicture:
    """``image``: SIDE x SIDE x 3 uint8; ``dice``: rows of label (1 to 6, or HIDDEN), x, y of the top's middle, size of
    the die (its edge where it is not seen from aside), all px."""

    image: np.ndarray
    dice: np.ndarray


@dataclass(frozen=True, slots=True)
class _Make:
    body: np.ndarray
    pips: np.ndarray
    radius: float
    spread: float
    ace: float
    round: float
    edge: float
    mirrored: bool


@dataclass(frozen=True, slots=True)
class _View:
    """Where the camera stands: the picture's place of points (n x 3, z up) is ``points @ matrix``."""

    matrix: np.ndarray
    toward: np.ndarray
    lamp: np.ndarray
    ambient: float
    steep: float


def invent_pips(rng: np.random.Generator) -> PipPicture:
    """One picture."""
    view = _view(rng)
    canvas = _ground(rng)
    size = float(np.exp(rng.uniform(np.log(13), np.log(56))))
    makes = [_make(rng) for _ in range(rng.integers(1, 4))]
    number = int(rng.choice([1, 2, 3, 5, 8], p=[0.25, 0.25, 0.25, 0.15, 0.1]))
    places = _places(rng, number, size)
    places.sort(key=lambda xy: float((np.array([*xy, 0]) @ view.matrix)[1]))
    seen = np.zeros(canvas.shape[:2], np.int32)
    rows: list[list[float]] = []
    areas: list[float] = []
    for number, xy in enumerate(places, 1):
        own = size * float(np.exp(rng.normal(0, 0.12)))
        row, area = _die(rng, canvas, seen, view, makes[rng.integers(len(makes))], xy, own, number)
        rows.append(row)
        areas.append(area)
    shown = np.bincount(seen.ravel(), minlength=len(rows) + 1)[1:]
    for row, area, pixels in zip(rows, areas, shown, strict=True):
        if pixels < _LEAST_SEEN * area:
            row[0] = HIDDEN
    return PipPicture(_photograph(rng, canvas, size), np.array(rows, np.float32).reshape(-1, 4))


def _view(rng: np.random.Generator) -> _View:
    steep = np.arcsin(rng.uniform(np.sin(0.4), 1.0)) if rng.random() < 0.8 else rng.uniform(0.35, 0.8)
    roll = rng.normal(0, 0.15) if steep < 1.2 else rng.uniform(-np.pi, np.pi)
    flat = np.array([[1, 0], [0, np.sin(steep)], [0, -np.cos(steep)]])
    c, s = np.cos(roll), np.sin(roll)
    stretch = np.diag(np.exp(rng.normal(0, 0.08, 2)))
    about, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 1.4)
    lamp = np.array([np.cos(about) * low, np.sin(about) * low, 1.0])
    toward = np.array([0, np.cos(steep), np.sin(steep)])
    matrix = flat @ np.array([[c, s], [-s, c]]) @ stretch
    return _View(matrix, toward, lamp / np.linalg.norm(lamp), rng.uniform(0.2, 0.85), steep)


def _colour(rng: np.random.Generator) -> np.ndarray:
    kind = rng.random()
    hue = rng.uniform(0, 180)
    strong = 255 * (1 - rng.uniform(0, 1) ** 2 * 0.8) if kind < 0.6 else rng.uniform(0, 70)
    value = rng.uniform(50, 255) if kind < 0.8 else rng.choice([rng.uniform(10, 60), rng.uniform(190, 255)])
    return cv2.cvtColor(np.array([[[hue, strong, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(float)


def _make(rng: np.random.Generator) -> _Make:
    body = _colour(rng) if rng.random() < 0.7 else np.full(3, rng.uniform(185, 255)) * rng.uniform(0.85, 1, 3)
    while True:
        choice = rng.random()
        pips = (
            _colour(rng) if choice < 0.2 else np.full(3, rng.uniform(200, 255) if choice < 0.6 else rng.uniform(5, 60))
        )
        if np.abs(pips - body).max() > 90 and np.abs((pips - body).mean()) > 45:
            break
    ace = rng.uniform(1.3, 2.2) if rng.random() < 0.15 else 1.0
    return _Make(
        body, pips, rng.uniform(0.07, 0.125), rng.uniform(0.2, 0.3), ace,
        rng.uniform(0.03, 0.2), rng.uniform(-0.25, 0.25), bool(rng.random() < 0.5),
    )  # fmt: skip


def _places(rng: np.random.Generator, number: int, size: float) -> list[tuple[float, float]]:
    """Where dice stand, far enough apart (in sizes, then px from the picture's middle)."""
    near = rng.uniform(1.3, 4)
    out: list[tuple[float, float]] = []
    for _ in range(number * 8):
        xy = rng.uniform(-0.5, 0.5, 2) * near * np.sqrt(number + 1) * size
        if all(np.hypot(xy[0] - x, xy[1] - y) > 1.25 * size for x, y in out):
            out.append((float(xy[0]), float(xy[1])))
        if len(out) == number:
            break
    return out


def _die(
    rng: np.random.Generator, canvas: np.ndarray, seen: np.ndarray, view: _View, make: _Make,
    xy: tuple[float, float], size: float, number: int,
) -> tuple[list[float], float]:  # fmt: skip
    """Draw one; returns label, x, y, size, and how many fine pixels its top takes."""
    yaw = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(yaw), np.sin(yaw)
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])  # rows: the die's own axes
    base = np.array([xy[0], xy[1], size / 2])
    matrix = view.matrix * _FINER
    middle = np.array(canvas.shape[1::-1]) / 2

    def project(points: np.ndarray) -> np.ndarray:
        return np.asarray((base + points * size) @ matrix + middle)

    values = _numbers(rng, make.mirrored)
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]) @ turn
    hull = cv2.convexHull(project(corners).astype(np.float32))[:, 0]
    _shadow(rng, canvas, project, corners, view, size)
    x0, y0 = np.floor(hull.min(0) - 4).astype(int)
    x1, y1 = np.ceil(hull.max(0) + 5).astype(int)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
    top_mm = project(np.array([[0, 0, 0.5]]))[0] / _FINER
    row = [float(values[2, 1]), float(top_mm[0]) - 0.25, float(top_mm[1]) - 0.25, size]
    if x1 - x0 < 3 or y1 - y0 < 3:
        return row, np.inf
    shape, corner = (y1 - y0, x1 - x0), np.array([x0, y0])
    mask = np.zeros(shape, np.float32)
    cv2.fillConvexPoly(mask, _fixed(hull - corner), 1.0, cv2.LINE_AA, _BITS)
    blur = max(make.round * size * _FINER * 0.6, 0.4)
    mask = np.clip((cv2.GaussianBlur(mask, (0, 0), blur) - 0.5) * max(blur, 1) * 1.6 + 0.5, 0, 1)
    shade = np.full(shape, 0.5, np.float32)
    dots = np.zeros(shape, np.float32)
    flat = np.zeros(shape, np.uint8)
    glare = np.zeros(shape, np.float32)
    for axis in range(3):
        for side in (0, 1):
            normal = turn[axis] * (1 if side else -1)
            if normal @ view.toward <= 0:
                continue
            u, v = turn[(axis + 1) % 3], turn[(axis + 2) % 3]
            quad = normal / 2 + np.array([a * u + b * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) / 2
            light = view.ambient + (1 - view.ambient) * max(0.0, float(normal @ view.lamp)) * 1.2
            light *= 1 - 0.35 * view.ambient * (normal[2] < 0.5) * rng.random()
            points = _fixed(project(quad) - corner)
            cv2.fillConvexPoly(shade, points, light, cv2.LINE_AA, _BITS)
            if axis == 2 and side == 1:
                cv2.fillConvexPoly(flat, points, 1, cv2.LINE_8, _BITS)
            value, turned = int(values[axis, side]), rng.random() < 0.5
            wide = make.radius * (make.ace if value == 1 else 1)
            for a, b in _GRID[value]:
                a, b = (-b, a) if turned else (a, b)
                spot = normal / 2 + make.spread * (a * u + b * v)
                ring = spot + wide * (_CIRCLE[:, :1] * u + _CIRCLE[:, 1:] * v)
                cv2.fillConvexPoly(dots, _fixed(project(ring) - corner), 1.0, cv2.LINE_AA, _BITS)
            if rng.random() < 0.08:  # a lamp mirrored in this face
                spot = project((normal / 2 + rng.uniform(-0.4, 0.4) * u + rng.uniform(-0.4, 0.4) * v)[None])[0] - corner
                width = int(rng.uniform(0.08, 0.3) * size * _FINER) + 1
                cv2.circle(glare, (int(spot[0]), int(spot[1])), width, float(rng.uniform(0.2, 1)), -1, cv2.LINE_AA)
    whole = shade.max()
    shade = cv2.GaussianBlur(shade, (0, 0), max(blur * 0.7, 0.5))
    rim = 1 + make.edge * (1 - cv2.GaussianBlur(mask, (0, 0), max(blur, 0.8)))
    colour = make.body[None, None] * (shade * rim)[..., None]
    dotted = make.pips[None, None] * (0.35 * whole + 0.65 * shade)[..., None]
    colour += (dotted - colour) * dots[..., None]
    colour += (255 - colour) * cv2.GaussianBlur(glare, (0, 0), max(0.04 * size * _FINER, 0.6))[..., None] * 0.9
    part = canvas[y0:y1, x0:x1]
    part += (colour.astype(np.float32) - part) * mask[..., None]
    owner = seen[y0:y1, x0:x1]
    owner[mask > 0.5] = 0
    owner[flat > 0] = number
    edges = project(turn[:2]) - project(np.zeros((1, 3)))
    return row, float(abs(np.linalg.det(edges)))


def _numbers(rng: np.random.Generator, mirrored: bool) -> np.ndarray:
    """Values of the faces (axis x side), opposite ones together seven, turned by chance."""
    sides = np.array([[1, 6], [2, 5], [3, 4]])
    order = rng.permutation(3)
    flips = rng.integers(0, 2, 3)
    out = np.array([row[::-1] if flip else row for row, flip in zip(sides[order], flips, strict=True)])
    odd = (list(order) in ([0, 2, 1], [2, 1, 0], [1, 0, 2])) ^ bool(flips.sum() % 2)
    return out[:, ::-1] if odd != mirrored else out


def _shadow(rng, canvas, project, corners, view, size) -> None:  # type: ignore[no-untyped-def]
    fall = corners - view.lamp * ((corners[:, 2] + 0.5) / view.lamp[2])[:, None]
    hull = cv2.convexHull(project(fall).astype(np.float32))[:, 0]
    shape = canvas.shape[:2]
    shadow = np.zeros(shape, np.float32)
    cv2.fillConvexPoly(shadow, _fixed(hull), 1.0, cv2.LINE_AA, _BITS)
    shadow = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.03, 0.25) * size * _FINER)
    canvas *= (1 - (1 - view.ambient) * rng.uniform(0.3, 0.9) * shadow)[..., None]


def _ground(rng: np.random.Generator) -> np.ndarray:
    side = SIDE * _FINER
    own = _colour(rng)
    if rng.random() < 0.4:  # wood and paper
        own = np.array([rng.uniform(0.5, 1), rng.uniform(0.75, 1), 1]) * rng.uniform(60, 240)
    image = np.empty((side, side, 3), np.float32)
    image[:] = own
    if rng.random() < 0.75:
        grain = rng.normal(size=(side // 2, side // 2)).astype(np.float32)
        spread = np.exp(rng.uniform(np.log(0.4), np.log(6), 2))
        grain = cv2.GaussianBlur(grain, (0, 0), float(spread[0]), sigmaY=float(spread[1]))
        grain *= np.float32(rng.uniform(0, 0.16) / (grain.std() + 1e-6))
        image *= np.exp(cv2.resize(grain, (side, side)))[..., None]
    if rng.random() < 0.6:
        for _ in range(rng.integers(1, 16)):
            _thing(rng, image, side)
    across = np.linspace(-1, 1, side, dtype=np.float32)
    rise = rng.normal(0, 0.15, 2)
    image *= np.clip(1 + rise[0] * across[None] + rise[1] * across[:, None], 0.4, 1.6)[..., None]
    return image


def _thing(rng: np.random.Generator, image: np.ndarray, side: int) -> None:
    """Something that is no die: a patch, a cable, a coin, printed dots, signs."""
    colour = _colour(rng).tolist()
    x, y = (int(v) for v in rng.integers(0, side, 2))
    reach = rng.uniform(4, 120)
    kind = rng.integers(9)
    if kind == 0:
        around = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 8)))
        points = np.column_stack([x + reach * np.cos(around), y + reach * np.sin(around)])
        cv2.fillPoly(image, [_fixed(points)], colour, cv2.LINE_AA, _BITS)
    elif kind == 1:
        end = rng.integers(0, side, 2)
        cv2.line(image, (x, y), (int(end[0]), int(end[1])), colour, int(rng.integers(1, 14)), cv2.LINE_AA)
    elif kind == 2:
        axes = (int(reach / 2), int(reach / 2 * rng.uniform(0.4, 1)))
        cv2.ellipse(image, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
        ring = (np.array(colour) * rng.uniform(0.4, 1.5)).tolist()
        cv2.ellipse(image, (x, y), axes, 0, 0, 360, ring, int(rng.integers(1, 5)), cv2.LINE_AA)
    elif kind == 3:
        for dx, dy in rng.normal(0, reach / 3, (rng.integers(1, 9), 2)):
            cv2.circle(image, (int(x + dx), int(y + dy)), int(rng.integers(1, 7)), colour, -1, cv2.LINE_AA)
    elif kind == 4:
        _sign(rng, image, (x, y), np.array(colour), rng.uniform(8, 50), int(rng.integers(1, 6)))
    elif kind >= 6:  # a token, a key, a label: a patch with a sign on it
        reach = rng.uniform(14, 80)
        turn, flat = float(rng.uniform(0, 180)), rng.uniform(0.5, 1)
        paint = np.array(colour) if rng.random() < 0.5 else rng.uniform(0.8, 1, 3) * rng.choice([30, 225])
        if kind == 6:
            axes = (int(reach / 2), int(reach / 2 * flat))
            cv2.ellipse(image, (x, y), axes, turn, 0, 360, paint.tolist(), -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(((float(x), float(y)), (reach, reach * flat), turn))
            cv2.fillPoly(image, [_fixed(box)], paint.tolist(), cv2.LINE_AA, _BITS)
        ink = np.full(3, 20.0) if paint.mean() > 120 else np.full(3, 230.0)
        ink = _colour(rng) if rng.random() < 0.3 else ink
        high = reach * flat * rng.uniform(0.25, 0.6)
        _sign(rng, image, (x, y), ink, high, int(rng.integers(1, 4)))
        if rng.random() < 0.4:  # a second line
            _sign(rng, image, (x, int(y + high)), ink, high * rng.uniform(0.2, 0.7), int(rng.integers(1, 5)))
    else:
        edge = int(reach)
        cells = np.kron(rng.integers(0, 2, (4, 4)), np.ones((edge // 4 + 1, edge // 4 + 1)))
        cells = np.pad(cells, edge // 6 + 1)
        part = image[y : y + len(cells), x : x + len(cells)]
        part[:] = (cells[: part.shape[0], : part.shape[1], None] * 200 + 25) * rng.uniform(0.6, 1.1)


def _sign(
    rng: np.random.Generator, image: np.ndarray, at: tuple[int, int], colour: np.ndarray, high: float, letters: int
) -> None:
    """Letters ``high`` fine pixels high about a place, turned by chance."""
    words = "".join(rng.choice(list("0123456789ABCEHKOTZo.:%*'-"), letters))
    face, thick = int(rng.integers(0, 5)), int(rng.integers(2, 6))
    ((wide, tall), _), room = cv2.getTextSize(words, face, 1.0, thick), 6
    ink = np.zeros((tall * 2 + 2 * room, wide + 2 * room), np.uint8)
    cv2.putText(ink, words, (room, int(tall * 1.5) + room), face, 1.0, 255, thick, cv2.LINE_AA)
    middle = ((ink.shape[1] - 1) / 2, (ink.shape[0] - 1) / 2)
    turn = cv2.getRotationMatrix2D(middle, float(rng.uniform(-180, 180)), high / max(tall, 1))
    turn[:, 2] += np.array(at) - middle
    spread = cv2.warpAffine(ink, turn, image.shape[1::-1], flags=cv2.INTER_AREA)
    image += (colour.astype(np.float32) - image) * (spread[..., None] / np.float32(255))


def _photograph(rng: np.random.Generator, canvas: np.ndarray, size: float) -> np.ndarray:
    blur = rng.uniform(0.2, 0.2 + min(0.03 * size, 1.2)) * _FINER
    canvas = cv2.GaussianBlur(canvas, (0, 0), blur)
    image = cv2.resize(canvas, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    image = image * rng.uniform(0.55, 1.15) * rng.uniform(0.85, 1.15, 3)
    image = 255 * np.clip(image / 255, 0, None) ** rng.uniform(0.75, 1.3)
    image += rng.normal(0, rng.uniform(0.3, 6), image.shape)
    image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:  # sharpened by the camera
        image = cv2.addWeighted(image, 1.6, cv2.GaussianBlur(image, (0, 0), 1.0), -0.6, 0)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.round(np.asarray(points) * (1 << _BITS)).astype(np.int32)
