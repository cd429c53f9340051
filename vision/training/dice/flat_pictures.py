"""Invented pictures of a table seen straight from above, as ``vision.geometry.play_area`` makes them.

Everything a reader must not rely on is left to chance: lamps, colours, felts, frames, cameras, blur, noise. What is
always true is geometry: a die of some size, flat, leaning or on another, seen from where the camera stands.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice.solids import solid
from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.training.dice.any_fields import any_print
from vision.training.dice.bodies import STACKED, Body, Style, block, die, disc
from vision.training.dice.insets import Field, layers
from vision.training.dice.supports import ALONGSIDE, SUPPORTED, LiftedSide, neighbour, support
from vision.training.photograph import GAMMA, any_colour, photograph

FINER = 3
# Constants: chosen by hand, meant to be wider than dice that are sold.
INSETS = 0.45  # of the sets have fields of any shape or patterns
_CLEAR = 0.15  # of these bodies look much like the table
_ON_DIE = 0.25  # of the dice that lean on something lean on another die
_THING = 8.0  # mm around a thing's middle that are taken


@dataclass(frozen=True, slots=True, eq=False)
class LampDirection:
    """``toward``: direction of the light's source; ``ambient``: part that comes from everywhere; ``soft``: mm."""

    toward: np.ndarray
    ambient: float
    soft: float


@dataclass(frozen=True, slots=True, eq=False)
class FlatDicePicture:
    """``image``: height x width x 3 uint8; ``slant``: height x width x 2, mm sideways a mm down along each line of
    sight; ``dice``: rows of label, x px, y px (of the top's middle), angle, size mm."""

    image: np.ndarray
    slant: np.ndarray
    dice: np.ndarray


def slant(eye: np.ndarray, origin: np.ndarray, shape: tuple[int, int], px_per_mm: float) -> np.ndarray:
    """How obliquely each pixel of a flat picture is seen: height x width x 2 float32. ``eye``, ``origin`` in mm."""
    x = origin[0] + np.arange(shape[1]) / px_per_mm
    y = origin[1] + np.arange(shape[0]) / px_per_mm
    out = np.empty((*shape, 2), np.float32)
    out[..., 0], out[..., 1] = ((x - eye[0]) / eye[2])[None], ((y - eye[1]) / eye[2])[:, None]
    return out


def invent(rng: np.random.Generator, shape: tuple[int, int], px_per_mm: float) -> FlatDicePicture:
    """One picture of ``shape`` (height, width)."""
    height, width = shape
    mm = np.array([width, height]) / px_per_mm
    eye = _eye(rng, mm)
    lamp = _lamp(rng)
    ground, own = _ground(rng, shape, px_per_mm)
    styles = _styles(rng, own)
    bodies = _scene(rng, styles, mm, own)
    image = _draw(rng, ground, bodies, eye, lamp, px_per_mm)
    image = photograph(rng, image, px_per_mm)
    rows = []
    for body in bodies:
        if body.label is None:
            continue
        x, y = _flat(body.top, eye) * px_per_mm
        rows.append([body.label, x, y, body.angle, body.size])
    dice = np.array(rows, np.float32).reshape(-1, 5)
    return FlatDicePicture(image, slant(eye, np.zeros(2), shape, px_per_mm), dice)


def _eye(rng: np.random.Generator, mm: np.ndarray) -> np.ndarray:
    height = rng.uniform(350, 1000)
    steep = min(rng.gamma(2.0, 0.16), 1.1)
    about = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(about), np.sin(about)]) * steep * height
    return np.array([*(mm / 2 + away + rng.uniform(-0.2, 0.2, 2) * height), height])


def _lamp(rng: np.random.Generator) -> LampDirection:
    about, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 1.3)
    toward = np.array([np.cos(about) * low, np.sin(about) * low, 1.0])
    return LampDirection(toward / np.linalg.norm(toward), rng.uniform(0.1, 0.9), rng.uniform(0.2, 6.0))


