"""Families of pieces and cameras over a printed board. Some are looked at, some choose constants, some only judge."""

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from engine.components.hues import PRIMARIES
from vision.boards.plan import BoardPlan
from vision.simulation.backdrop import Backdrop, draw_backdrop, lit_backdrop
from vision.simulation.dice import ViewSettings
from vision.simulation.hand import draw_hand
from vision.simulation.laid_board import BoardPrint, LaidBoard, LaidCard
from vision.simulation.lamps import LAMPS, PAINT, SimulatedLamp, linear
from vision.simulation.piece_bodies import PROFILES, PieceShape, StandingPiece
from vision.simulation.pieces import draw_pieces
from vision.simulation.pinhole import Pinhole
from vision.simulation.scene import SimulatedHand
from vision.training.families.split import Split, split_of_name

# Constants: chosen by hand, as wide as pieces, lamps and cameras at tables are from each other.
TILTS = {"above": (0.0, 12.0), "stand": (12.0, 28.0), "side": (28.0, 40.0)}
"""Where the camera is: degrees from straight above."""
_ALONE: dict[str, Split] = {"barrel": "judged", "tower": "judged", "halma": "chosen"}
"""Shapes that no other split has."""
_SLOPPY_MM, _MOST_MM = 1.8, 4.5
_CARD_COLOURS, _CARD_OFF_MM = 18, 1.2


@dataclass(frozen=True, slots=True)
class PieceFamily:
    """Pieces of one shape, under cameras that stand alike."""

    profile: str
    camera: str

    @property
    def name(self) -> str:
        return f"{self.profile}, camera {self.camera}"

    @property
    def split(self) -> Split:
        return _ALONE.get(self.profile) or split_of_name(self.name)


PIECE_FAMILIES = tuple(PieceFamily(profile, camera) for profile, camera in product(PROFILES, TILTS))


def piece_families_of(split: Split) -> tuple[PieceFamily, ...]:
    """Those of one split."""
    return tuple(family for family in PIECE_FAMILIES if family.split == split)


@dataclass(frozen=True, slots=True, eq=False)
class BoardPicture:
    """``standing``: whose piece stands on which space, by its number; ``touched``: spaces over which a hand is or a
    piece lies; ``image``: uint8 BGR."""

    image: np.ndarray
    standing: dict[int, int]
    touched: frozenset[int] = frozenset()
    hand: bool = False


class InventedBoard:
    """One table of a family, from a seed: its print, pieces, lamp and camera stay the same."""

    def __init__(self, family: PieceFamily, seed: int, plan: BoardPlan) -> None:
        self.rng = rng = np.random.default_rng([seed, *family.name.encode()])
        self.family, self.plan = family, plan
        self.shape = _shape(rng, family.profile)
        self.owners = int(rng.integers(2, 7))
        self._paints = _paints(rng, self.owners)
        self._board = LaidBoard(plan, printed=invented_print(rng), cards=_cards(rng, plan))
        self._lamp = invented_lamp(rng, self._board.area)
        self._view = invented_view(rng, TILTS[family.camera], plan)
        self._look = ViewSettings(self._view, self._lamp, float(rng.uniform(0.6, 1.0)))
        self._quality = int(rng.integers(70, 97)) if rng.random() < 0.7 else None
        self._ground: Backdrop | None = None

    def lesson(self) -> BoardPicture:
        """One or two pieces of each owner, apart from each other."""
        owners = [owner for owner in range(self.owners) for _ in range(int(self.rng.integers(1, 3)))]
        return self._photographed(dict(zip(self._apart(len(owners)), owners, strict=True)))

    def picture(self) -> BoardPicture:
        """So many pieces as in the middle of a game; now and then one has fallen over, or a hand is there."""
        rng = self.rng
        count = int(rng.integers(2, 36))
        spaces = rng.choice(len(self.plan.spaces), count, replace=False)
        standing = {int(space): int(rng.integers(self.owners)) for space in spaces}
        kind = rng.choice(["usual", "fallen", "hand"], p=[0.8, 0.1, 0.1])
        fallen = int(rng.choice(list(standing))) if kind == "fallen" else None
        return self._photographed(standing, fallen, hand=kind == "hand")

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """Where points of the sheet (N x 2 mm) are seen, N x 2 px."""
        return self._view.project(np.column_stack([points, np.zeros(len(points))]))

    def _apart(self, count: int) -> list[int]:
        order, taken = self.rng.permutation(len(self.plan.spaces)), list[int]()
        for space in order:
            off = self.plan.middles[taken] - self.plan.middles[space] if taken else np.full((1, 2), 999.0)
            if len(taken) < count and np.hypot(*off.T).min() > 60:
                taken.append(int(space))
        return taken

    def _photographed(self, standing: dict[int, int], fallen: int | None = None, *, hand: bool = False) -> BoardPicture:
        rng = self.rng
        self._ground = self._ground or draw_backdrop(self._view, mat=False, board=self._board)
        # Somebody leans over the table, a cloud goes by.
        lamp = replace(self._lamp, level=self._lamp.level * float(rng.uniform(0.85, 1.1)))
        look = replace(self._look, lamp=lamp)
        image = lit_backdrop(self._ground, lamp, look.balance).copy()
        pieces = [self._piece(space, owner, lying=space == fallen) for space, owner in standing.items()]
        draw_pieces(image, look, pieces)
        touched = set[int]()
        if fallen is not None:
            del standing[fallen]
            off = np.hypot(*(self.plan.middles - self.plan.middles[fallen]).T)
            touched |= set(np.flatnonzero(off < self.shape.height + 25).tolist())
        if hand:
            x, y = self.plan.middles[rng.integers(len(self.plan.spaces))]
            draw_hand(image, look, SimulatedHand(x, y, float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 1))))
            touched = set(range(len(self.plan.spaces)))
        return BoardPicture(
            as_the_camera_gives(rng, image, self._lamp.noise, self._quality), standing, frozenset(touched), hand
        )

    def _piece(self, space: int, owner: int, *, lying: bool) -> StandingPiece:
        rng = self.rng
        x, y = self.plan.middles[space] + np.clip(rng.normal(0, _SLOPPY_MM, 2), -_MOST_MM, _MOST_MM)
        worn = rng.normal(1, 0.03, 3) * rng.normal(1, 0.03)
        paint = np.clip(self._paints[owner] * worn, 0.003, 1)
        turn = float(rng.uniform(0, 2 * np.pi))
        return StandingPiece(self.shape, float(x), float(y), tuple(paint.tolist()), turn, lying)


