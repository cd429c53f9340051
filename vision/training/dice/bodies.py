"""Things on an invented table: dice in any pose, and what lies among them, as convex bodies with coloured faces."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.training.dice.insets import Field

FLAT_D6, FLAT_D12, LEANING, STACKED = range(4)


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A convex body. ``faces``: polygons (k x 3 mm, z up), all counted outward; ``colours``: faces x 3 (0 to 1).

    ``fields``: what is on each face, in its own colour or in that of the ``rim``; ``label``: what a reader should say,
    or None for what is no die; ``top``: middle of the uppermost face, mm; ``angle``, ``size``: of a die; ``carries``:
    something lies on its edge, and hides it there.
    """

    faces: tuple[np.ndarray, ...]
    normals: np.ndarray
    colours: np.ndarray
    fields: tuple[Field, ...] = (Field(1.0),)
    rim: np.ndarray | None = None
    label: int | None = None
    top: np.ndarray | None = None
    angle: float = 0.0
    size: float = 0.0
    ring: int = 0
    carries: bool = False

    @property
    def corners(self) -> np.ndarray:
        """All corners of all faces, N x 3 mm."""
        return np.vstack(self.faces)

    @property
    def middle(self) -> np.ndarray:
        """The mean of its corners, 3 mm."""
        return self.corners.mean(0)

    def beside(self, place: np.ndarray) -> float:
        """How far beside it a place (2 mm) is on the table, mm; less than 0 under it."""
        outline = cv2.convexHull(self.corners[:, :2].astype(np.float32))
        return -cv2.pointPolygonTest(outline, (float(place[0]), float(place[1])), True)


@dataclass(frozen=True, slots=True)
class Style:
    """How a set of dice is made: its size in mm, its frame, its colours (hues x 3), its fields as ``Body`` has them."""

    kind: Kind
    size: float
    fields: tuple[Field, ...]
    rim: np.ndarray | None
    colours: np.ndarray


def die(
    style: Style, rng: np.random.Generator, xy: tuple[float, float], lean: float = 0.0, height: float = 0.0
) -> Body:
    """A die at ``xy`` mm, turned by chance, leaning by ``lean`` radians to a side by chance, ``height`` mm up."""
    body = solid(style.kind)
    angle = float(rng.uniform(0, body.turn))
    points = body.faces - [0, 0, 0.5]
    about = rng.uniform(0, 2 * np.pi)
    tip, _ = cv2.Rodrigues(lean * np.array([np.cos(about), np.sin(about), 0.0]))
    c, s = np.cos(angle), np.sin(angle)
    turn = tip @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    points = points @ turn.T * style.size
    normals = body.normals @ turn.T
    points += [xy[0], xy[1], height - points[..., 2].min()]
    order = rng.permutation(len(style.colours))[: len(normals)]
    label = (FLAT_D6 if style.kind == "d6" else FLAT_D12) if not lean else LEANING
    if height and not lean:
        label = STACKED
    upper = int(normals[:, 2].argmax())
    return Body(
        tuple(points),
        normals,
        style.colours[order],
        style.fields,
        style.rim,
        label,
        points[upper].mean(0),
        angle,
        style.size,
        body.ring,
    )


def block(centre: tuple[float, float], sides: tuple[float, float, float], angle: float, colour: np.ndarray) -> Body:
    """A box lying on the table: a card, a pencil, an eraser, a book; sides in mm."""
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    body = solid("d6")
    points = (body.faces * sides) @ turn.T + [*centre, 0]
    return Body(tuple(points), body.normals @ turn.T, np.repeat(colour[None], 6, 0))


def disc(centre: tuple[float, float], radius: float, thick: float, colour: np.ndarray, corners: int = 24) -> Body:
    """A coin, a chip, a pawn's foot; mm."""
    around = np.arange(corners) * 2 * np.pi / corners
    rim = np.column_stack([np.cos(around), np.sin(around)]) * radius + centre
    low, high = (np.column_stack([rim, np.full(corners, z)]) for z in (0.0, thick))
    sides = [np.array([low[k], low[k - 1], high[k - 1], high[k]]) for k in range(corners)]
    middle = around - np.pi / corners
    normals = np.column_stack([np.cos(middle), np.sin(middle), np.zeros(corners)])
    normals = np.vstack([[0, 0, 1.0], normals])
    return Body((high, *sides), normals, np.repeat(colour[None], corners + 1, 0))
