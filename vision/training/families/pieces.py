"""Families of pieces and cameras over a printed board. Some are looked at, some choose constants, some only judge."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from engine.components.hues import PRIMARIES
from vision.boards.plan import BoardPlan
from vision.simulation.laid_board import LaidCard
from vision.simulation.lamps import PAINT, linear
from vision.simulation.piece_bodies import PROFILES, PieceShape, StandingPiece
from vision.simulation.pieces import draw_pieces
from vision.training.families.sheets import TILTS, InventedSheet, invented_print
from vision.training.families.split import Split, split_of_name

# Constants: chosen by hand, as wide as pieces at tables are from each other.
_ALONE: dict[str, Split] = {"barrel": "chosen", "tower": "judged", "halma": "chosen"}
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


class InventedBoard(InventedSheet):
    """One table of a family, from a seed: its print, pieces, lamp and camera stay the same."""

    def __init__(self, family: PieceFamily, seed: int, plan: BoardPlan) -> None:
        super().__init__(family.name, seed, plan)
        self.family, rng = family, self.rng
        self.shape = _shape(rng, family.profile)
        self.owners = int(rng.integers(2, 7))
        self._paints = _paints(rng, self.owners)
        printed = invented_print(rng)
        self._set_up(family.camera, _cards(rng, plan), printed=printed)

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

    def _apart(self, count: int) -> list[int]:
        order, taken = self.rng.permutation(len(self.plan.spaces)), list[int]()
        for space in order:
            off = self.plan.middles[taken] - self.plan.middles[space] if taken else np.full((1, 2), 999.0)
            if len(taken) < count and np.hypot(*off.T).min() > 60:
                taken.append(int(space))
        return taken

    def _photographed(self, standing: dict[int, int], fallen: int | None = None, *, hand: bool = False) -> BoardPicture:
        image, look = self._lit()
        pieces = [self._piece(space, owner, lying=space == fallen) for space, owner in standing.items()]
        draw_pieces(image, look, pieces)
        touched = set[int]()
        if fallen is not None:
            del standing[fallen]
            off = np.hypot(*(self.plan.middles - self.plan.middles[fallen]).T)
            touched |= set(np.flatnonzero(off < self.shape.height + 25).tolist())
        if hand:
            self._reach_in(image, look)
            touched = set(range(len(self.plan.spaces)))
        return BoardPicture(self._as_the_camera_gives(image), standing, frozenset(touched), hand)

    def _piece(self, space: int, owner: int, *, lying: bool) -> StandingPiece:
        rng = self.rng
        x, y = self.plan.middles[space] + np.clip(rng.normal(0, _SLOPPY_MM, 2), -_MOST_MM, _MOST_MM)
        worn = rng.normal(1, 0.03, 3) * rng.normal(1, 0.03)
        paint = np.clip(self._paints[owner] * worn, 0.003, 1)
        turn = float(rng.uniform(0, 2 * np.pi))
        return StandingPiece(self.shape, float(x), float(y), tuple(paint.tolist()), turn, lying)


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


def _cards(rng: np.random.Generator, plan: BoardPlan) -> tuple[LaidCard, ...]:
    """Cards of any colours, laid by hand; none where the board is printed whole."""
    if not plan.of_cards:
        return ()
    colours = rng.integers(20, 245, (_CARD_COLOURS, 3))
    laid = [(colours[rng.integers(_CARD_COLOURS)], rng.uniform(-1, 1, 2) * _CARD_OFF_MM) for _ in plan.spaces]
    return tuple(LaidCard(tuple(srgb.tolist()), tuple(off.tolist())) for srgb, off in laid)