def as_the_camera_gives(rng: np.random.Generator, image: np.ndarray, noise: float, quality: int | None) -> np.ndarray:
    """A drawn picture with noise and compression; ``quality``: of JPEG, None for none."""
    grain = cv2.GaussianBlur(rng.standard_normal(image.shape, dtype=np.float32), (0, 0), 0.6)
    grain *= noise / grain.std()
    image = np.clip(image + grain, 0, 255).astype(np.uint8)
    if quality is None:
        return image
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)


def _shape(rng: np.random.Generator, profile: str) -> PieceShape:
    radius = float(rng.uniform(5.0, 8.3))
    if profile == "disc":
        height = float(rng.uniform(4, 9))
    elif profile == "block":
        height = radius * float(rng.uniform(1.2, 1.6))  # cubes, about
    else:
        height = radius * float(rng.uniform(2.0, 5.0))
    return PieceShape(profile, radius, min(height, 42.0), float(rng.uniform(0, 0.6)))


def _paints(rng: np.random.Generator, owners: int) -> np.ndarray:
    """Linear RGB of each owner's pieces: the six primaries, as different makers have them."""
    hues = rng.permutation(len(PRIMARIES))[:owners]
    base = linear(np.array([PAINT[PRIMARIES[k]] for k in hues]))
    return np.clip(base * np.exp(rng.normal(0, 0.15, base.shape)) * np.exp(rng.normal(0, 0.15)), 0.004, 0.95)


def invented_print(rng: np.random.Generator) -> BoardPrint:
    """What some printer and paper make of a plan's colours."""
    paper = tuple(int(each) for each in 255 - rng.uniform(4, 20) - rng.uniform(0, 12, 3))
    gain = tuple(float(each) for each in rng.normal(1, 0.05, 3))
    return BoardPrint(paper, gain, float(rng.uniform(0, 22)))


def _cards(rng: np.random.Generator, plan: BoardPlan) -> tuple[LaidCard, ...]:
    """Cards of any colours, laid by hand; none where the board is printed whole."""
    if not plan.of_cards:
        return ()
    colours = rng.integers(20, 245, (_CARD_COLOURS, 3))
    laid = [(colours[rng.integers(_CARD_COLOURS)], rng.uniform(-1, 1, 2) * _CARD_OFF_MM) for _ in plan.spaces]
    return tuple(LaidCard(tuple(srgb.tolist()), tuple(off.tolist())) for srgb, off in laid)


def invented_lamp(rng: np.random.Generator, area: tuple[float, float, float, float]) -> SimulatedLamp:
    """Some lamp over a table. ``area``: of the board, as ``LaidBoard.area``."""
    base = LAMPS[str(rng.choice(list(LAMPS)))]
    return replace(
        base,
        colour=tuple((np.array(base.colour) * np.exp(rng.normal(0, 0.08, 3))).tolist()),
        level=base.level * float(rng.uniform(0.85, 1.1)),
        slope=tuple((np.array(base.slope) + rng.normal(0, 0.1, 2)).tolist()),
        ambient=float(np.clip(base.ambient + rng.normal(0, 0.1), 0.25, 0.9)),
        direction=(*rng.uniform(-0.9, 0.9, 2).tolist(), 1.0),
        over=area,
    )


def invented_view(rng: np.random.Generator, tilts: tuple[float, float], plan: BoardPlan) -> Pinhole:
    """A camera that sees the whole sheet and little else, from any side of the table."""
    size = [(1280, 720), (1280, 960), (1920, 1080)][int(rng.integers(3))]
    how = {
        "tilt_deg": float(rng.uniform(*tilts)),
        "turn_deg": float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8)),
        "height_mm": float(rng.uniform(600, 1000)),
    }
    first = Pinhole.above(plan.sheet.size, size, fill=0.3, **how)
    middle = np.array(size) / 2
    corners = first.project(np.column_stack([plan.sheet.page_corners, np.zeros(4)]))
    room = float((middle / np.abs(corners - middle)).min())
    return Pinhole.above(plan.sheet.size, size, fill=0.3 * room * float(rng.uniform(0.86, 0.97)), **how)
