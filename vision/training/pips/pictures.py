"""Invented pictures of pip dice on a table, seen obliquely, of any make, under any lamps, by a poor camera.

Only geometry can be learned from them: cubes whose opposite faces add up to seven, their tops nearest to the upper
border of the picture (where the camera looks down steeply, any way round). Wood, boards, cables, coins and printed dots
lie around them. All lengths are px of the finished picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.pips.ground import ground
from vision.training.pips.makes import PipMake, make
from vision.training.pips.rendering import FINER, PipCamera, draw_die, looking

# Constants: chosen by hand, after what photographs of dice show.
SIDE = 128
SIZES, LARGE = (9.5, 30.0), (30.0, 70.0)
"""Edges of the dice the finder is to find, px; larger ones it must leave to a smaller picture."""
MAGNIFIED = (24.0, 62.0)
"""Edges of dice that are looked at in finer close-ups, and a little beyond, px."""
_LARGE = 0.25  # of the pictures show those
HIDDEN = 0
"""The label of a top that too little is seen of to judge by."""
_LEAST_SEEN = 0.7
_ABOVE = 0.25  # of the cameras look down steeply: they hang over a tray or a mat


@dataclass(frozen=True, slots=True, eq=False)
class PipPicture:
    """``image``: side x side x 3 uint8; ``dice``: rows of label (1 to 6, or HIDDEN), x, y of the top's middle, size of
    the die (its edge where it is not seen from aside), all px."""

    image: np.ndarray
    dice: np.ndarray


def invent_pips(rng: np.random.Generator, sizes: tuple[float, float] | None = None, side: int = SIDE) -> PipPicture:
    """One picture, ``side`` px each way. ``sizes``: least and greatest edge of its dice, px; else as the finder is to
    meet them."""
    sizes = sizes or (LARGE if rng.random() < _LARGE else SIZES)
    size = float(np.exp(rng.uniform(*np.log(sizes))))
    view, steep = _view(rng, size, side)
    canvas = ground(rng, side * FINER, steep)
    makes = [make(rng) for _ in range(rng.integers(1, 5))]
    owner = np.zeros(canvas.shape[:2], np.int32)
    room = side / size
    places = _in_order(_places(rng, room), view)
    rows, areas = [], []
    for number, (x, y, yaw) in enumerate(places, 1):
        edge = float(np.exp(rng.normal(0, 0.1)))
        kind: PipMake = makes[rng.integers(len(makes))]
        *row, area = draw_die(rng, canvas, owner, view, kind, (x, y, yaw), edge, number)
        rows.append(row if kind.dotted else None)
        areas.append(area)
    shown = np.bincount(owner.ravel(), minlength=len(rows) + 1)[1:]
    out = []
    for row, area, pixels in zip(rows, areas, shown, strict=True):
        if row is None:
            continue
        if pixels < _LEAST_SEEN * area:
            row[0] = HIDDEN
        out.append(row)
    return PipPicture(_photograph(rng, canvas, size, side), np.array(out, np.float32).reshape(-1, 4))


def _view(rng: np.random.Generator, size: float, side: int) -> tuple[PipCamera, float]:
    """Where a camera stands in whose picture dice have this size, and how steeply it looks down (radians)."""
    steep = np.arcsin(rng.uniform(np.sin(0.42), 1.0)) if rng.random() < 0.75 else rng.uniform(0.42, 0.9)
    if rng.random() < _ABOVE:
        steep = rng.uniform(1.1, np.pi / 2)
    roll = rng.normal(0, 0.12 if rng.random() < 0.6 else 0.4)
    if steep > 1.0 and rng.random() < (steep - 0.9) * 2:  # beside a camera that looks straight down
        roll = rng.uniform(-np.pi, np.pi)
    away = float(np.exp(rng.uniform(np.log(7), np.log(70))))
    stretch = np.eye(2)
    fitted = rng.normal(0, 0.1) if rng.random() < 0.6 else rng.uniform(-0.35, 0.35)
    for pull, about in ((rng.normal(0, 0.06), rng.uniform(0, np.pi)), (fitted, 0.0)):  # a wide lens; made to fit
        c, s = np.cos(about), np.sin(about)
        turn = np.array([[c, -s], [s, c]])
        stretch = turn @ np.diag([np.exp(pull), np.exp(-pull)]) @ turn.T @ stretch
    middle = (side * FINER * rng.uniform(0.4, 0.6), side * FINER * rng.uniform(0.4, 0.6))
    parts = looking(steep, roll, away, size * FINER * away, middle, stretch)
    lamps, strengths = [], []
    ambient = rng.uniform(0.2, 0.9)
    for share in rng.dirichlet(np.ones(rng.integers(1, 4))):
        about, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 1.6)
        lamp = np.array([np.cos(about) * low, np.sin(about) * low, 1.0])
        lamps.append(lamp / np.linalg.norm(lamp))
        strengths.append((1 - ambient) * 1.2 * share)
    return PipCamera(*parts, np.array(lamps), np.array(strengths), float(ambient)), float(steep)


def _places(rng: np.random.Generator, room: float) -> list[tuple[float, float, float]]:
    """x, y (edges) and yaw of dice that do not stand in one another; ``room``: edges across the picture."""
    most = int(np.clip(room**2 / 6, 1, 12))
    number = min(int(rng.choice([0, 1, 2, 3, 5, 8, 12], p=[0.12, 0.1, 0.13, 0.2, 0.2, 0.15, 0.1])), most)
    wide = min(rng.uniform(0.9, 2.2) * np.sqrt(number) + 1, room * 0.8)
    out: list[tuple[float, float, float]] = []
    together = rng.random() < 0.3
    yaw = float(rng.uniform(0, 2 * np.pi))
    across = np.array([np.cos(yaw), np.sin(yaw)])
    for _ in range(number * 6):
        if together and out and rng.random() < 0.7:  # beside another one, face to face
            x, y, turned = out[rng.integers(len(out))]
            c, s = np.cos(turned), np.sin(turned)
            way = np.array([(c, s), (-s, c), (-c, -s), (s, -c)][rng.integers(4)]) * rng.uniform(1.12, 1.3)
            at, own = np.array([x, y]) + way + across * rng.normal(0, 0.1), turned
            least = 1.08
        else:
            at, own = rng.uniform(-0.5, 0.5, 2) * wide, float(rng.uniform(0, 2 * np.pi))
            least = 1.35
        if all(np.hypot(at[0] - x, at[1] - y) > least for x, y, _ in out):
            out.append((float(at[0]), float(at[1]), own))
        if len(out) == number:
            break
    return out


def _in_order(places: list[tuple[float, float, float]], view: PipCamera) -> list[tuple[float, float, float]]:
    """Farthest first."""
    return sorted(places, key=lambda one: -float(np.hypot(*(np.array(one[:2]) - view.eye[:2]))))


def _photograph(rng: np.random.Generator, canvas: np.ndarray, size: float, side: int) -> np.ndarray:
    """The canvas through a poor camera: side x side x 3 uint8."""
    if rng.random() < 0.15:  # a hard shadow over all
        about = rng.uniform(0, np.pi)
        down, across = np.mgrid[: len(canvas), : len(canvas)].astype(np.float32)
        edge = across * np.float32(np.cos(about)) + down * np.float32(np.sin(about))
        edge = (edge - rng.uniform(edge.min(), edge.max())) / np.float32(np.exp(rng.uniform(0, 3)))
        canvas = canvas * (1 - np.float32(rng.uniform(0.2, 0.7)) * edge.clip(0, 1))[..., None]
    blur = rng.uniform(0.15, 0.15 + min(0.03 * size, 1.2)) * FINER
    canvas = cv2.GaussianBlur(canvas, (0, 0), blur)
    if rng.random() < 0.1:  # moved
        long, about = rng.uniform(1, 0.12 * size + 1) * FINER, rng.uniform(0, np.pi)
        kernel = np.zeros((15, 15), np.float32)
        end = np.array([np.cos(about), np.sin(about)]) * min(long, 12) / 2
        cv2.line(kernel, *(tuple(int(v) for v in np.rint(7 + sign * end)) for sign in (1, -1)), 1.0, 1, cv2.LINE_AA)
        canvas = cv2.filter2D(canvas, -1, kernel / kernel.sum())
    image = cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.2:  # made smaller and larger again
        scale = rng.uniform(0.75, 0.95) if size > 14 else 0.95
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        image = cv2.resize(image, (side, side), interpolation=cv2.INTER_CUBIC)
    image = image * rng.uniform(0.65, 1.35) * rng.uniform(0.82, 1.18, 3)
    image = 255 * np.clip(image.astype(np.float32) / 255, 0, None) ** rng.uniform(0.7, 1.35)
    noise = rng.standard_normal(image.shape, np.float32) * np.float32(rng.uniform(0.3, 6 if rng.random() < 0.8 else 9))
    if rng.random() < 0.5:  # of neighbours alike, as cameras leave it
        noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.5
    image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:  # sharpened by the camera
        much = rng.uniform(0.3, 1.2)
        image = cv2.addWeighted(image, 1 + much, cv2.GaussianBlur(image, (0, 0), 1.0), -much, 0)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 97))])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)
