"""Families of pyramids and cameras over their sheet. Some are looked at, some choose constants, some only judge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from vision.boards.plan import BoardPlan, Srgb
from vision.boards.pyramid_silhouettes import SIZES
from vision.simulation.lamps import linear
from vision.simulation.piece_bodies import PYRAMID, PieceShape, StandingPiece
from vision.simulation.pieces import draw_pieces
from vision.training.families.sheets import TILTS, InventedSheet, invented_print
from vision.training.families.split import Split, split_of_name

# Constants: chosen by hand, as wide as pyramids that are bought, printed or folded are from each other.
MAKERS = ("plastic", "matt", "clear", "folded", "worn")
_ALONE: dict[str, Split] = {"clear": "judged", "folded": "chosen"}
"""Makers that no other split has."""
_SLOPPY_MM, _MOST_MM, _ALIGNED, _TURNED = 2.2, 6.0, 0.7, 0.12
_HAND, _FALLEN = 0.06, 0.06


@dataclass(frozen=True, slots=True)
class PyramidFamily:
    """Pyramids of one maker, under cameras that stand alike."""

    maker: str
    camera: str

    @property
    def name(self) -> str:
        return f"pyramids {self.maker}, camera {self.camera}"

    @property
    def split(self) -> Split:
        return _ALONE.get(self.maker) or split_of_name(self.name)


PYRAMID_FAMILIES = tuple(PyramidFamily(maker, camera) for maker, camera in product(MAKERS, TILTS))


def pyramid_families_of(split: Split) -> tuple[PyramidFamily, ...]:
    """Those of one split."""
    return tuple(family for family in PYRAMID_FAMILIES if family.split == split)


@dataclass(frozen=True, slots=True, eq=False)
class PyramidPicture:
    """``standing``: which pyramid stands on which place (by number), as ``S red``; ``touched``: places near one that
    lies; ``image``: uint8 BGR."""

    image: np.ndarray
    standing: Mapping[int, str]
    touched: frozenset[int] = frozenset()
    hand: bool = False


class InventedPyramids(InventedSheet):
    """One table of a family, from a seed. ``pieces``: of the set, as often as it has each; ``inks``: about what colour
    each name is."""

    def __init__(
        self, family: PyramidFamily, seed: int, plan: BoardPlan, pieces: Sequence[str], inks: Mapping[str, Srgb]
    ) -> None:
        super().__init__(family.name, seed, plan)
        self.family, self._pieces, rng = family, tuple(pieces), self.rng
        self._paints = _paints(rng, family.maker, inks)
        self._shapes = _shapes(rng, family.maker)
        self._set_up(family.camera, printed=invented_print(rng))

    def picture(self, count: int) -> PyramidPicture:
        """So many pyramids, crowded as in a game; now and then one has fallen over, or a hand is there."""
        standing = self._crowd(count)
        kind = self.rng.choice(["usual", "fallen", "hand"], p=[1 - _FALLEN - _HAND, _FALLEN, _HAND])
        return self._photographed(standing, next(iter(standing)) if kind == "fallen" else None, hand=kind == "hand")

    def picture_with_hand(self, count: int) -> PyramidPicture:
        """So many pyramids, and a hand that rests somewhere over their sheet."""
        return self._photographed(self._crowd(count), None, hand=True)

    def _crowd(self, count: int) -> dict[int, str]:
        """Which pyramid stands on which place, by number."""
        rng = self.rng
        middle = self.plan.middles[rng.integers(len(self.plan.spaces))]
        near = np.argsort(np.hypot(*(self.plan.middles - middle).T))[: max(2 * count, 12)]
        places = rng.choice(near, min(count, len(near)), replace=False)
        pieces = rng.choice(len(self._pieces), len(places), replace=False)
        return {int(place): self._pieces[n] for place, n in zip(places, pieces, strict=True)}

    def _photographed(self, standing: dict[int, str], fallen: int | None, *, hand: bool) -> PyramidPicture:
        image, look = self._lit()
        draw_pieces(image, look, [self._put(place, name, lying=place == fallen) for place, name in standing.items()])
        touched = frozenset[int]()
        if fallen is not None:
            del standing[fallen]
            touched = frozenset(
                np.flatnonzero(np.hypot(*(self.plan.middles - self.plan.middles[fallen]).T) < 60).tolist()
            )
        if hand:
            self._reach_in(image, look)
        return PyramidPicture(self._as_the_camera_gives(image), standing, touched, hand)

    def _put(self, place: int, name: str, *, lying: bool) -> StandingPiece:
        rng = self.rng
        x, y = self.plan.middles[place] + np.clip(rng.normal(0, _SLOPPY_MM, 2), -_MOST_MM, _MOST_MM)
        turn = rng.normal(0, _TURNED) if rng.random() < _ALIGNED else rng.uniform(0, np.pi / 2)
        paint = np.clip(self._paints[name[2:]] * rng.normal(1, 0.03, 3) * rng.normal(1, 0.03), 0.003, 1)
        return StandingPiece(self._shapes[name[0]], float(x), float(y), tuple(paint.tolist()), float(turn), lying)


def _paints(rng: np.random.Generator, maker: str, inks: Mapping[str, Srgb]) -> dict[str, np.ndarray]:
    """Linear RGB of each colour as this maker has it."""
    pale = {"worn": rng.uniform(0.05, 0.15), "folded": rng.uniform(0.0, 0.1)}.get(maker, 0.0)
    level, paints = rng.normal(0, 0.1), {}
    for name, ink in inks.items():
        light = linear(np.array(ink)) * np.exp(rng.normal(0, 0.14, 3) * (0.3 if name in ("black", "white") else 1))
        light = light * np.exp(level)
        paints[name] = np.clip(light + (0.5 - light) * pale, 0.004, 0.92)
    return paints


def _shapes(rng: np.random.Generator, maker: str) -> dict[str, PieceShape]:
    """Each size as this maker has it: all of them a little larger or smaller, or steeper."""
    scale, steep = float(rng.normal(1, 0.025)), float(rng.normal(1, 0.07 if maker == "folded" else 0.02))
    gloss = {"plastic": float(rng.uniform(0.2, 0.5)), "clear": float(rng.uniform(0.3, 0.6))}.get(maker, 0.05)
    clear = float(rng.uniform(0.1, 0.3)) if maker == "clear" else 0.0
    return {
        size: PieceShape(PYRAMID, scale * width / np.sqrt(2), scale * steep * height, gloss, clear)
        for size, (width, height) in SIZES.items()
    }
