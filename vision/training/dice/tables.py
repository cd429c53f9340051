"""Invented tables with coloured dice: their paints, a printed mat, a camera and lamps by chance; teaching and rolls.

What every die shows is known, so that the eyes can be tried on more tables than anybody has pictures of. Lamps, paints
and cameras are those of ``card_pictures``, wavelength by wavelength; dice throw shadows, and some faces mirror a lamp.
In a messy roll some dice lean, some touch, and coins, pencils and cards lie among them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.components.cards import Card
from engine.components.hues import Hue
from vision.dice.hue_order import arrangements, hues_of
from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.training.cards.tables import HUES, LAMPS, SIZE, InventedTable
from vision.training.dice.bodies import Body, block, disc
from vision.training.dice.insets import Field, layers
from vision.training.dice.rounded_edges import RoundedStrip, strips
from vision.training.dice.supports import ALONGSIDE, SUPPORTED, LiftedSide, neighbour, support
from vision.training.spectra import press

# Constants: chosen by hand, meant to be wider than what lies on tables.
ROLL: tuple[Kind, ...] = ("d6",) * 4 + ("d12",) * 5
_APART_MM, _BORDER_MM = 26.0, 14.0
_TAUGHT_AT_ONCE = {"d6": 3, "d12": 4}
_LEANS = {"d6": (0.14, 0.7), "d12": (0.14, 0.5)}  # radians; less is a die lying flat, more is flat on another face
_TRIES, _CLOSE = 200, 0.4
_RAISED, _ASIDE = 0.05, 0.35  # of the dice that lie flat stand on another, so far aside at most, of its size
_ROUNDED, _ROUND = 0.7, 0.09  # of the kinds of dice have rounded edges, at most so wide
_RIMS = (0.1, 0.2, 0.5, 0.85, 0.93, 0.97)  # parts of white
_PAPER, _PALE = 0.3, 0.15  # of the tables have no felt, or a pale one: pale rims are hard to see there
_HARD = 0.5  # of the shadows end sharply
_SHARP = 40  # how sharply an edge mirrors a lamp (Phong's exponent)


@dataclass(frozen=True, slots=True, eq=False)
class DieMake:
    """How a kind of die is made. ``paints``: hues x 31 bands; ``rim``: 31 bands of the body, or None;
    ``fields``: what is on each face; ``faces``: the hue's place in ``hues_of`` on each face; ``gloss``; ``round``:
    how wide its edges are rounded, parts of its size; ``glint``: how much of a lamp these mirror."""

    size: float
    paints: np.ndarray
    rim: np.ndarray | None
    fields: tuple[Field, ...]
    faces: np.ndarray
    gloss: float
    round: float
    glint: float


@dataclass(frozen=True, slots=True, eq=False)
class PosedDie:
    """A die in a picture. ``corners``: faces x corners x 3 mm (z up), ``normals`` faces x 3; ``glare``: faces, parts
    of white; ``worn``: faces, how bright each paint is beside the others; ``top``: the middle of its top, px;
    ``leaning``: it lies on no face, so that it shows nothing; ``raised``: it stands on another die."""

    kind: Kind
    hue: Hue
    corners: np.ndarray
    normals: np.ndarray
    glare: np.ndarray
    worn: np.ndarray
    top: tuple[float, float]
    leaning: bool = False
    raised: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Clutter:
    """What is no die. ``paint``: 31 bands."""

    body: Body
    paint: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class DicePicture:
    """``image``: uint8 BGR; ``lamp``: its kind, for tables of results."""

    image: np.ndarray
    dice: tuple[PosedDie, ...]
    lamp: str


class InventedDiceTable(InventedTable):
    """One set of dice, mat, ground and camera. A seed makes the same table again."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        ground = rng.random()
        if ground < _PAPER:
            self._felt = None
        elif ground < _PAPER + _PALE:
            self._felt = press(rng).ink(rng.uniform(0.75, 0.95) * rng.uniform(0.94, 1, 3))
        self.eye = -np.linalg.solve(self.view[:, :3], self.view[:, 3]) * [1, 1, -1]
        self.makes: dict[Kind, DieMake] = {"d6": make_die(rng, "d6", 13, 19), "d12": make_die(rng, "d12", 15, 21)}
        self._dice: tuple[PosedDie, ...] = ()
        self._things: tuple[Clutter, ...] = ()
        self._under: tuple[PosedDie, ...] = ()
        self._toward, self._ambient, self._soft = np.array([0.0, 0.0, 1.0]), 0.5, 2.0

    def teaching(self) -> list[DicePicture]:
        """Every hue of both kinds on top once, a few dice a picture, in one even light."""
        x, y, wide, high = self.mat.play
        lamp = ("led", "daylight", "warm-led")[self.rng.integers(3)]
        out = []
        for kind, count in _TAUGHT_AT_ONCE.items():
            for first in range(0, len(hues_of(kind)), count):
                step = wide / count
                places = [(x + step * (k + 0.5), y + high / 2 + self.rng.uniform(-15, 15)) for k in range(count)]
                dice = [self._die(kind, first + k, place) for k, place in enumerate(places)]
                out.append(self._shot(dice, [], lamp, calm=True))
        return out

    def roll(self, card: bool = False, lamp: str | None = None) -> DicePicture:
        """Four cubes and five dodecahedra, apart from each other; with ``card`` one lies there, too. ``lamp``: its
        kind, or any."""
        rng, low, reach = self.rng, *self._room()
        places: list[np.ndarray] = []
        while len(places) < len(ROLL):
            place = low + reach * rng.random(2)
            if all(np.linalg.norm(place - other) > _APART_MM for other in places):
                places.append(place)
        dice = [
            self._die(kind, int(rng.integers(len(hues_of(kind)))), place)
            for kind, place in zip(ROLL, places, strict=True)
        ]
        cards = []
        if card:
            at = low + reach * rng.random(2)
            which = Card(Hue(int(rng.integers(12))), int(rng.integers(1, 13)))
            cards.append((which, np.array([*at, rng.uniform(0, 2 * np.pi)])))
        return self._shot(dice, cards, lamp or LAMPS[rng.integers(len(LAMPS))])

    def messy_roll(self, most: int = 6, most_leaning: int = 2, raised: float = _RAISED) -> DicePicture:
        """Two to ``most`` dice as they fall on a full table: some lean, some touch, so many of the others stand on dice
        that are not told of; coins, pencils and cards lie there, too, and a die may stand on a card."""
        rng, low, reach = self.rng, *self._room()
        self._things = tuple(self._thing(low + reach * rng.random(2)) for _ in range(rng.integers(1, 4)))
        dice = self._fallen(int(rng.integers(2, most + 1)), int(rng.integers(1, most_leaning + 1)), raised)
        shown = self._shot(dice, [], LAMPS[rng.integers(len(LAMPS))])
        self._things, self._under = (), ()
        return shown

    def _fallen(self, count: int, leaning: int, raised: float = 0.0) -> list[PosedDie]:
        """So many dice where there is room for them; the last ``leaning`` of them lean, and of the others so many are
        ``raised``."""
        rng, low, reach = self.rng, *self._room()
        dice: list[PosedDie] = []
        for _ in range(_TRIES):
            if len(dice) == count:
                break
            kind: Kind = ("d6", "d12")[rng.integers(2)]
            close = bool(dice) and rng.random() < _CLOSE
            beside = dice[rng.integers(len(dice))] if close else None
            place = self._beside(beside, kind) if beside is not None else low + reach * rng.random(2)
            if not self._is_free(place, kind, dice):
                continue
            top = int(rng.integers(len(hues_of(kind))))
            lean = rng.uniform(*_LEANS[kind]) if len(dice) >= count - leaning else 0.0
            if lean and beside is not None:
                right, down = _middle(beside) - place
                dice.append(self._die(kind, top, place, lean, float(np.arctan2(down, right))))
                continue
            dice.append(self._die(kind, top, place, lean))
            if not lean and rng.random() < raised:
                self._under = (*self._under, dice.pop())
                dice.append(self._on(self._under[-1]))
                continue
            if rng.random() < (SUPPORTED if lean else ALONGSIDE):
                self._put_beside(dice[-1], dice[:-1])
        return dice

    def _on(self, lower: PosedDie) -> PosedDie:
        """A die that stands on another one, a little aside."""
        rng, size = self.rng, self.makes[lower.kind].size
        kind: Kind = ("d6", "d12")[rng.integers(2)]
        place = _middle(lower) + rng.uniform(-_ASIDE, _ASIDE, 2) * size
        upper = self._die(kind, int(rng.integers(len(hues_of(kind)))), place, height=size)
        return replace(upper, raised=True)

    def _put_beside(self, die: PosedDie, others: Sequence[PosedDie]) -> None:
        """Something that a leaning die lies on, or that stands beside a flat one, where no other die is."""
        nothing = np.zeros(3)
        if die.leaning:
            body = support(self.rng, LiftedSide.of(die.corners, die.normals), nothing)
        else:
            body = neighbour(self.rng, die.corners, nothing)
        if all(body.beside(_middle(other)) > 0.6 * self.makes[other.kind].size for other in others):
            paint = press(self.rng).ink(self.rng.uniform(20, 240, 3) / 255)
            self._things = (*self._things, Clutter(body, paint))

    def _is_free(self, place: np.ndarray, kind: Kind, dice: list[PosedDie]) -> bool:
        """Whether a die of this kind can stand there."""
        low, reach = self._room()
        own = self.makes[kind].size
        others = [(_middle(other), self.makes[other.kind].size) for other in dice]
        if any(np.linalg.norm(place - at) < 0.55 * (size + own) for at, size in others):
            return False
        inside = (place >= low).all() and (place <= low + reach).all()
        return bool(inside) and not any(_blocks(thing, place) for thing in self._things)

    def _room(self) -> tuple[np.ndarray, np.ndarray]:
        """Where dice may lie: a corner and how far it reaches from there, mm."""
        x, y, wide, high = self.mat.play
        return np.array([x, y]) + _BORDER_MM, np.array([wide, high]) - 2 * _BORDER_MM

    def _beside(self, other: PosedDie, kind: Kind) -> np.ndarray:
        """A place where a die of this kind hardly misses another one."""
        about = self.rng.uniform(0, 2 * np.pi)
        away = (0.58 + 0.12 * self.rng.random()) * (self.makes[other.kind].size + self.makes[kind].size)
        return _middle(other) + away * np.array([np.cos(about), np.sin(about)])

    def _thing(self, at: np.ndarray) -> Clutter:
        """A coin, a pencil or a card."""
        rng, where = self.rng, (float(at[0]), float(at[1]))
        paint = press(rng).ink(rng.uniform(20, 240, 3) / 255)
        what, angle = rng.integers(3), rng.uniform(0, np.pi)
        if what == 0:
            return Clutter(disc(where, rng.uniform(8, 13), rng.uniform(1.5, 3), np.zeros(3)), paint)
        if what == 1:
            return Clutter(block(where, (rng.uniform(60, 170), rng.uniform(6, 8), 7), angle, np.zeros(3)), paint)
        return Clutter(block(where, (rng.uniform(30, 60), rng.uniform(20, 45), 0.3), angle, np.zeros(3)), paint)

    def _die(
        self,
        kind: Kind,
        top: int,
        place: np.ndarray | tuple[float, float],
        lean: float = 0.0,
        lifted: float | None = None,
        height: float = 0.0,
    ) -> PosedDie:
        """A die that shows a hue (its place in ``hues_of``), turned by chance; leaning by so many radians, so many mm
        up. ``lifted``: the direction (radians) of the side that is up, or any."""
        rng, make, body = self.rng, self.makes[kind], solid(kind)
        turn = _turned_up(body.normals[int(np.flatnonzero(make.faces == top)[0])], rng.uniform(0, 2 * np.pi))
        if lean:
            about = rng.uniform(0, 2 * np.pi) if lifted is None else lifted - np.pi / 2
            turn = cv2.Rodrigues(lean * np.array([np.cos(about), np.sin(about), 0.0]))[0] @ turn
        corners = (body.faces - [0, 0, 0.5]) @ turn.T * make.size
        corners += [*place, height - corners[..., 2].min()]
        count = len(body.normals)
        mirrors = np.where(rng.random(count) < 0.12, np.minimum(rng.gamma(1.2, 0.12, count), 0.6), 0)
        glare = mirrors + make.gloss * rng.random(count)
        seen = self._pixels(np.array([*place, height + make.size]))
        worn = np.exp(rng.normal(0, 0.05, count))
        at = (float(seen[0]), float(seen[1]))
        return PosedDie(kind, hues_of(kind)[top], corners, body.normals @ turn.T, glare, worn, at, lean > 0)

    def _shot(self, dice: list[PosedDie], cards: list, lamp: str, calm: bool = False) -> DicePicture:
        rng = self.rng
        self._dice = tuple(
            sorted([*dice, *self._under], key=lambda die: -np.linalg.norm(die.corners.mean((0, 1)) - self.eye))
        )
        low, about = rng.uniform(0.1, 1.0), rng.uniform(0, 2 * np.pi)
        toward = np.array([np.cos(about) * low, np.sin(about) * low, 1.0])
        self._toward = toward / np.linalg.norm(toward)
        self._ambient = rng.uniform(0.15, 0.9)
        self._soft = rng.uniform(0, 1) if rng.random() < _HARD else rng.uniform(1, 6)
        return DicePicture(self._picture(cards, lamp, False, calm).image, tuple(dice), lamp)

    def _pixels(self, points: np.ndarray) -> np.ndarray:
        """Points (..., 3) mm, z up, in the picture (..., 2)."""
        seen = np.concatenate([points * [1, 1, -1], np.ones((*points.shape[:-1], 1))], -1) @ self.view.T
        return seen[..., :2] / seen[..., 2:]

    def _in_sight(self, faces: Sequence[np.ndarray], normals: np.ndarray) -> list[int]:
        """Which of a body's faces (corners x 3 mm each) the camera sees."""
        return [k for k, face in enumerate(faces) if (self.eye - face.mean(0)) @ normals[k] > 0]

    def _shade(self, cards: list, rng: np.random.Generator) -> np.ndarray:
        """Shadows of the dice on the table besides those of the cards; faces are lit one by one
        (``_paint_standing``)."""
        out = super()._shade(cards, rng)
        cast, near, own = np.ones_like(out), np.ones_like(out), np.zeros_like(out)
        for faces, seen in self._all_faces():
            points = np.concatenate(faces)
            flat = points * [1, 1, 0]
            thrown = flat - points[:, 2:] * [*self._toward[:2] / self._toward[2], 0]
            for mask, corners in ((cast, thrown), (near, flat)):
                hull = cv2.convexHull(self._pixels(corners).astype(np.float32))[:, 0]
                cv2.fillConvexPoly(mask, sixteenths(hull), 0, cv2.LINE_AA, FRACTION_BITS)
            for face in seen:
                cv2.fillConvexPoly(own, sixteenths(self._pixels(faces[face])), 1, cv2.LINE_AA, FRACTION_BITS)
        soft = 2 * int(2 * self._soft) + 1
        cast, near = cv2.blur(cast, (soft, soft)), cv2.blur(near, (13, 13))
        light = self._ambient * (0.4 + 0.6 * near) + (1 - self._ambient) * cast
        return (out * light * (1 - own) + own).astype(np.float32)

    def _all_faces(self) -> list[tuple[Sequence[np.ndarray], list[int]]]:
        """The faces (corners x 3 mm each) of all that stands or lies there, and which are in sight."""
        bodies = [(thing.body.faces, thing.body.normals) for thing in self._things]
        bodies += [(die.corners, die.normals) for die in self._dice]
        return [(faces, self._in_sight(faces, normals)) for faces, normals in bodies]

    def _lit(self, normal: np.ndarray) -> float:
        """How bright a face so turned is beside the table."""
        direct = max(0.0, float(normal @ self._toward)) / self._toward[2]
        return self._ambient * (0.55 + 0.45 * float(normal[2])) + (1 - self._ambient) * direct

    def _paint_standing(self, out: np.ndarray, power: np.ndarray) -> None:
        raw = self.sensor.raw
        white = raw(np.ones(31), power)
        for thing in self._things:
            for face in self._in_sight(thing.body.faces, thing.body.normals):
                shown = raw(thing.paint, power) * self._lit(thing.body.normals[face])
                _fill(out, self._pixels(thing.body.faces[face]), shown)
        for die in self._dice:
            make = self.makes[die.kind]
            paints = [raw(make.paints[hue], power) for hue in make.faces]
            rims = paints if make.rim is None else [raw(make.rim, power)] * len(paints)
            sides = paints if make.fields[0] == Field(1.0) else rims  # a face all of its own colour has such edges
            flat, edges = strips(die.kind, die.corners, die.normals, make.round)
            for edge in edges:
                if (self.eye - edge.outline.mean(0)) @ edge.normals.mean(0) > 0:
                    light = np.mean([self._lit(normal) for normal in edge.normals])
                    _fill(out, self._pixels(edge.outline), sides[edge.face] * light + self._glint(edge, make) * white)
            for face in self._in_sight(die.corners, die.normals):
                corners, light = die.corners[face], self._lit(die.normals[face])
                glare = die.glare[face] * white
                _fill(out, self._pixels(flat[face]), (sides[face] + glare) * light)
                for outline, own in layers(corners, make.fields):
                    shown = paints[face] * die.worn[face] if own else rims[face]
                    _fill(out, self._pixels(outline), (shown + glare) * light)

    def _glint(self, edge: RoundedStrip, make: DieMake) -> float:
        """How much of the lamp, parts of white, a rounded edge mirrors into the camera."""
        to_eye = self.eye - edge.outline.mean(0)
        half = self._toward + to_eye / np.linalg.norm(to_eye)
        mirrored = float((edge.normals @ half).max() / np.linalg.norm(half))
        return make.glint * max(mirrored, 0.0) ** _SHARP