def _ground(rng: np.random.Generator, shape: tuple[int, int], px_per_mm: float) -> tuple[np.ndarray, np.ndarray]:
    """Reflectance of the table (drawn finer) and its main colour: felt on paper, paper alone, wood."""
    height, width = (n * FINER for n in shape)
    paper = np.full(3, rng.uniform(0.75, 0.95)) * rng.uniform(0.97, 1.03, 3)
    own = any_colour(rng, 0.3) if rng.random() < 0.75 else paper
    image = np.empty((height, width, 3), np.float32)
    image[:] = own
    if rng.random() < 0.8:  # woven or grainy
        grain = rng.normal(size=(height // FINER, width // FINER)).astype(np.float32)
        grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.4, 1.4))
        grain *= rng.uniform(0, 0.25) / (grain.std() + 1e-6)
        image *= np.exp(cv2.resize(grain, (width, height)))[..., None]
    if rng.random() < 0.15:  # planks
        step = rng.integers(90, 300)
        image *= (1 + 0.15 * rng.normal(size=(height // step + 1)).repeat(step)[:height, None, None]).astype(np.float32)
    if rng.random() < 0.4:  # the border of the play area
        side, reach = rng.integers(4), rng.uniform(3, 14) * px_per_mm * FINER
        line = int(reach)
        edge = [np.s_[:line], np.s_[-line:], np.s_[:, :line], np.s_[:, -line:]][side]
        image[edge] = paper
        if rng.random() < 0.3:
            line2 = int(rng.uniform(0.3, 1.5) * px_per_mm * FINER)
            at = line - line2
            thin = [np.s_[at:line], np.s_[-line:-at], np.s_[:, at:line], np.s_[:, -line:-at]][side]
            image[thin] = any_colour(rng)
    if rng.random() < 0.1:  # something printed
        for _ in range(rng.integers(1, 4)):
            a, b = rng.uniform(0, [width, height], (2, 2)).astype(int)
            thick = int(rng.uniform(0.5, 3) * FINER)
            cv2.line(image, tuple(map(int, a)), tuple(map(int, b)), any_colour(rng).tolist(), thick, cv2.LINE_AA)
    rise = rng.normal(0, 0.2, 2)
    u, v = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    image *= np.exp(rise[0] * u[None] + rise[1] * v[:, None])[..., None].astype(np.float32)
    return image, own


def _styles(rng: np.random.Generator, ground: np.ndarray) -> list[Style]:
    """A set of cubes and one of dodecahedra; sometimes their colours are those of the table."""
    out = []
    for kind, least, most in (("d6", 12.5, 21.0), ("d12", 14.0, 23.0)):
        framed = rng.random() < 0.6
        rim = None
        if framed:
            tone = rng.choice([0.02, 0.05, 0.3, 0.6, 0.85]) * rng.uniform(0.7, 1.1)
            rim = np.full(3, tone) if rng.random() < 0.7 else any_colour(rng)
        base = rng.uniform(0, 180)
        count = 6 if kind == "d6" else 12
        value, strong = rng.uniform(90, 255), rng.uniform(120, 255)
        colours = []
        for k in range(count):
            hsv = [(base + k * 180 / count + rng.uniform(-8, 8)) % 180, strong, value * rng.uniform(0.6, 1.0)]
            own = (cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** GAMMA
            if rng.random() < 0.12:
                own = ground * rng.uniform(0.6, 1.4)
            if rng.random() < 0.08:
                own = any_colour(rng, 0.6)
            colours.append(own * 0.9 + 0.01)
        inner = rng.uniform(0.68, 0.95) if framed else 1.0
        style = Style(kind, float(rng.uniform(least, most)), (Field(inner),), rim, np.array(colours))
        out.append(_with_insets(rng, style, ground) if rng.random() < INSETS else style)
    return out


def _with_insets(rng: np.random.Generator, style: Style, ground: np.ndarray) -> Style:
    """The same dice with fields of any shape let into a body that is white, black, gray, coloured, or clear."""
    chance = rng.random()
    if chance < _CLEAR:
        rim = ground * rng.uniform(0.6, 1.3)
    elif chance < 0.8:
        rim = np.full(3, rng.choice([0.02, 0.05, 0.3, 0.6, 0.85]) * rng.uniform(0.7, 1.1))
    else:
        rim = any_colour(rng, 0.5)
    return replace(style, fields=any_print(rng, solid(style.kind).ring), rim=rim)


def _scene(rng: np.random.Generator, styles: list[Style], mm: np.ndarray, ground: np.ndarray) -> list[Body]:
    bodies: list[Body] = []
    taken: list[tuple[np.ndarray, float]] = []

    def place(reach: float, close: bool = False) -> tuple[float, float] | None:
        for _ in range(30):
            if close and taken:
                other, their = taken[rng.integers(len(taken))]
                about = rng.uniform(0, 2 * np.pi)
                xy = other + (reach + their + rng.uniform(0, 3)) * np.array([np.cos(about), np.sin(about)])
            else:
                xy = rng.uniform(0, mm)
            if all(np.linalg.norm(xy - other) > reach + their for other, their in taken):
                taken.append((xy, reach))
                return float(xy[0]), float(xy[1])
        return None

    def add_beside(thing: Body | None) -> None:
        """Where nothing but the last die is."""
        if thing is not None and all(thing.beside(other) > their for other, their in taken[:-1]):
            bodies.append(thing)
            taken.append((thing.middle[:2], thing.size / 2 or _THING))

    for _ in range(rng.poisson(0.8)):
        thing = _thing(rng, place, ground)
        if thing is not None:
            bodies.append(thing)
    for _ in range(rng.integers(1, 10) if rng.random() < 0.92 else 0):
        style = styles[rng.integers(2)]
        reach = style.size * (0.5 if rng.random() < 0.2 else 0.62 if style.kind == "d6" else 0.58)
        xy = place(reach, close=rng.random() < 0.35)
        if xy is None:
            continue
        chance = rng.random()
        if chance < 0.35:
            fallen, held_by = _leaning(rng, style, xy, styles[rng.integers(2)], ground)
            bodies.append(fallen)
            add_beside(held_by)
        elif chance < 0.55:
            lower = styles[rng.integers(2)]
            low = die(lower, rng, xy)
            off = rng.uniform(-1, 1, 2) * rng.choice([0.2, 0.4]) * lower.size  # what is hidden well is hard to tell
            low = replace(low, label=None)
            bodies += [low, die(style, rng, (xy[0] + off[0], xy[1] + off[1]), 0.0, lower.size)]
        else:
            bodies.append(die(style, rng, xy))
            if rng.random() < ALONGSIDE:
                add_beside(neighbour(rng, np.array(bodies[-1].faces), _colour(rng, ground)))
    return bodies


def _leaning(
    rng: np.random.Generator, style: Style, xy: tuple[float, float], other: Style, ground: np.ndarray
) -> tuple[Body, Body | None]:
    """A die that leans, and what it leans on: a die of the ``other`` style, a thing, or what nobody sees."""
    most = 0.3 if rng.random() < 0.5 else 0.75 if style.kind == "d6" else 0.5  # little leans are hard to tell
    fallen = die(style, rng, xy, float(rng.uniform(0.1 if most == 0.3 else 0.15, most)))
    if rng.random() >= SUPPORTED:
        return fallen, None
    side = LiftedSide.of(np.array(fallen.faces), fallen.normals)
    if rng.random() < _ON_DIE:
        x, y = side.at(1.0)[0] + side.toward * other.size * rng.uniform(0.5, 0.62)
        return fallen, die(other, rng, (float(x), float(y)))
    return fallen, support(rng, side, _colour(rng, ground))


def _colour(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """A thing's: any, or much like the table's."""
    return any_colour(rng, 0.4) if rng.random() > 0.15 else ground * rng.uniform(0.6, 1.5)


def _thing(rng: np.random.Generator, place, ground: np.ndarray) -> Body | None:
    what = rng.random()
    colour = _colour(rng, ground)
    if what < 0.3:
        radius = rng.uniform(7, 14)
        at = place(radius)
        return at and disc(at, radius, rng.uniform(1, 4), colour)
    if what < 0.6:
        at = place(10)
        sides = (rng.uniform(40, 180), rng.uniform(5, 9), rng.uniform(4, 8))
        return at and block(at, sides, rng.uniform(0, np.pi), colour)
    if what < 0.92:
        at = place(14)
        sides = (rng.uniform(26, 90), rng.uniform(18, 63), rng.uniform(0.2, 1.0))
        return at and block(at, sides, rng.uniform(0, np.pi), colour)
    at = place(12)
    return at and disc(at, rng.uniform(4, 9), rng.uniform(8, 30), colour)


def _flat(points: np.ndarray, eye: np.ndarray) -> np.ndarray:
    grow = eye[2] / (eye[2] - points[..., 2:])
    return eye[:2] + (points[..., :2] - eye[:2]) * grow


def _draw(
    rng: np.random.Generator,
    ground: np.ndarray,
    bodies: list[Body],
    eye: np.ndarray,
    lamp: LampDirection,
    px_per_mm: float,
) -> np.ndarray:
    """Linear picture (float32), drawn finer and made smaller."""
    scale = px_per_mm * FINER
    shade = np.ones(ground.shape[:2], np.float32)
    near = np.ones(ground.shape[:2], np.float32)
    for body in bodies:
        corners = body.corners
        low = corners[:, 2].min()
        cast = corners[:, :2] - corners[:, 2:] * lamp.toward[:2] / lamp.toward[2]
        cv2.fillConvexPoly(shade, _hull(cast * scale), 0, cv2.LINE_8, FRACTION_BITS)
        if low < 1:
            cv2.fillConvexPoly(near, _hull(corners[:, :2] * scale), 0, cv2.LINE_8, FRACTION_BITS)
    shade = cv2.blur(shade, (2 * int(lamp.soft * scale / 2) + 1,) * 2)
    near = cv2.blur(near, (2 * int(rng.uniform(1, 4) * scale / 2) + 1,) * 2)
    light = lamp.ambient * (0.35 + 0.65 * near) + (1 - lamp.ambient) * shade
    image = ground * light[..., None]
    gloss = rng.random() < 0.4
    for body in sorted(bodies, key=lambda b: (b.label == STACKED, not b.carries, -np.linalg.norm(b.middle - eye))):
        _draw_body(rng, image, body, eye, lamp, scale, gloss)
    return cv2.resize(image, None, fx=1 / FINER, fy=1 / FINER, interpolation=cv2.INTER_AREA)


def _draw_body(
    rng: np.random.Generator,
    image: np.ndarray,
    body: Body,
    eye: np.ndarray,
    lamp: LampDirection,
    scale: float,
    gloss: bool,
) -> None:
    bevel = rng.uniform(0.0, 0.09) * body.size * scale if body.label is not None else 0.0
    back = rng.uniform(0.1, 0.6)
    for face, normal, own in zip(body.faces, body.normals, body.colours, strict=True):
        middle = face.mean(0)
        if (eye - middle) @ normal <= 0:
            continue
        direct = max(0.0, float(normal @ lamp.toward)) / lamp.toward[2]
        around = (1 - back) + back * normal[2]
        light = lamp.ambient * around + (1 - lamp.ambient) * direct
        rim = own * 0.8 if body.rim is None else body.rim
        outline = _flat(face, eye) * scale
        cv2.fillConvexPoly(image, sixteenths(outline), (rim * light).tolist(), cv2.LINE_8, FRACTION_BITS)
        glint = min(rng.gamma(1.0, 0.15), 0.8) if gloss and rng.random() < 0.4 else 0.0
        worn = rng.uniform(0.9, 1.1)
        for number, (part, is_own) in enumerate(layers(face, body.fields)):
            shown = ((own * light + glint) * worn if is_own else rim * light).tolist()
            _fill(image, _flat(part, eye) * scale, shown, bevel if number == 0 else 0.0)


def _fill(image: np.ndarray, outline: np.ndarray, shown: list[float], bevel: float) -> None:
    """Paint a field; ``bevel``: so far its corners are rounded off, px."""
    if bevel <= 1:
        cv2.fillPoly(image, [sixteenths(outline)], shown, cv2.LINE_8, FRACTION_BITS)
        return
    centre = outline.mean(0)
    reach = np.linalg.norm(outline - centre, axis=1).mean()
    small = centre + (outline - centre) * max(0.3, 1 - bevel / reach)
    cv2.fillPoly(image, [sixteenths(small)], shown, cv2.LINE_8, FRACTION_BITS)
    cv2.polylines(image, [sixteenths(small)], True, shown, max(1, round(bevel)), cv2.LINE_8, FRACTION_BITS)


def _hull(points: np.ndarray) -> np.ndarray:
    return sixteenths(cv2.convexHull(points.astype(np.float32))[:, 0])
