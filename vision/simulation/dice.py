"""Draws dice on a camera picture: faces by their slant to the lamp, rounded edges, two kinds of shadow."""

from dataclasses import dataclass

import cv2
import numpy as np

from engine.components.hues import Hue
from vision.simulation.backdrop import EXPOSURE
from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.simulation.lamps import PAINT, SimulatedLamp, encoded, linear
from vision.simulation.page import page
from vision.simulation.pinhole import Pinhole
from vision.simulation.scene import Posed
from vision.simulation.solids import SIZE_MM, UP, solid

# Constants: chosen by hand, to look like dice.
_FINER = 3
_BODY = cv2.LINE_8  # smooth edges come from drawing finer
Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class ViewSettings:
    """How the camera sees now: lens, lamp and white balance."""

    view: Pinhole
    lamp: SimulatedLamp
    balance: float


def paints(count: int, seed: int) -> np.ndarray:
    """Linear reflectance (count, 12, 3) of each die's hues: no two dice are painted quite alike."""
    rng = np.random.default_rng((seed, 12))
    base = linear(np.array([PAINT[hue] for hue in Hue]))
    worn = rng.normal(1.0, 0.02, (count, 1, 1)) * rng.normal(1.0, 0.025, (count, 12, 3))
    return np.clip(base * worn, 0.002, 1).astype(np.float32)


def draw_shadow(image: np.ndarray, look: ViewSettings, die: Posed) -> None:
    """Darkens the table (BGR uint8, in place) where the die keeps the lamp and the room's light away."""
    corners = _corners(die)
    away = np.array(look.lamp.direction) / look.lamp.direction[2]
    cast = corners - corners[:, 2:] * away
    near = corners * [1, 1, 0]
    darken(image, look, cast, 1.1, 0.62 * (1 - look.lamp.ambient))
    low = float(-corners[:, 2].max())
    darken(image, look, near, 1.6 + 0.25 * low, 0.55 * look.lamp.ambient / (1 + low / 6))


def darken(image: np.ndarray, look: ViewSettings, outline: np.ndarray, soft_mm: float, depth: float) -> None:
    """Takes a part of the light (``depth``) away from the hull of points in mm, in place, with soft edges."""
    points = look.view.project(outline)
    soft = soft_mm * look.view.px_per_mm(outline[0])
    window = window_of(points, image.shape, 3 * soft + 2)
    if window is None:
        return
    part = image[window]
    mask = np.zeros(part.shape[:2], np.uint8)
    hull = cv2.convexHull(((points - [window[1].start, window[0].start]) * (1 << FRACTION_BITS)).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, FRACTION_BITS)
    # The picture is sRGB: a part of the light is about its 2.2th root there.
    keep = (1 - depth * cv2.GaussianBlur(mask, (0, 0), soft).astype(np.float32) / 255) ** (1 / 2.2)
    part[:] = cv2.multiply(part, cv2.merge([keep] * 3), dtype=cv2.CV_8U)


def draw_body(image: np.ndarray, look: ViewSettings, die: Posed, paint: np.ndarray) -> None:
    """Draws the die itself (BGR uint8, in place); ``paint`` is its linear reflectance (12, 3)."""
    body = solid(die.kind)
    faces = body.faces @ die.rotation.T + die.centre
    normals = body.normals @ die.rotation.T
    points = look.view.project(faces.reshape(-1, 3)).reshape(faces.shape[0], -1, 2)
    window = window_of(points.reshape(-1, 2), image.shape, 4)
    if window is None:
        return
    toward = look.view.position - faces.mean(axis=1)
    seen = np.flatnonzero(np.einsum("ij,ij->i", normals, toward) > 0)
    colours = _face_colours(look, die, paint[[int(body.hues[i]) for i in seen]], normals[seen])
    rows, columns = (part.stop - part.start for part in window)
    canvas = np.zeros((rows * _FINER, columns * _FINER, 4), np.uint8)
    origin = np.array([window[1].start, window[0].start]) - 0.5
    edge = SIZE_MM[die.kind] * 0.075 * look.view.px_per_mm(die.centre) * _FINER
    for i, colour in zip(seen, colours, strict=True):
        _draw_face(canvas, (points[i] - origin) * _FINER - 0.5, colour, edge)
    lay_over(image[window], cv2.resize(canvas, (columns, rows), interpolation=cv2.INTER_AREA))


def _draw_face(canvas: np.ndarray, corners: np.ndarray, colour: np.ndarray, edge: float) -> None:
    """One face: its worn rim a little darker, then the flat with rounded corners."""
    rim = (*(int(c * 0.8) for c in colour), 255)
    flat = (*(int(c) for c in colour), 255)
    centre = corners.mean(axis=0)
    across = float(np.linalg.norm(corners - centre, axis=1).mean())
    inner = centre + (corners - centre) * max(0.3, 1 - 1.9 * edge / max(across, 1e-6))
    cv2.fillConvexPoly(canvas, sixteenths(corners), rim, _BODY, FRACTION_BITS)
    cv2.fillConvexPoly(canvas, sixteenths(inner), flat, _BODY, FRACTION_BITS)
    cv2.polylines(canvas, [sixteenths(inner)], True, flat, max(1, round(1.3 * edge)), _BODY, FRACTION_BITS)


def lay_over(part: np.ndarray, drawn: np.ndarray) -> None:
    """Lays a premultiplied BGRA drawing over the picture, as soft as the lens."""
    soft = cv2.GaussianBlur(drawn, (0, 0), 0.55)
    clear = cv2.cvtColor(255 - soft[..., 3], cv2.COLOR_GRAY2BGR)
    part[:] = cv2.add(cv2.multiply(part, clear, scale=1 / 255), soft[..., :3])


def _face_colours(look: ViewSettings, die: Posed, reflectance: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """8-bit BGR (n, 3) of faces by their normals; a face that looks straight up has the page's own light."""
    lamp = look.lamp
    to_lamp = -np.array(lamp.direction) / np.linalg.norm(lamp.direction)
    direct = np.clip(normals @ to_lamp, 0, None) / float(UP @ to_lamp)
    around = 0.65 + 0.35 * (normals @ UP)  # the table gives back a good part of the light
    shade = lamp.ambient * around + (1 - lamp.ambient) * direct
    strength = lamp.strength(die.x, die.y, page().size) * EXPOSURE * look.view.falloff(die.centre)
    seen = reflectance @ lamp.seen(look.balance).T.astype(np.float32)
    return encoded(seen * (shade * strength)[:, None])[:, ::-1]


def _corners(die: Posed) -> np.ndarray:
    return solid(die.kind).faces.reshape(-1, 3) @ die.rotation.T + die.centre


def window_of(points: np.ndarray, shape: tuple[int, ...], margin: float) -> Window | None:
    """The part of the picture round the points, or None when it is out of sight."""
    left, top = np.floor(points.min(axis=0) - margin).astype(int)
    right, bottom = np.ceil(points.max(axis=0) + margin).astype(int) + 1
    left, top, right, bottom = max(0, left), max(0, top), min(shape[1], right), min(shape[0], bottom)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None