def _blocks(thing: Clutter, place: np.ndarray) -> bool:
    """Whether no die can stand there: it may stand on a card, not on a coin or a pencil."""
    if thing.body.corners[:, 2].max() < 1:
        return False
    return thing.body.beside(place) < _BORDER_MM


def _middle(die: PosedDie) -> np.ndarray:
    """Where it stands, 2 mm."""
    return die.corners.mean((0, 1))[:2]


def make_die(rng: np.random.Generator, kind: Kind, least: float, most: float) -> DieMake:
    """A kind of die by chance, ``least`` to ``most`` mm."""
    painter = press(rng)
    dull = rng.uniform(0, 0.2)
    shades = (np.array(HUES) + rng.normal(0, 8, (12, 3))) * (1 - dull) + 128 * dull
    paints = np.array([painter.ink(np.clip(shades[int(hue)], 3, 250) / 255) for hue in hues_of(kind)])
    framed = rng.random() < 0.55
    rim = painter.ink(np.full(3, rng.choice(_RIMS))) if framed else None
    wide = rng.uniform(0, _ROUND) if rng.random() < _ROUNDED else 0.0
    inner = rng.uniform(0.7, 0.93) if framed else 1.0
    inner = min(inner, 1 - wide / solid(kind).top_radius)
    ways = arrangements(kind)
    faces = ways[rng.integers(len(ways))]
    gloss, glint = rng.uniform(0, 0.06), rng.uniform(0, 0.8)
    return DieMake(float(rng.uniform(least, most)), paints, rim, (Field(inner),), faces, gloss, wide, glint)


def _turned_up(normal: np.ndarray, angle: float) -> np.ndarray:
    """The rotation (3 x 3) that brings a face's normal up, and then turns by ``angle`` about it."""
    axis = np.cross(normal, [0, 0, 1.0])
    sine = np.linalg.norm(axis)
    if sine < 1e-9:
        up = np.eye(3) if normal[2] > 0 else np.diag([1.0, -1.0, -1.0])
    else:
        up, _ = cv2.Rodrigues(axis / sine * np.arctan2(sine, normal[2]))
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ up


def _fill(out: np.ndarray, outline: np.ndarray, colour: np.ndarray) -> None:
    """Paint a polygon (px) into a picture of raw light."""
    low = np.clip(np.floor(outline.min(0)).astype(int) - 1, 0, SIZE)
    high = np.clip(np.ceil(outline.max(0)).astype(int) + 2, 0, SIZE)
    if (high <= low).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    points = sixteenths(outline - low)
    if cv2.isContourConvex(outline.astype(np.float32)):
        cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, FRACTION_BITS)
    else:
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, FRACTION_BITS)
    part = out[low[1] : high[1], low[0] : high[0]]
    part += (colour.astype(np.float32) - part) * (mask[..., None].astype(np.float32) / 255)
