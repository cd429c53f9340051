"""Families of three-coloured tiles and cameras over their board. Some are looked at, some choose, some only judge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from vision.boards.plan import BoardPlan, Srgb
from vision.simulation.tile_look import LaidTile, TileLook
from vision.simulation.tiles import draw_tiles
from vision.training.families.sheets import TILTS, InventedSheet, invented_print
from vision.training.families.split import Split, split_of_name

# Constants: chosen by hand, as wide as tiles that are printed, bought or worn are from each other.
MAKERS = ("print", "wood", "plastic", "worn", "bold", "cast", "lacquered")
_ALONE: dict[str, Split] = {"plastic": "chosen", "bold": "chosen", "cast": "chosen", "lacquered": "judged"}
"""Makers that no other split has. Plastic and cast ones judged until their pictures were looked at."""
_SLOPPY_MM, _MOST_MM, _TURNED_DEG = 0.8, 2.0, 1.5  # tiles lie edge to edge, so people lay them with some care
_HAND = 0.08


@dataclass(frozen=True, slots=True)
class TileFamily:
    """Tiles of one maker, under cameras that stand alike."""

    maker: str
    camera: str

    @property
    def name(self) -> str:
        return f"tiles {self.maker}, camera {self.camera}"

    @property
    def split(self) -> Split:
        return _ALONE.get(self.maker) or split_of_name(self.name)


TILE_FAMILIES = tuple(TileFamily(maker, camera) for maker, camera in product(MAKERS, TILTS))


def tile_families_of(split: Split) -> tuple[TileFamily, ...]:
    """Those of one split."""
    return tuple(family for family in TILE_FAMILIES if family.split == split)


@dataclass(frozen=True, slots=True, eq=False)
class TilePicture:
    """``lying``: which tile lies on which field (by number), as it lies; ``image``: uint8 BGR."""

    image: np.ndarray
    lying: Mapping[int, str]
    hand: bool = False


class InventedTiles(InventedSheet):
    """One table of a family, from a seed. ``tiles``: of the set, each once; ``inks``: as they would be printed."""

    def __init__(
        self, family: TileFamily, seed: int, plan: BoardPlan, tiles: Sequence[str], inks: Mapping[str, Srgb]
    ) -> None:
        super().__init__(family.name, seed, plan)
        self.family, self._tiles, rng = family, tuple(tiles), self.rng
        self._tile_look = _look_of(rng, family.maker, inks)
        self._set_up(family.camera, printed=invented_print(rng))

    def picture(self, count: int) -> TilePicture:
        """So many tiles on fields of their own, each turned by chance; now and then a hand is there."""
        rng = self.rng
        fields = rng.choice(len(self.plan.spaces), count, replace=False)
        tiles = rng.choice(len(self._tiles), count, replace=False)
        lying = {int(f): _turned(self._tiles[t], int(rng.integers(3))) for f, t in zip(fields, tiles, strict=True)}
        return self.picture_of(lying, hand=rng.random() < _HAND)

    def picture_of(self, lying: Mapping[int, str], *, hand: bool = False) -> TilePicture:
        """These tiles on the fields of these numbers, each a little aside by chance."""
        image, look = self._lit()
        draw_tiles(image, look, [self._laid(field, way) for field, way in lying.items()], self._tile_look)
        if hand:
            self._reach_in(image, look)
        return TilePicture(self._as_the_camera_gives(image), lying, hand)

    def _laid(self, field: int, way: str) -> LaidTile:
        rng, space = self.rng, self.plan.spaces[field]
        x, y = space.at + np.clip(rng.normal(0, _SLOPPY_MM, 2), -_MOST_MM, _MOST_MM)
        up = space.outline[0][1] < space.at[1]
        turn = (0 if up else 180) + float(rng.normal(0, _TURNED_DEG))
        return LaidTile(way, float(x), float(y), turn, float(rng.normal(1, 0.04)))


def _turned(tile: str, places: int) -> str:
    return tile[places:3] + tile[:places] + tile[3:]


def _look_of(rng: np.random.Generator, maker: str, inks: Mapping[str, Srgb]) -> TileLook:
    """The six colours as this maker has them, and how its tiles are cut and printed."""
    paler = {"worn": rng.uniform(0.1, 0.3), "wood": rng.uniform(0, 0.12)}.get(maker, 0.0)
    level, paints = rng.normal(0, 0.1), {}
    for letter, ink in inks.items():
        light = (np.array(ink) / 255) ** 2.2 * np.exp(rng.normal(0, 0.14, 3) + level)
        light += (0.55 - light) * paler
        paints[letter] = tuple(int(each) for each in 255 * np.clip(light, 0.003, 0.92) ** (1 / 2.2))
    look = TileLook(paints)
    if maker == "wood":
        return replace(look, thick=float(rng.uniform(4, 7)), body=(214, 184, 140), lettered=False, disc=6.5, rim=0.6)
    if maker == "plastic":
        gloss = float(rng.uniform(0.0, 0.06))
        return replace(look, thick=float(rng.uniform(3, 6)), gloss=gloss, lettered=False, rim=1.4, body=(30, 30, 32))
    if maker == "cast":
        return replace(look, thick=float(rng.uniform(4, 8)), lettered=False, rim=0.9, disc=5.5, body=(224, 220, 210))
    if maker == "lacquered":
        gloss = float(rng.uniform(0.03, 0.09))
        return replace(look, thick=float(rng.uniform(2, 5)), gloss=gloss, signs=4.0, rim=0.4, body=(120, 84, 50))
    if maker == "bold":
        return replace(look, disc=9.0, rim=2.0, signs=7.0, thick=float(rng.uniform(1, 3)))
    return replace(look, thick=float(rng.uniform(0.4, 2.5)))
